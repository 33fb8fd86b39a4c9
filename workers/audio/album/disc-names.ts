/**
 * Detects a disc in the name of a folder: `CD 2`, `Disque 1`, `Seite A`, `Album (Disc 2)`, `Teil 3`, `(1)`. Words that
 * count the albums of a series (`Folge 12`, `Band 3`, `Vol. 2`) are not discs. Pure.
 */
import { cardinalWords, numeralIn, ordinalWords, romanIn } from './numerals.js';

export interface DiscName {
  /** The outer one first: 1, 2 for `CD 1 Seite B`. */
  discs: number[];
  /** The rest of the name: `Album` of `Album (CD 2)`; empty for `CD 2`. */
  stem: string;
  /** The name is unambiguous. Otherwise it may count books or be a title, and tags take precedence. */
  isSure: boolean;
}

/** Words for discs and tapes in the languages of the pens and of neighbouring countries. */
const carriers = [
  ...['cd', 'dvd', 'lp', 'mc', 'disc', 'disk', 'disque', 'disco', 'diskette'],
  ...['scheibe', 'platte', 'schallplatte', 'kassette', 'cassette', 'cassetta', 'casete', 'cinta'],
  ...['schijf', 'plaat', 'skiva', 'plade', 'płyta', 'plyta', 'kaseta', 'диск', 'кассета', 'пластинка'],
];
const sides = [
  ...['tape', 'seite', 'side', 'face', 'lato', 'cara', 'lado', 'kant', 'zijde', 'sida', 'strona', 'strana', 'сторона'],
];
/** Words that also count parts of a book. */
const parts = ['teil', 'tl', 'part', 'pt', 'partie', 'parte', 'deel', 'del', 'część', 'část', 'часть'];

/** Letters, and words in more languages, for the numbers 1 to 10. */
const numerals = [
  ['a', 'uno'],
  ['b', 'due', 'dos'],
  ['c', 'tre', 'tres'],
  ['d', 'quattro', 'cuatro'],
  ['e', 'cinque', 'cinco'],
  ['f', 'sei', 'seis'],
  ['g', 'sette', 'siete'],
  ['h', 'otto', 'ocho'],
  ['nove', 'nueve'],
  ['dieci', 'diez'],
];
const valueOf = new Map(numerals.flatMap((names, at) => names.map((name) => [name, at + 1])));

const any = (words: readonly string[]): string => `(?:${words.join('|')})`;
/** `1 of 3`, `1 von 3`, `1 sur 3`. */
const digits = '0*(?<digits>\\d{1,3})(?!\\d)(?:\\s*(?:of|von|sur|de|van|di|av|из)\\s*\\d{1,3}(?!\\d))?';
const longestFirst = (words: readonly string[]): string => words.toSorted((a, b) => b.length - a.length).join('|');
const spelled = `(?<word>x{0,3}(?:ix|iv|v?i{1,3}|v)|x{1,3}|${longestFirst([...numerals.flat(), ...cardinalWords])})`;
const nth = `(?<nth>(?:${longestFirst(ordinalWords)})[rsnm]?)[\\s_-]+`;
/** `2.`, `2nd`, `2e`. A bare number before the word counts discs, as in `2 CD`. */
const ordinal = '0*(?<ordinal>\\d{1,3})(?:\\.|st|nd|rd|th|er|re|ère|e|ª|º|°)\\s*[_-]?\\s*';
const gap = '[\\s._#:-]*';
const open = '\\s*[([{]?\\s*';
const close = '\\s*[)\\]}]?';
/** Text before the word, which must end at a word boundary. */
const front = '^(?<front>|.*?[^\\p{L}\\p{N}])';
const expression = (source: string): RegExp => new RegExp(source, 'iu');

/** Patterns of a whole name: `CD 2`, `(Disc Two)`, `2. CD`, `Zweite CD`, `Side A`, `Teil 3`, `(2)`. */
const whole = [
  expression(`^${open}${any([...carriers, ...sides, ...parts])}${gap}(?:${digits}|${spelled})${close}$`),
  expression(`^${open}${ordinal}${any([...carriers, ...sides, ...parts])}${close}$`),
  expression(`^${open}${nth}${any([...carriers, ...sides, ...parts])}${close}$`),
  /^[([{#]?\s*0*(?<digits>\d{1,2})\s*[)\]}.]?$/,
];
/** A part, or just a number. */
const isDoubtful = expression(`^[^\\p{L}]*$|${any(parts)}`);
/** Patterns with a name before the disc, after it, or both. */
const inside = [
  // Matches `Album - Side A` and `CD 1 Side A`, but not `Face 2 Face`.
  expression(`^(?<front>.*(?:[([{,–—-]|\\d)\\s*)${any(sides)}${gap}(?:${digits}|${spelled})${close}$`),
  expression(`${front}${any(carriers)}${gap}${digits}${close}(?<tail>.*)$`),
  expression(`${front}${any(carriers)}[\\s._#:-]+${spelled}${close}$`),
  expression(`${front}${ordinal}${any(carriers)}${close}$`),
];

/** Ignores longer names, because matching them is slow. */
const longest = 300;

/** Returns null for a name without a disc. */
export function discName(folder: string): DiscName | null {
  if (folder.length > longest) return null;
  const name = plainText(folder);
  for (const pattern of whole) {
    const disc = numberIn(pattern.exec(name));
    if (disc !== null) return disc === 0 ? null : { discs: [disc], stem: '', isSure: !isDoubtful.test(name) };
  }
  for (const pattern of inside) {
    const match = pattern.exec(name);
    const disc = numberIn(match);
    const { front = '', tail = '' } = match?.groups ?? {};
    if (disc !== null && disc > 0) return withRest(trimmed(front), disc, tail.trim());
  }
  return null;
}

/** Returns null without a match. */
function numberIn(match: RegExpExecArray | null): number | null {
  if (match === null) return null;
  const { digits: number, ordinal: place, word = '', nth: inWords = word } = match.groups ?? {};
  return Number(number ?? place ?? valueOf.get(word.toLowerCase()) ?? romanIn(word) ?? numeralIn(inWords)?.value);
}

/**
 * `Album (CD 2) [2003]` is one disc of several; `CD 2 - The Storm` and `Album CD 2 The Storm` have their own titles.
 */
function withRest(front: string, disc: number, rest: string): DiscName {
  const outer = front === '' ? null : discName(front);
  if (outer?.isSure === true && rest === '') return { ...outer, discs: [...outer.discs, disc] };
  const isTitled = rest !== '' && !/^[([{]/.test(rest);
  return {
    discs: [disc],
    stem: front === '' || isTitled ? front : `${front} ${rest}`.trim(),
    isSure: front !== '' && !isTitled,
  };
}

const trimmed = (text: string): string => text.replace(/[\s._,;:–—([{-]+$/u, '').trim();

/** Normalizes to NFC, and replaces underscores by blanks if the name has no blanks. */
function plainText(name: string): string {
  const text = name.normalize('NFC').trim();
  return text.includes(' ') ? text : text.replaceAll('_', ' ').trim();
}
