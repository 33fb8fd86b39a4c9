/** Where there are many, other ways are gone than where there are few: to the same answers. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { DatabaseManager } from '../../../workers/papers/database-manager.js';
import { mendPaper } from '../../../workers/papers/ingest/mend-paper.js';
import type { WordSearch } from '../../../workers/papers/sql/results.js';
import type { Paper } from '../../../workers/papers/types.js';
import { temporaryFolders } from '../../support/folder.js';
import { processorTime } from '../../support/linear.js';

const folder = temporaryFolders();
let database: DatabaseManager;

/** More than words are looked at one by one for. */
const number = 5600;
const paperOf = (n: number): Paper => {
  const result = mendPaper({
    title: `${n % 7 === 0 ? 'Learning' : 'Knowing'} grammar ${n}`,
    abstract: `A grammar ${n % 3 === 0 ? 'of trees' : 'of graphs'}.`,
    authors: n === 4321 ? ['Ada Lovelace'] : ['Ada Lovage', 'Charles Babbage'],
    year: 2000 + (n % 5),
    conference: `C${n % 4}`,
    session: `S${n % 11}`,
  });
  if ('reason' in result) throw new Error(String(result.reason));
  return result.paper;
};

beforeAll(async () => {
  database = new DatabaseManager(join(await folder(), 'papers.db'));
  const all = Array.from({ length: number }, (_, n) => paperOf(n));
  await Promise.all([0, 1, 2, 3].map((part) => database.storePapers(all.filter((_, n) => n % 4 === part))));
});
afterAll(() => database.close());

it('finds the same by words among some as it does among all', async () => {
  const all = (await database.searchWords('grammar trees', { limit: number })).uids;
  expect(all).toHaveLength(number);
  const papers = new Map((await database.getPapersByUids(all)).map((paper) => [paper.uid, paper]));
  const those = (holds: (paper: Paper) => boolean): string[] => all.filter((uid) => holds(papers.get(uid) as Paper));
  for (const [filters, holds] of [
    [{ years: [2003], conferences: ['C1', 'C2'] }, ({ year, conference }) => year === 2003 && /C[12]/.test(conference)],
    [{ sessions: ['S3'] }, ({ session }) => session === 'S3'],
    [
      { fieldFilters: [{ field: 'title', value: 'LEARN' }], years: [2001] },
      ({ title, year }) => title.startsWith('L') && year === 2001,
    ],
    [{ fieldFilters: [{ field: 'abstract', value: 'tree' }] }, ({ abstract }) => abstract.includes('tree')],
  ] as [WordSearch, (paper: Paper) => boolean][]) {
    const { uids } = await database.searchWords('grammar trees', { ...filters, limit: number });
    expect(uids.length).toBeGreaterThan(0);
    expect(uids).toEqual(those(holds));
  }
});

it('finds the first by fields as the first of all', async () => {
  for (const search of [
    { fieldFilters: [{ field: 'title' as const, value: 'learn' }] },
    { conferences: ['C3'], sessions: ['S1', 'S2'] },
    { fieldFilters: [{ field: 'authors' as const, value: 'lovelace' }] },
  ]) {
    const all = await database.searchPapers(search);
    expect(all.length).toBeGreaterThan(0);
    expect(await database.searchPapers({ ...search, limit: 20 })).toEqual(all.slice(0, 20));
    expect((await database.searchUids(search)).sort()).toEqual(all.map(({ uid }) => uid).sort());
  }
});

it('finds the words of many papers at little more than the cost of their search', async () => {
  const text = ['grammar', 'trees', 'graphs', 'learning', ...Array.from({ length: 60 }, (_, n) => n + 100)].join(' ');
  let papers: Paper[] = [];
  const ratios: number[] = [];
  for (let attempt = 0; attempt < 3; attempt++) {
    const searching = await processorTime(async () => {
      const { uids } = await database.searchWords(text, { limit: 1000 });
      papers = await database.getPapersByUids(uids);
    });
    const finding = await processorTime(async () => expect((await database.wordsIn(text, papers)).size).toBe(1000));
    ratios.push(finding / searching);
  }
  expect(Math.min(...ratios)).toBeLessThan(4);
});

it('finds an author behind thousands whose names begin alike', async () => {
  const found = await database.searchAuthors('ada lovelace', { limit: 3 });
  expect(found.map(({ title }) => title)).toEqual(['Knowing grammar 4321']);
  expect(await database.searchAuthors('ada lov', { limit: 3 })).toHaveLength(3);
});

it('names what can be chosen as a count does', async () => {
  const { conferences, years } = await database.countPapers();
  const sessions = new Set((await database.searchPapers()).map(({ session }) => session));
  expect(await database.choices()).toEqual({
    conferences: conferences.map(({ conference }) => conference),
    years: years.map(({ year }) => year).reverse(),
    sessions: [...sessions].sort(),
  });
  expect((await database.uidsWhere()).length).toBe(number);
});

it('stores in the order of the calls, whether one waits for the other or not', async () => {
  const paper = { ...paperOf(1), uid: 'twice' };
  const calls = Array.from({ length: 6 }, (_, n) =>
    database.storePapers([
      ...(n % 2 === 0 ? Array.from({ length: 200 }, (_none, at) => paperOf(at)) : []),
      { ...paper, title: `Title ${n}` },
    ]),
  );
  const stored = await Promise.all(calls);
  expect(stored.map(({ added, updated }) => [added, updated])).toEqual([
    [1, 0],
    ...Array.from({ length: 5 }, () => [0, 1]),
  ]);
  expect((await database.getPaperByUid('twice'))?.title).toBe('Title 5');
  await database.deletePapers(['twice']);
});

it('chooses nothing of an empty database', async () => {
  await using empty = new DatabaseManager(join(await folder(), 'papers.db'));
  expect(await empty.choices()).toEqual({ conferences: [], years: [], sessions: [] });
  expect(await empty.uidsWhere()).toEqual([]);
});
