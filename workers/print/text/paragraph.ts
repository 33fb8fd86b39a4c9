/** A text as it will be set: graphemes, each with its font and direction, and the places where a line may end. */
import { directions } from './bidi.js';
import { fallbackFonts, fontsFor, mainFont, type FontName } from '../fonts/font-files.js';
import { lineBreaks } from './line-breaks.js';
import { openFont } from '../fonts/open-fonts.js';

/** A grapheme: what a person takes for one character. */
export interface Unit {
  /** What is drawn. */
  text: string;
  font: FontName;
  /** Embedding level: odd ones read from right to left. */
  level: number;
  blank: boolean;
  /** A line may begin here. */
  mayBegin: boolean;
}

export interface Paragraph {
  /** In reading order, without what is not seen and only steers: joiners by themselves, marks of direction. */
  units: Unit[];
  rightToLeft: boolean;
}

/** UTF-16 units of a text that are set; no title is that long, and none may hold up the rest. */
const longest = 10_000;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** UTF-16 units; what joins more than that is no character that a person wrote. */
const longestGrapheme = 64;

function* segments(text: string): Generator<{ segment: string; index: number }> {
  for (const { segment, index } of graphemes.segment(text)) {
    if (segment.length <= longestGrapheme) {
      yield { segment, index };
      continue;
    }
    let place = index;
    for (const character of segment) {
      // A heap of marks is drawn only so high: each costs the layout engine the more, the more there are.
      if (place - index < longestGrapheme || !/\p{Mn}/u.test(character)) yield { segment: character, index: place };
      place += character.length;
    }
  }
}

const plain = /^[ -~\u00c0-\u024f]$/u;
const unseen = /^\p{Default_Ignorable_Code_Point}+$/u;
const blank = /^(?![\u00a0\u2007\u202f])\p{Zs}\p{Default_Ignorable_Code_Point}*$/u;
const wantsPicture = /\ufe0f/u;

/**
 * NFC, one paragraph: what breaks lines or steers machines is a blank, soft hyphens are gone,
 * lone surrogates are U+FFFD.
 */
function cleaned(text: string): string {
  // Cut first: hostile text may be very long; twice the room for what is composed or left out afterwards.
  const short = text
    .slice(0, 2 * longest)
    .toWellFormed()
    .normalize('NFC');
  const clean = short
    .replace(/\u00ad/gu, '')
    .replace(/[\p{Cc}\u2028\u2029 ]+/gu, ' ')
    .trim();
  return clean.length <= longest ? clean : `${clean.slice(0, longest).toWellFormed()}…`;
}

function covers(font: FontName, grapheme: string, bold: boolean): boolean {
  const face = openFont(font, bold);
  return [...grapheme].every(
    (character) => unseen.test(character) || face.hasGlyphForCodePoint(character.codePointAt(0) ?? 0),
  );
}

/** Chosen once for each grapheme, font before it, and weight. */
const chosen = new Map<string, FontName | null>();

function fontOf(grapheme: string, previous: FontName, bold: boolean): FontName | null {
  if (plain.test(grapheme)) return mainFont;
  const key = `${previous}${bold ? '*' : ' '}${grapheme}`;
  let font = chosen.get(key);
  if (font === undefined) {
    const first = String.fromCodePoint(grapheme.codePointAt(0) ?? 0);
    const own = fontsFor(wantsPicture.test(grapheme) ? '😀' : first);
    // A comma or a vowel sign that scripts share is written like what stands before it.
    const candidates = [...(own.includes(previous) ? [previous] : []), ...own, ...fallbackFonts];
    font = candidates.find((name) => covers(name, grapheme, bold)) ?? null;
    if (chosen.size > 20_000) chosen.clear();
    if (grapheme.length < 20) chosen.set(key, font);
  }
  return font;
}

/** What no font can draw as a whole is drawn without the marks that are missing. */
function drawable(grapheme: string, previous: FontName, bold: boolean): { text: string; font: FontName } {
  const whole = fontOf(grapheme, previous, bold);
  if (whole !== null) return { text: grapheme, font: whole };
  const [base = '', ...marks] = grapheme;
  const font = fontOf(base, previous, bold) ?? mainFont;
  return { text: base + marks.filter((mark) => covers(font, mark, bold)).join(''), font };
}

export function paragraph(text: string, bold: boolean): Paragraph {
  const clean = cleaned(text);
  const breaks = lineBreaks(clean);
  const { level, mirrored, rightToLeft } = directions(clean);
  const units: Unit[] = [];
  for (const { segment, index } of segments(clean)) {
    if (unseen.test(segment)) continue;
    const last = units.at(-1)?.font ?? mainFont;
    const place = { level: level(index), mayBegin: breaks.has(index) };
    if (segment.startsWith(' ') && blank.test(segment)) {
      // A blank of the same font lets the words beside it be drawn as one run;
      // that of the emoji is as wide as a picture.
      units.push({ text: ' ', font: last === 'NotoEmoji' ? mainFont : last, blank: true, ...place });
    } else if (blank.test(segment)) {
      units.push({ ...drawable(segment, last, bold), blank: true, ...place });
    } else {
      // A mark by itself stands on a blank that does not end a word.
      const steady = segment.replace(/^ /u, '\u00a0');
      const turned = place.level % 2 === 1 ? mirrored(steady) : steady;
      units.push({ ...drawable(turned, last, bold), blank: false, ...place });
    }
  }
  return { units, rightToLeft };
}
