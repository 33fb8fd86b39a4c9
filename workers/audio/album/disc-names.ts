/**
 * What the name of a folder tells of a disc: `CD 2`, `Disque 1`, `Seite A`, `Album (Disc 2)`, `Teil 3`, `(1)`. What
 * counts the albums of a series (`Folge 12`, `Band 3`, `Vol. 2`) is none of it. Pure.
 */

export interface DiscName {
  /** The outer one first: 1, 2 for `CD 1 Seite B`. */
  discs: number[];
  /** What else is in the name: `Album` of `Album (CD 2)`; empty for `CD 2`. */
  stem: string;
  /** The name alone says it. Otherwise it may count books, or be a title: tags may know better. */
  isSure: boolean;
}

/** Sound carriers, in the languages of the pens and their neighbours'. */
const carriers = [
  ...['cd', 'dvd', 'lp', 'mc', 'disc', 'disk', 'disque', 'disco', 'diskette'],
  ...['scheibe', 'platte', 'schallplatte', 'kassette', 'cassette', 'cassetta', 'casete', 'cinta'],
  ...['schijf', 'plaat', 'skiva', 'plade', 'płyta', 'plyta', 'kaseta', 'диск', 'кассета', 'пластинка'],
];
const sides = [
  ...['tape', 'seite', 'side', 'face', 'lato', 'cara', 'lado', 'kant', 'zijde', 'sida', 'strona', 'strana', 'сторона'],
];
/** A book may have them as well as a recording. */
const parts = ['teil', 'tl', 'part', 'pt', 'partie', 'parte', 'deel', 'del', 'część', 'část', 'часть'];

/** How 1 to 10 are written where they are no digits. */
const numerals = [
  ['a', 'i', 'one', 'eins', 'un', 'uno', 'één'],
  ['b', 'ii', 'two', 'zwei', 'deux', 'due', 'dos', 'twee'],
  ['c', 'iii', 'three', 'drei', 'trois', 'tre', 'tres', 'drie'],
  ['d', 'iv', 'four', 'vier', 'quatre', 'quattro', 'cuatro'],
  ['e', 'v', 'five', 'fünf', 'cinq', 'cinque', 'cinco', 'vijf'],
  ['f', 'vi', 'six', 'sechs', 'sei', 'seis', 'zes'],
  ['g', 'vii', 'seven', 'sieben', 'sept', 'sette', 'siete', 'zeven'],
  ['h', 'viii', 'eight', 'acht', 'huit', 'otto', 'ocho'],
  ['ix', 'nine', 'neun', 'neuf', 'nove', 'nueve', 'negen'],
  ['x', 'ten', 'zehn', 'dix', 'dieci', 'diez', 'tien'],
];
const valueOf = new Map(numerals.flatMap((names, at) => names.map((name) => [name, at + 1])));

const any = (words: readonly string[]): string => `(?:${words.join('|')})`;
/** `1 of 3`, `1 von 3`. */
const digits = '0*(?<digits>\\d{1,3})(?!\\d)(?:\\s*(?:of|von|de|van|di|av|из)\\s*\\d{1,3}(?!\\d))?';
const spelled = `(?<word>${numerals
  .flat()
  .sort((a, b) => b.length - a.length)
  .join('|')})`;
/** `2.`, `2nd`, `2e`: a bare number before the word counts discs, as in `2 CD`. */
const ordinal = '0*(?<ordinal>\\d{1,3})(?:\\.|st|nd|rd|th|er|re|ère|e|ª|º|°)\\s*[_-]?\\s*';
const gap = '[\\s._#:-]*';
const open = '\\s*[([{]?\\s*';
const close = '\\s*[)\\]}]?';
/** What stands before it is no part of the word. */
const front = '^(?<front>|.*?[^\\p{L}\\p{N}])';
const expression = (source: string): RegExp => new RegExp(source, 'iu');

/** The whole name: `CD 2`, `(Disc Two)`, `2. CD`, `Side A`, `Teil 3`, `(2)`. */
const whole = [
  expression(`^${open}${any([...carriers, ...sides, ...parts])}${gap}(?:${digits}|${spelled})${close}$`),
  expression(`^${open}${ordinal}${any([...carriers, ...sides, ...parts])}${close}$`),
  /^[([{#]?\s*0*(?<digits>\d{1,2})\s*[)\]}.]?$/,
];
/** A mere number, too. */
const isDoubtful = expression(`^[^\\p{L}]*$|${any(parts)}`);
/** With a name before it, behind it, or both. */
const inside = [
  // `Album - Side A`, `CD 1 Side A`, but no `Face 2 Face`.
  expression(`^(?<front>.*(?:[([{,–—-]|\\d)\\s*)${any(sides)}${gap}(?:${digits}|${spelled})${close}$`),
  expression(`${front}${any(carriers)}${gap}${digits}${close}(?<tail>.*)$`),
  expression(`${front}${any(carriers)}[\\s._#:-]+${spelled}${close}$`),
  expression(`${front}${ordinal}${any(carriers)}${close}$`),
];

/** Longer names are nobody's, and cost more than they are worth. */
const longest = 300;

/** Null for a name that says nothing of a disc. */
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

/** Null where nothing matches. */
function numberIn(match: RegExpExecArray | null): number | null {
  if (match === null) return null;
  const { digits: number, ordinal: place, word = '' } = match.groups ?? {};
  return Number(number ?? place ?? valueOf.get(word.toLowerCase()));
}

/**
 * `Album (CD 2) [2003]` is one of several; `CD 2 - The Storm` and `Album CD 2 The Storm` have titles of their own.
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

/** Composed, with blanks for underscores where it has no blanks. */
function plainText(name: string): string {
  const text = name.normalize('NFC').trim();
  return text.includes(' ') ? text : text.replaceAll('_', ' ').trim();
}
