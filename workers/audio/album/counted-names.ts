/**
 * Makes sort keys of the file names of a folder. Numerals and dates become digits: `Teil 9` for `Teil IX`, `3 Nacht`
 * for `Dritte Nacht`, `2021-12-29 Brief` for `29.12.2021 Brief`. Titles do not change. Pure.
 */
import { groupBy } from '../../base/group-by.js';
import { withSortableDates } from './dates.js';
import { numeralIn, romanIn } from './numerals.js';

/** Words before or after a number that counts parts. */
const counters = new Set([
  ...['teil', 'tl', 'kapitel', 'kap', 'folge', 'band', 'bd', 'akt', 'szene', 'abschnitt', 'satz', 'nummer', 'nr'],
  ...['part', 'pt', 'chapter', 'episode', 'volume', 'vol', 'act', 'scene', 'section', 'movement', 'number'],
  ...['partie', 'chapitre', 'épisode', 'tome', 'acte', 'scène', 'mouvement', 'numéro'],
  ...['deel', 'hoofdstuk', 'aflevering', 'bedrijf', 'scène', 'seite', 'side', 'face', 'kant', 'cd', 'disc'],
]);

interface Found {
  /** Position in the list of names. */
  name: number;
  from: number;
  to: number;
  value: number;
  /** True next to a word such as `Teil` or `chapter`. */
  isCounted: boolean;
  isRoman: boolean;
  /** The text before it, and the word after it. */
  before: string;
  after: string;
}

/** Maximum length of a name that is read, in UTF-16 units. */
const longest = 300;

/** @param names of the files of one folder, without extension */
export function countedNames(names: readonly string[]): string[] {
  const dated = withSortableDates(names);
  const all = dated.flatMap((name, at) => (name.length > longest ? [] : numeralsIn(name, at)));
  const groups = groupBy(all, ({ before }) => before);
  const counted = countedOf(all, dated);
  const series = [...groups.values()].filter(isSeries).flat();
  // Fewer names may have numerals by chance: `One Love` and `Two Hearts` among other songs.
  const isMost = new Set(series.map(({ name }) => name)).size * 2 > names.length;
  const sortable = [...dated];
  // From the right, so that the positions of the others stay valid.
  for (const { name, from, to, value } of [...new Set([...counted, ...(isMost ? series : [])])].sort(fromRight)) {
    const text = sortable[name] ?? '';
    sortable[name] = `${text.slice(0, from)}${value}${text.slice(to)}`;
  }
  return sortable;
}

const fromRight = (a: Found, b: Found): number => b.from - a.from;

/**
 * Returns the numerals next to words such as `Teil`. If only one name has such a numeral, another name must have digits
 * in its place: `Second Act` may be a song. `Teil I` next to `Teil A` is a letter.
 */
function countedOf(all: readonly Found[], names: readonly string[]): Found[] {
  const digits = new Set<string>();
  const letters = new Set<string>();
  for (const name of names.filter(({ length }) => length <= longest)) {
    for (const { index } of name.matchAll(/(?<!\d)\d/g)) digits.add(name.slice(0, index).toLowerCase());
    for (const { index } of name.matchAll(/(?<![\p{L}\p{M}])(?![IVXL])\p{L}(?![\p{L}\p{M}])/giu))
      letters.add(name.slice(0, index).toLowerCase());
  }
  const counted = all.filter(
    ({ isCounted, isRoman, from, to, before }) => isCounted && !(isRoman && to - from === 1 && letters.has(before)),
  );
  const areSeveral = new Set(counted.map(({ name }) => name)).size > 1;
  return areSeveral ? counted : counted.filter(({ before }) => digits.has(before));
}

/**
 * Reports whether numbers differ and have no large gaps. Equal numbers must have the same word after them:
 * `Erste Nacht, Teil 1` and `Erste Nacht, Teil 2`, but not `I am a bear` and `I can fly`.
 */
function isSeries(group: readonly Found[]): boolean {
  const numbers = group.map(({ value }) => value);
  const { size } = new Set(numbers);
  const span = Math.max(...numbers) - Math.min(...numbers) + 1;
  return size > 1 && new Set(group.map(({ value, after }) => `${value} ${after}`)).size === size && span < 2 * size;
}

function numeralsIn(text: string, name: number): Found[] {
  const words = [...text.matchAll(/[\p{L}\p{M}]+/gu)].map((match) => ({ word: match[0], from: match.index }));
  const found = (from: number, to: number, rest: Pick<Found, 'value' | 'isCounted' | 'isRoman'>): Found => ({
    ...{ name, from, to, ...rest },
    before: text.slice(0, from).toLowerCase(),
    after: words.find((word) => word.from >= to)?.word.toLowerCase() ?? '',
  });
  let end = 0;
  return words.flatMap(({ word, from }, at): Found[] => {
    // `One` is a part of `Twenty One`.
    if (from < end) return [];
    const before = words[at - 1];
    const gap = before === undefined ? '' : text.slice(before.from + before.word.length, from);
    const isAfter = before !== undefined && isCounter(before.word) && /^[\s._#:-]*$/.test(gap);
    if (/\d$/.test(text.slice(0, from)) || /^[\d'’]/.test(text.slice(from + word.length))) return [];
    const value = romanIn(word);
    const isRoman = value !== null && (isAfter || word === word.toUpperCase());
    if (isRoman) return [found(from, from + word.length, { value, isCounted: isAfter, isRoman })];
    // `twenty-one`, `vingt et un`
    for (const count of [3, 2, 1]) {
      const last = words[at + count - 1];
      if (last === undefined) continue;
      const to = last.from + last.word.length;
      const numeral = numeralIn(text.slice(from, to).replace(/\s+/g, '-'));
      if (numeral === null) continue;
      const isBefore = numeral.isOrdinal && isCounter(words[at + count]?.word ?? '');
      end = to;
      return [found(from, to, { value: numeral.value, isCounted: isAfter || isBefore, isRoman })];
    }
    return [];
  });
}

const isCounter = (word: string): boolean => counters.has(word.normalize('NFC').toLowerCase());
