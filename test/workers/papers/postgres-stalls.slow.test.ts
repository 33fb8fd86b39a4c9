/** PostgreSQL behind a network that stalls, breaks off, or speaks another protocol. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { silentLog } from '../../../workers/base/ports.js';
import { DatabaseManager } from '../../../workers/papers/database-manager.js';
import { openPool } from '../../../workers/papers/postgres/connect.js';
import { createPostgresStore } from '../../../workers/papers/vectors/postgres/store.js';
import { VectorStoreError, type VectorCollection, type VectorStore } from '../../../workers/papers/vectors/types.js';
import { leaveOut } from '../../support/leave-out.js';
import { startPgvector, type Pgvector } from '../../support/pgvector.js';
import { startPostgres } from '../../support/postgres.js';
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.js';
import { textVector } from '../../support/text-vector.js';
import { record as vectorRecord } from './vectors/record.js';
import { record } from './databases.js';

/** Milliseconds. */
const silence = 1000;
const modes = ['stall', 'cut', 'nonsense'] as const;

async function behind(url: string): Promise<{ url: string; proxy: TcpProxy }> {
  const { host } = new URL(url);
  const proxy = await startTcpProxy(host);
  return { url: url.replace(host, `127.0.0.1:${proxy.port}`), proxy };
}

const postgres = await startPostgres();

describe('the paper database', () => {
  if (typeof postgres === 'string') return leaveOut('of stalls of PostgreSQL', postgres);
  let proxy: TcpProxy;
  let url: string;
  let pool: pg.Pool;
  beforeAll(async () => {
    ({ url, proxy } = await behind(await postgres.database()));
    pool = openPool(url, { silence, max: 1 });
  });
  afterEach(() => void (proxy.mode = 'pass'));
  afterAll(async () => {
    await pool.end();
    await proxy.close();
    await postgres.stop();
  });

  it.each(modes)('fails soon at a %s, and works on the same pool afterwards', async (mode) => {
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    proxy.mode = mode;
    const failure = pool.query('select 2 as two').catch((error: unknown) => String(error));
    expect(await failure).toMatch(mode === 'cut' ? /terminated unexpectedly/ : /did not answer within 1 s/);
    proxy.mode = 'pass';
    expect((await pool.query('select 3 as three')).rows).toEqual([{ three: 3 }]);
  });

  it('keeps each paper once that it has confirmed, however the connection ends', async () => {
    await using database = new DatabaseManager(url);
    await database.addPaper(record({ title: 'before' }));
    for (const title of ['one', 'two', 'three']) {
      proxy.mode = 'cut';
      await expect(database.addPaper(record({ title }))).rejects.toThrow(/terminated unexpectedly/);
      proxy.mode = 'pass';
      await database.addPaper(record({ title }));
    }
    expect((await database.searchPapers()).map(({ title }) => title).sort()).toEqual(
      ['before', 'one', 'three', 'two'].sort(),
    );
  });

  it('ends a query of a user in time', async () => {
    const database = new DatabaseManager(url);
    try {
      await database.addPaper(record());
      proxy.mode = 'stall';
      const failing = database.query('select 1', { timeoutMs: 1 });
      await expect(failing).rejects.toThrow(/did not answer within|timeout/);
    } finally {
      proxy.mode = 'pass';
      await database.close();
    }
  });
});

describe('vectors', () => {
  let server: Pgvector;
  let proxy: TcpProxy;
  let store: VectorStore;
  let papers: VectorCollection;
  const ids = ['a', 'b', 'c'];
  const records = ids.map((id) => vectorRecord(id, textVector(id, 8)));
  beforeAll(async () => {
    server = await startPgvector();
    const there = await behind(await server.database());
    proxy = there.proxy;
    const patience = { read: silence, write: silence };
    store = createPostgresStore(there.url, { log: silentLog, patience });
    papers = await store.collection('papers');
    await papers.upsert(records);
  });
  afterAll(async () => {
    proxy.mode = 'pass';
    await store.close();
    await proxy.close();
    await server.stop();
  });

  it.each<[string, (papers: VectorCollection) => Promise<unknown>]>([
    ['facts', (one) => one.facts()],
    ['ids', (one) => one.ids()],
    ['nearest', (one) => one.nearest(textVector('query', 8), { limit: 2 })],
    ['upsert', (one) => one.upsert(records)],
    ['replace', (one) => one.replace({}, records)],
    ['delete', (one) => one.delete(['a'])],
  ])('of "%s" end in time, and are whole afterwards', async (_, run) => {
    for (const mode of modes) {
      proxy.mode = mode;
      const error = await run(papers).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(VectorStoreError);
      expect(String(error)).toMatch(/^VectorStoreError: The vector database at .* cannot be reached: /);
      proxy.mode = 'pass';
      expect((await papers.ids()).sort()).toEqual(ids);
    }
  });
});
