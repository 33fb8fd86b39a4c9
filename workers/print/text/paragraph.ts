/**
 * A text prepared for typesetting: graphemes, each with its font and direction, and the positions where a line may end.
 */
import { directions } from './bidi.js';
import { fallbackFonts, fontsFor, mainFont, type FontName } from '../fonts/font-files.js';
import { lineBreaks } from './line-breaks.js';
import { openFont } from '../fonts/open-fonts.js';

/** A grapheme: what a reader sees as one character. */
export interface Unit {
  /** The drawn text. */
  text: string;
  font: FontName;
  /** Embedding level; odd levels read from right to left. */
  level: number;
  blank: boolean;
  /** True if a line may begin here. */
  mayBegin: boolean;
}

export interface Paragraph {
  /** In reading order, without invisible control characters: isolated joiners, direction marks. */
  units: Unit[];
  rightToLeft: boolean;
}

/** Maximum text length in UTF-16 units. No real title is that long, and a hostile one must not block the others. */
const longest = 10_000;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Maximum grapheme length in UTF-16 units. No real character is longer. */
const longestGrapheme = 64;

function* segments(text: string): Generator<{ segment: string; index: number }> {
  for (const { segment, index } of graphemes.segment(text)) {
    if (segment.length <= longestGrapheme) {
      yield { segment, index };
      continue;
    }
    let place = index;
    for (const character of segment) {
      // Drops marks past the limit: the layout engine's cost per mark grows with their number.
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
 * Normalizes to NFC and one paragraph: line breaks and control characters become blanks, soft hyphens are removed, lone
 * surrogates become U+FFFD.
 */
function cleaned(text: string): string {
  // Cuts first, because hostile text may be very long. Twice the limit leaves room for characters that are composed or
  // removed below.
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

/** Cached font per grapheme, previous font and weight. */
const chosen = new Map<string, FontName | null>();

function fontOf(grapheme: string, previous: FontName, bold: boolean): FontName | null {
  if (plain.test(grapheme)) return mainFont;
  const key = `${previous}${bold ? '*' : ' '}${grapheme}`;
  let font = chosen.get(key);
  if (font === undefined) {
    const first = String.fromCodePoint(grapheme.codePointAt(0) ?? 0);
    const own = fontsFor(wantsPicture.test(grapheme) ? '😀' : first);
    // A comma or a vowel sign shared by several scripts uses the font of the previous character.
    const candidates = [...(own.includes(previous) ? [previous] : []), ...own, ...fallbackFonts];
    font = candidates.find((name) => covers(name, grapheme, bold)) ?? null;
    if (chosen.size > 20_000) chosen.clear();
    if (grapheme.length < 20) chosen.set(key, font);
  }
  return font;
}

/** Drops the marks that the font lacks if no font can draw the whole grapheme. */
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
      // Keeps the font of the previous word, so that both are drawn as one run. The blank of the emoji font is as wide
      // as a picture.
      units.push({ text: ' ', font: last === 'NotoEmoji' ? mainFont : last, blank: true, ...place });
    } else if (blank.test(segment)) {
      units.push({ ...drawable(segment, last, bold), blank: true, ...place });
    } else {
      // Draws an isolated mark on a no-break space, which does not end a word.
      const steady = segment.replace(/^ /u, '\u00a0');
      const turned = place.level % 2 === 1 ? mirrored(steady) : steady;
      units.push({ ...drawable(turned, last, bold), blank: false, ...place });
    }
  }
  return { units, rightToLeft };
}
