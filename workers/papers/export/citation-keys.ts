/** Citation keys of papers: "lovelace2020pens". */
import { commonWords } from '../words/common-words.js';
import type { Paper } from '../types.js';
import { nameParts } from './names.js';

/** Letters that Unicode decomposition does not reduce to ASCII. */
const spelt: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ı: 'i' },
};

/** Characters of a word in a key. Decomposing letters takes time by the square of the accents on one. */
const longestWord = 100;

const plain = (text: string): string =>
  text
    .slice(0, longestWord)
    .toLowerCase()
    .replace(/[ßæœøđðþłı]/g, (letter) => spelt[letter] ?? '')
    .normalize('NFKD')
    .replace(/[^a-z0-9]/g, '');

/** Returns the paper's own key, if it has one. A BibTeX key contains the year; a conference's number does not. */
function broughtAlong({ original_id: id, year }: Paper): string | undefined {
  return typeof id === 'string' && /^[a-z][\w:./+-]{3,99}$/i.test(id) && id.includes(String(year)) ? id : undefined;
}

function keyOf(paper: Paper): string {
  const [author = ''] = paper.authors;
  const word = paper.title
    .split(/[\s\p{Pd}:]+/u)
    .filter((one) => !commonWords.has(one.toLowerCase()))
    .map(plain)
    .find((one) => one.length > 1);
  return `${plain(nameParts(author).family) || 'anonymous'}${paper.year}${word ?? ''}`;
}

/** Gives each paper of a file a unique key. Keys that differ only in case count as equal. */
export function citationKeys(): (paper: Paper) => string {
  const given = new Set<string>();
  /** The last number of each key, so that a thousand papers with one key are not counted again and again. */
  const numbers = new Map<string, number>();
  return (paper) => {
    const key = broughtAlong(paper) ?? keyOf(paper);
    const name = key.toLowerCase();
    let one = key;
    for (let n = numbers.get(name) ?? 2; given.has(one.toLowerCase()); n++) {
      one = `${key}-${n}`;
      numbers.set(name, n + 1);
    }
    given.add(one.toLowerCase());
    return one;
  };
}
