/**
 * How good the searches are: 778 real texts, the vectors of a real model (MiniLM), and labels that are in neither. A
 * text is asked for others like it, by the words of its title and introduction, by its vector, and by both; how many of
 * the first ten have two labels of it is what counts. Plain BM25 is what SQLite does with the same words by itself.
 */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import Database from 'libsql';
import { DatabaseManager } from '../../../workers/papers/database-manager.js';
import { fuse } from '../../../workers/papers/words/fuse.js';
import { labelledTexts, type LabelledText } from '../../support/labelled-texts.js';

const texts = (await labelledTexts()).filter(({ title }) => title !== '');
const byUid = new Map(texts.map((text) => [text.uid, text]));
const asked = texts.filter((_, n) => n % 3 === 0);
const queryOf = ({ title, introduction }: LabelledText): string => `${title} ${introduction}`;
const depth = 101;

const database = new DatabaseManager(':memory:');
const plain = new Database(':memory:');
afterAll(async () => {
  plain.close();
  await database.close();
});
beforeAll(async () => {
  plain.exec('create virtual table texts using fts5(uid unindexed, title, abstract)');
  for (const { uid, title, text } of texts) plain.prepare('insert into texts values (?, ?, ?)').run([uid, title, text]);
  await database.addPapers(
    texts.map(({ uid, title, text }) => ({ uid, title, abstract: text, authors: [], year: 2020, conference: 'C' })),
  );
});

const byPlainWords = (text: LabelledText): string[] => plainly(queryOf(text));

function plainly(query: string): string[] {
  const words = new Set(query.toLowerCase().match(/[\p{L}\p{N}]+/gu));
  const match = [...words].map((word) => `"${word}"`).join(' OR ');
  const rows = plain.prepare('select uid from texts where texts match ? order by rank limit ?').all([match, depth]);
  return (rows as { uid: string }[]).map(({ uid }) => uid);
}

const byWords = async (text: LabelledText): Promise<string[]> =>
  (await database.searchWords(queryOf(text), { limit: depth })).uids;

function byMeaning({ vector }: LabelledText): string[] {
  const closeness = (other: LabelledText): number =>
    other.vector.reduce((sum, one, at) => sum + one * (vector[at] ?? 0), 0);
  const all = texts.map((other) => ({ uid: other.uid, near: closeness(other) }));
  return all
    .sort((one, other) => other.near - one.near)
    .slice(0, depth)
    .map(({ uid }) => uid);
}

/** The share of the first ten that is of the kind of what was asked for, on average. */
async function quality(search: (text: LabelledText) => string[] | Promise<string[]>): Promise<number> {
  let right = 0;
  for (const text of asked) {
    const found = (await search(text)).filter((uid) => uid !== text.uid).slice(0, 10);
    right += found.filter((uid) => isLike(text, byUid.get(uid))).length / 10;
  }
  return right / asked.length;
}

const isLike = ({ labels }: LabelledText, other: LabelledText | undefined): boolean =>
  labels.filter((label) => other?.labels.includes(label)).length >= 2;

it('finds by both more than by words or meaning alone', async () => {
  const shares = {
    plain: await quality(byPlainWords),
    words: await quality(byWords),
    meaning: await quality(byMeaning),
    both: await quality(async (text) => fuse([byMeaning(text), await byWords(text)])),
  };
  const shown = Object.entries(shares).map(([name, share]) => `${name} ${share.toFixed(3)}`);
  process.stdout.write(`    of the first ten are right: ${shown.join(', ')}\n`);
  expect(shares.words).toBeGreaterThanOrEqual(shares.plain);
  expect(shares.both).toBeGreaterThan(Math.max(shares.words, shares.meaning));
});

/** Swaps two letters in each of the two longest words. */
function misspelt(title: string): string {
  const words = title.split(' ');
  const longest = [...words.keys()].sort((one, other) => (words[other] ?? '').length - (words[one] ?? '').length);
  for (const at of longest.slice(0, 2)) words[at] = (words[at] ?? '').replace(/^(..)(.)(.)/, '$1$3$2');
  return words.join(' ');
}

const titled = texts.filter((_, n) => n % 6 === 0);
const sameTitle = (one: LabelledText, other: LabelledText | undefined): boolean =>
  one.title.toLowerCase() === other?.title.toLowerCase();

/** The share of texts that are found first, or another with the same title. */
async function firstBy(
  queryFor: (text: LabelledText) => string,
  search: (query: string, text: LabelledText) => string[] | Promise<string[]>,
): Promise<number> {
  let first = 0;
  for (const text of titled) if (sameTitle(text, byUid.get((await search(queryFor(text), text))[0] ?? ''))) first++;
  return first / titled.length;
}

it.each<readonly [string, (text: LabelledText) => string]>([
  ['its title', ({ title }) => title],
  ['its title with two typing errors', ({ title }) => misspelt(title)],
  ['the beginning of its text', ({ text }) => text.slice(0, 600)],
])('finds a text by %s first as often as plain BM25, by words and by both', async (what, queryFor) => {
  const words = async (query: string): Promise<string[]> => (await database.searchWords(query, { limit: depth })).uids;
  const shares = {
    plain: await firstBy(queryFor, plainly),
    words: await firstBy(queryFor, words),
    both: await firstBy(queryFor, async (query, text) => fuse([byMeaning(text), await words(query)])),
  };
  const shown = Object.entries(shares).map(([name, share]) => `${name} ${share.toFixed(3)}`);
  process.stdout.write(`    by ${what}, first: ${shown.join(', ')}\n`);
  expect(Math.min(shares.words, shares.both)).toBeGreaterThanOrEqual(shares.plain);
});
