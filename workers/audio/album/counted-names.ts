/**
 * Gives each file name of a folder a name to sort by, in which numerals and dates are digits: `Teil 9` for `Teil IX`,
 * `3 Nacht` for `Dritte Nacht`, `2021-12-29 Brief` for `29.12.2021 Brief`. Titles keep the words. Pure.
 */
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
  /** A word that counts stands next to it. */
  isCounted: boolean;
}

/** Longer names are not read. */
const longest = 300;

/** @param names of the files of one folder, without extension */
export function countedNames(names: readonly string[]): string[] {
  const dated = withSortableDates(names);
  const groups = new Map<string, Found[]>();
  for (const [at, name] of dated.entries())
    for (const found of name.length > longest ? [] : numeralsIn(name, at)) {
      const before = name.slice(0, found.from).toLowerCase();
      const group = groups.get(before);
      if (group === undefined) groups.set(before, [found]);
      else group.push(found);
    }
  const counted = [...groups.values()].flat().filter(({ isCounted }) => isCounted);
  const series = [...groups.values()].filter(isSeries).flat();
  // Fewer may be chance: `One Love` and `Two Hearts` among other songs.
  const isMost = new Set(series.map(({ name }) => name)).size * 2 > names.length;
  const first = new Map<number, Found>();
  for (const found of [...counted, ...(isMost ? series : [])].sort((a, b) => b.from - a.from))
    first.set(found.name, found);
  return dated.map((name, at) => {
    const { from, to, value } = first.get(at) ?? { from: 0, to: 0, value: '' };
    return `${name.slice(0, from)}${value}${name.slice(to)}`;
  });
}

/** True for different numbers without large gaps. `I am a bear` and `I can fly` both have a 1. */
function isSeries(group: readonly Found[]): boolean {
  const numbers = group.map(({ value }) => value);
  const span = Math.max(...numbers) - Math.min(...numbers) + 1;
  return group.length > 1 && new Set(numbers).size === group.length && span < 2 * group.length;
}

function numeralsIn(text: string, name: number): Found[] {
  const words = [...text.matchAll(/[\p{L}\p{M}]+/gu)].map((match) => ({ word: match[0], from: match.index }));
  return words.flatMap(({ word, from }, at): Found[] => {
    const before = words[at - 1];
    const gap = before === undefined ? '' : text.slice(before.from + before.word.length, from);
    const isAfter = before !== undefined && isCounter(before.word) && /^[\s._#:-]*$/.test(gap);
    if (/\d$/.test(text.slice(0, from)) || /^[\d'’]/.test(text.slice(from + word.length))) return [];
    const value = romanIn(word);
    const isRoman = value !== null && (isAfter || word === word.toUpperCase());
    if (isRoman) return [{ name, from, to: from + word.length, value, isCounted: isAfter }];
    // `twenty-one`, `vingt et un`
    for (const count of [3, 2, 1]) {
      const last = words[at + count - 1];
      if (last === undefined) continue;
      const to = last.from + last.word.length;
      const numeral = numeralIn(text.slice(from, to).replace(/\s+/g, '-'));
      if (numeral === null) continue;
      const isBefore = numeral.isOrdinal && isCounter(words[at + count]?.word ?? '');
      return [{ name, from, to, value: numeral.value, isCounted: isAfter || isBefore }];
    }
    return [];
  });
}

const isCounter = (word: string): boolean => counters.has(word.normalize('NFC').toLowerCase());
