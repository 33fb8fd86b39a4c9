/** A search by meaning ends if its client has gone. */
import { join } from 'node:path';
import { afterEach, expect, it, jest } from '@jest/globals';
import { searchPapers } from '../../../daemon/papers/found/search.js';
import type { PaperStores } from '../../../daemon/papers/stores.js';
import type { PaperQuery } from '../../../http/papers/papers/service.js';
import { TonstiftError } from '../../../workers/base/errors.js';
import type { SearchPapersOptions } from '../../../workers/papers/embeddings/search/search-papers.js';
import { DatabaseManager } from '../../../workers/papers/database-manager.js';
import { temporaryFolders } from '../../support/folder.js';
import { record } from '../../workers/papers/databases.js';

const folder = temporaryFolders();
afterEach(() => void jest.useRealTimers());

const query = { query: 'pens', limit: 5, conferences: [], years: [], sessions: [], distance_threshold: 1 };

/** A server that never answers, and ends when it is stopped. */
async function silentServer() {
  const database = new DatabaseManager(join(await folder(), 'papers.db'));
  await database.addPaper(record({ uid: 'a', title: 'Pens' }));
  let begin: (signal: AbortSignal | undefined) => void;
  const asked = new Promise<AbortSignal | undefined>((resolve) => (begin = resolve));
  const manager = {
    collection: Promise.resolve({ facts: async () => ({ count: 1, dimension: 2, model: 'm' }) }),
    modelInUse: async () => ({ name: 'm' }),
    searchPapersSemantic: (_text: string, _database: unknown, { signal }: SearchPapersOptions) => {
      begin(signal);
      return new Promise((_, fail) => signal?.addEventListener('abort', () => fail(signal.reason as Error)));
    },
  };
  const config = {
    embedding_db: 'http://chroma',
    collection_name: 'c',
    embedding_model: 'm',
    llm_backend_url: 'http://x',
  };
  const stores = { database, config, manager } as unknown as PaperStores;
  return { stores, asked, end: () => database.close() };
}

it('ends with its client', async () => {
  const { stores, asked, end } = await silentServer();
  const left = new AbortController();
  const searching = searchPapers(stores, query, null, left.signal).catch((error: unknown) => error);
  const signal = await asked;
  left.abort(new TonstiftError('aborted', 'left'));
  expect(await searching).toMatchObject({ code: 'aborted' });
  expect(signal?.aborted).toBe(true);
  await end();
});

it('ends when it is answered by words after 20 seconds', async () => {
  const { stores, asked, end } = await silentServer();
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'performance', 'Date'] });
  const searching = searchPapers(stores, query, null);
  const signal = await asked;
  jest.advanceTimersByTime(20_000);
  jest.useRealTimers();
  expect(await searching).toMatchObject({ by: 'words', papers: [{ uid: 'a' }] });
  expect(signal?.aborted).toBe(true);
  await end();
});

it('obeys operators also by meaning, puts the title first, and embeds only what is wanted', async () => {
  const database = new DatabaseManager(join(await folder(), 'papers.db'));
  await database.addPapers([
    record({ uid: 'a', title: 'Pens and ink', abstract: 'New.', authors: ['Ada Ink'] }),
    record({ uid: 'b', title: 'Pens of wood', abstract: 'Old ink.' }),
    record({ uid: 'c', title: 'Ink', abstract: 'Nothing else. '.repeat(20) }),
  ]);
  const asked: string[] = [];
  const manager = {
    collection: Promise.resolve({ facts: async () => ({ count: 3, dimension: 2, model: 'm' }) }),
    modelInUse: async () => ({ name: 'm' }),
    searchPapersSemantic: async (text: string) => {
      asked.push(text);
      const near = text.startsWith('title:') ? ['b', 'a'] : ['b', 'c', 'a'];
      return (await database.getPapersByUids(near)).map((paper) => ({ ...paper, distance: 0.5 }));
    },
  };
  const config = { embedding_db: 'http://chroma', collection_name: 'c', embedding_model: 'm', llm_backend_url: '' };
  const stores = { database, config, manager } as unknown as PaperStores;
  const uids = async (text: string) =>
    (await searchPapers(stores, { ...query, query: text }, null)).papers.map(({ uid }) => uid);
  expect(await uids('pens NOT wood')).toEqual(['a']);
  expect(await uids('title:"pens" ink -"of wood"')).toEqual(['a']);
  expect(await uids('title:"pens" NOT wood')).toEqual(['a']);
  expect(await uids('ink')).toEqual(['c', 'a', 'b']);
  // Exclusions alone leave all other papers.
  expect([await uids('-wood'), await uids('NOT "nothing else"')]).toEqual([
    ['c', 'a'],
    ['a', 'b'],
  ]);
  expect(asked).toEqual(['pens', 'title:"pens" ink', 'ink']);
  await database.close();
});

it('finds exactly the papers that an identifier names, without their vectors', async () => {
  const database = new DatabaseManager(join(await folder(), 'papers.db'));
  await database.addPapers([
    record({ uid: 'a', title: 'Pens', doi: 'https://doi.org/10.1234/ABC.1' }),
    record({ uid: 'b', title: 'Ink', url: 'https://arxiv.org/abs/2001.00001v2' }),
    record({ uid: 'c', title: 'Paper', doi: '10.1234/abc.12' }),
  ]);
  const facts = async () => ({ count: 0, dimension: null, model: null });
  const manager = { collection: Promise.resolve({ facts }), modelInUse: async () => ({ name: 'm' }) };
  const config = { embedding_db: 'http://chroma', collection_name: 'c', embedding_model: 'm', llm_backend_url: '' };
  const stores = { database, config, manager } as unknown as PaperStores;
  const found = async (text: string, more: Partial<PaperQuery> = {}) => {
    const { papers, by } = await searchPapers(stores, { ...query, query: text, ...more }, null);
    return [by, ...papers.map(({ uid }) => uid)];
  };
  for (const text of ['10.1234/ABC.1', '10.1234/abc.1', 'doi:10.1234/ABC.1', 'https://doi.org/10.1234/ABC.1'])
    expect(await found(text)).toEqual(['fields', 'a']);
  for (const text of ['2001.00001', 'arXiv:2001.00001v1', 'https://arxiv.org/pdf/2001.00001'])
    expect(await found(text)).toEqual(['fields', 'b']);
  expect(await found('10.1234/abc.1', { sort: 'newest' })).toEqual(['fields', 'a']);
  expect(await found('10.1234/abc.1', { years: [1900] })).toEqual(['words']);
  expect(await found('https://openreview.net/forum?id=abc -pens')).not.toContain('fields');
  expect(await found('pens')).toEqual(['words', 'a']);
  await database.close();
});

it('finds also the oldest of many papers without an excluded word', async () => {
  const database = new DatabaseManager(join(await folder(), 'papers.db'));
  const many = Array.from({ length: 2001 }, (_, n) => record({ uid: `${n}`, title: `Wood ${n}`, year: 2021 }));
  await database.addPapers([...many, record({ uid: 'old', title: 'Ink', year: 1990 })]);
  const stores = { database } as unknown as PaperStores;
  const { papers, is_whole: isWhole } = await searchPapers(stores, { ...query, query: '-wood' }, null);
  expect([papers.map(({ uid }) => uid), isWhole]).toEqual([['old'], true]);
  await database.close();
});
