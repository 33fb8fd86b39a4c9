/** A search by meaning ends if its client has gone. */
import { join } from 'node:path';
import { afterEach, expect, it, jest } from '@jest/globals';
import { searchPapers } from '../../../daemon/papers/search.js';
import type { PaperStores } from '../../../daemon/papers/stores.js';
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
