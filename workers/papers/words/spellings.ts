/**
 * Umlauts are typed in three ways: `Müller`, `Mueller`, `Muller`. The index has the letter without its dots, so
 * `Müller` and `Muller` are equal there, and a query adds the other spellings.
 */
import { foldWord } from '../fold.js';

const twoLetters: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' };

/** `Müller` → `mueller`, `Søren` → `soeren`: the plain word in which each umlaut is two letters. */
export const withTwoLetters = (word: string): string =>
  foldWord(
    word
      .normalize('NFC')
      .toLowerCase()
      .replace(/[äöüøå]/g, (letter) => twoLetters[letter] ?? letter),
  );

/**
 * `mueller` → `muller`. Two letters after a vowel (`bauer`, `neue`, `queue`), at the end (`xue`, `poe`) or before a
 * last l (`michael`) are not an umlaut.
 */
const twoForOne = /(?<![aeiouyq])(?:([aou])e|(a)a)(?=[a-z])(?!l$)/g;
const oneFor = (_: string, one: string | undefined): string => one ?? 'a';
const withOneLetter = (plain: string): string => plain.replace(twoForOne, oneFor);

/** Places of a word that are spelled in both ways, independently of each other. */
const mostPlaces = 3;

/** Returns the word with some or all of the matches replaced; of many, the later ones are always replaced. */
function mixtures(word: string, pattern: RegExp, put: (match: string, one?: string) => string): string[] {
  const places = Math.min([...word.matchAll(pattern)].length, mostPlaces);
  return Array.from({ length: 2 ** places - 1 }, (_, kept) => {
    let at = 0;
    return word.replace(pattern, (match: string, one?: string) => ((kept >> at++) & 1 ? match : put(match, one)));
  });
}

/** `Müller` → `mueller`, `Søgård` → `soegaard`, `sogaard`, `soegard`: other plain words of a word with umlauts. */
export const umlautsOf = (word: string): string[] =>
  mixtures(word.normalize('NFC').toLowerCase(), /[äöüøå]/g, (letter) => twoLetters[letter] ?? letter)
    .map(foldWord)
    .filter((one) => one !== foldWord(word) && /^[a-z]+$/.test(one));

const fewestLetters = 4;
/** In other texts than names, shorter words with two letters are often other words: `gust`, `guest`. */
const fewestInTexts = 8;
/** Each spelling is another word to look up. */
const mostSpellings = 6;

/** Returns other spellings under which a plain word may be in the index, without the word itself. */
export function spellingsOf(plain: string): string[] {
  if (plain.length < fewestLetters || !/^[a-z]+$/.test(plain)) return [];
  const others = mixtures(plain, twoForOne, oneFor);
  if (others.length > 0) return others;
  const places = [...plain.matchAll(/(?<![aeiouyq])[aou](?=[a-z])(?![aeiou])(?!l$)/g)];
  return places
    .flatMap(({ 0: letter, index }) => {
      const put = (two: string): string => plain.slice(0, index) + two + plain.slice(index + 1);
      return letter === 'a' ? [put('ae'), put('aa')] : [put(`${letter}e`)];
    })
    .slice(0, mostSpellings);
}

/** Returns true if other spellings of the plain word are searched outside the names of authors too. */
export const isLongEnough = (plain: string): boolean => plain.length >= fewestInTexts;

/** Returns true if a typed word is the spelling of a name, or begins it. */
export function isSpelling(name: string, typed: string, compare: (name: string, typed: string) => boolean): boolean {
  const names = [foldWord(name), withTwoLetters(name)];
  const plain = foldWord(typed);
  if ([plain, withTwoLetters(typed)].some((one) => names.some((other) => compare(other, one)))) return true;
  return plain.length >= fewestLetters && compare(withOneLetter(names[0] ?? ''), plain);
}
