import { afterEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { inspect } from 'node:util';
import { silentLog } from '../../../../workers/base/ports.js';
import { createMemoryStore } from '../../../support/memory-store.js';
import { createPostgresStore, type PostgresOptions } from '../../../../workers/papers/vectors/postgres/store.js';
import {
  VectorStoreError,
  type Metadata,
  type Nearest,
  type VectorCollection,
  type VectorStore,
} from '../../../../workers/papers/vectors/types.js';
import { startPostgres } from '../../../support/postgres.js';
import { startPgvector } from '../../../support/pgvector.js';
import { textVector } from '../../../support/text-vector.js';
import { describeCollections } from './collection-contract.js';
import { numbered, record } from './record.js';
import { forAllTests } from '../../../support/opened.js';

const server = forAllTests(startPgvector, (one) => one.stop());

const stores: VectorStore[] = [];
const open = (url: string, options: Partial<PostgresOptions> = {}): VectorStore => {
  const store = createPostgresStore(url, { log: silentLog, ...options });
  stores.push(store);
  return store;
};
const closeAll = async (): Promise<void> => {
  for (const store of stores.splice(0)) await store.close();
};
afterEach(closeAll);

async function sql(url: string, ...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) ({ rows } = await client.query<Record<string, unknown>>(statement));
    return rows;
  } finally {
    await client.end();
  }
}

const failureOf = async (attempt: Promise<unknown>): Promise<Error> => {
  const thrown: unknown = await attempt.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(thrown).toBeInstanceOf(VectorStoreError);
  return thrown as Error;
};

describeCollections(
  'PostgreSQL',
  async () => {
    const url = await server.database();
    return { store: open(url), reopen: async () => open(url), dispose: closeAll };
  },
  { isShared: true },
);

describe('a collection in PostgreSQL', () => {
  it('keeps any text: NUL, halves of pairs, whatever is long', async () => {
    const url = await server.database();
    const name = 'a\0b \ud800"; drop table x; -- 🙂';
    const papers = await open(url).collection(name);
    const odd = ['\0', '\u0001', '\u00010000', '\ud83d', '\udc00x', '🙂', '\\u0000', `${'x'.repeat(300)}\0`];
    const records = odd.map((text, i) =>
      record(`${text}${i}`, [1, i], { [`key ${text}`]: text, all: text, 'é\'"': 'x' }, `about ${text}`),
    );
    await papers.upsert(records);
    const got = await papers.get(records.map(({ id }) => id));
    expect(got).toEqual(records.map((one) => ({ ...one, embedding: [] })));
    for (const [i, text] of odd.entries()) {
      expect(await papers.ids({ all: text })).toEqual([records[i]?.id]);
      expect(await papers.ids({ [`key ${text}`]: { $ne: text } })).toHaveLength(odd.length - 1);
    }
    expect(await open(url).names()).toEqual([name]);
  });

  it('filters by values that become long or short again', async () => {
    const papers = await open(await server.database()).collection('papers');
    const long = 'long '.repeat(100);
    await papers.upsert([record('a', [1, 0], { note: 'short', year: '2024' }), record('b', [0, 1], { note: long })]);
    expect(await papers.ids({ note: { $in: [long, 'short'] } })).toEqual(['a', 'b']);
    expect(await papers.ids({ note: { $nin: [long] } })).toEqual(['a']);
    const change = (changes: Record<string, Metadata>) => papers.updateMetadata(new Map(Object.entries(changes)));
    await change({ a: { note: long }, b: { note: 'short', other: long } });
    expect((await papers.get(['a', 'b'])).map(({ metadata }) => metadata)).toEqual([
      { note: long, year: '2024' },
      { note: 'short', other: long },
    ]);
    expect(await papers.ids({ note: long })).toEqual(['a']);
    expect(await papers.ids({ note: { $ne: long } })).toEqual(['b']);
    const number = `${'0'.repeat(300)}7`;
    await change({ a: { note: number }, b: { note: ' 6.5e0\u00a0' } });
    expect(await papers.ids({ note: { $gt: 6 } })).toEqual(['a', 'b']);
    expect(await papers.ids({ $or: [{ note: { $gte: 7 } }, { year: { $lt: 1 } }] })).toEqual(['a']);
  });

  it('answers what comparing all in 64 bits answers: ties, radius, filters, what 32 bits confuse', async () => {
    const papers = await open(await server.database()).collection('papers');
    const brute = await createMemoryStore().collection('papers');
    const records = Array.from({ length: 400 }, (_, i) => numbered(i, 24));
    records.push(...['y', 'x', 'z'].map((id) => ({ ...numbered(3, 24), id })));
    // Far off: distances of 1,000 that differ in the tenth digit.
    const far = Array.from({ length: 60 }, (_, i) =>
      record(
        `far${i}`,
        Array.from({ length: 24 }, (__, n) => (n === 0 ? 1_000 : n === 1 ? ((i * 7) % 60) * 1e-3 : 0.25)),
      ),
    );
    const all = (value: number) => Array.from({ length: 24 }, () => value);
    const odd = [record('huge', all(3e38)), record('large', all(1e20))];
    for (const collection of [papers, brute]) await collection.upsert([...records, ...far, ...odd]);
    const query = textVector('subject 3 of paper 3', 24);
    const [rim] = (await brute.nearest(query, { ids: ['far31'] })).map(({ distance }) => distance);
    const asked: Nearest[] = [
      { limit: 3 },
      { limit: 440 },
      {},
      { radius: 0 },
      { radius: 0.9 },
      { radius: rim },
      { radius: rim, limit: 420 },
      { radius: 1e21 },
      { limit: 7, where: { year: { $lt: 1994 }, uid: { $ne: 'p3' } } },
      { limit: 7, ids: records.slice(40, 90).map(({ id }) => id), where: { year: { $gte: '2000' } } },
    ];
    for (const options of asked) {
      const expected = await brute.nearest(query, options);
      expect(await papers.nearest(query, options)).toEqual(expected);
      const inside = await papers.within(query, { radius: Infinity, ...options });
      const expectedInside = await brute.nearest(query, { ...options, limit: undefined });
      expect(inside.toSorted()).toEqual(expectedInside.map(({ id }) => id).sort());
    }
    // So near that the squares vanish in 32 bits.
    const tiny = await open(await server.database()).collection('tiny');
    await tiny.upsert([record('b', [1, 3e-30]), record('a', [1, 4e-30]), record('c', [1, 1e-30])]);
    expect((await tiny.nearest([1, 0], { limit: 2 })).map(({ id }) => id)).toEqual(['c', 'b']);
  });

  it('takes many in one go, and more ids than a statement has parameters', async () => {
    const papers = await open(await server.database()).collection('papers');
    const many = Array.from({ length: 2_300 }, (_, i) => record(`p${i}`, [1, i], { uid: `p${i}` }));
    await papers.upsert(many);
    const ids = Array.from({ length: 70_000 }, (_, i) => `p${i}`);
    expect(await papers.count({ ids, where: { uid: { $in: ids } } })).toBe(2_300);
    expect((await papers.get(ids)).map(({ id }) => id)).toEqual(many.map(({ id }) => id));
    expect(await papers.updateMetadata(new Map(ids.slice(1_200, 3_600).map((id) => [id, { new: '1' }])))).toBe(1_100);
    expect(await papers.delete(ids)).toBe(2_300);
    const large = Array.from({ length: 3 }, (_, i) => record(`l${i}`, [i + 1, ...new Float32Array(15_999)]));
    await papers.upsert(large);
    expect(await papers.nearest(large[1]?.embedding ?? [], { limit: 1 })).toEqual([{ id: 'l1', distance: 0 }]);
    const refused = await failureOf(papers.upsert([record('m'.repeat(3_000), new Array<number>(16_000).fill(1))]));
    expect(refused.message).toMatch(/^The id "m+…" is longer than 2000 bytes\.$/);
  });

  it('is written by several at once, each with a connection or two', async () => {
    const url = await server.database();
    const [one, other] = await Promise.all(
      [1, 2].map((connections) => open(url, { connections }).collection('papers')),
    );
    const both = [one, other] as [VectorCollection, VectorCollection];
    // If two dimensions come at once, one is the first.
    const first = await Promise.allSettled(both.map((one, i) => one.upsert([record(`d${i}`, i ? [1, 0] : [1, 0, 0])])));
    expect(first.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await both[0].clear();
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        both[i % 2 ? 1 : 0].upsert([record(`p${i}`, [1, i]), record('shared', [2, i], { by: String(i) })]),
      ),
    );
    expect(await both[1].count()).toBe(21);
    await Promise.all(both.map((one, i) => one.updateMetadata(new Map([['p1', { [`key${i}`]: 'x' }]]))));
    expect((await both[0].get(['p1']))[0]?.metadata).toEqual({ key0: 'x', key1: 'x' });
  });

  it('goes on when another program makes it again, or takes it away', async () => {
    const url = await server.database();
    const store = open(url);
    const papers = await store.collection('papers');
    await papers.upsert([record('a', [1, 0])]);
    const other = open(url);
    await other.drop('papers');
    expect(await papers.count()).toBe(0);
    expect(await papers.nearest([1, 0, 0], {})).toEqual([]);
    await papers.upsert([record('b', [1, 0, 0])]);
    expect(await (await other.collection('papers')).facts()).toEqual({ count: 1, dimension: 3, model: null });
    await sql(url, 'drop table tonstift_vectors_2, tonstift_vector_collections');
    expect((await failureOf(papers.count())).message).toMatch(
      /^The vector database .* reported an error: relation .* not exist/,
    );
    expect(await papers.count()).toBe(0);
    await papers.upsert([record('c', [1, 0], { 7: 'seven' })]);
    expect(await papers.ids({ 7: 'seven' })).toEqual(['c']);
  });

  it('refuses names that cannot be', async () => {
    const store = open(await server.database());
    for (const name of ['', 'x'.repeat(1_001)]) await failureOf(store.collection(name));
    await store.close();
    expect((await failureOf(store.names())).message).toBe('The vector store is closed.');
  });

  it('keeps what it acknowledged when its server is killed, and says so while it is away', async () => {
    const url = await server.database();
    const papers = await open(url).collection('papers');
    await papers.upsert([record('a', [1, 0])]);
    await server.kill();
    if (!process.env['PGVECTOR']) {
      const { message } = await failureOf(papers.count());
      expect(message).toMatch(
        /^The vector database at postgresql:\/\/127\.0\.0\.1:\d+\/\w+ cannot be reached: .*ECONNREFUSED/,
      );
      expect(message).not.toMatch(/sesame/);
    }
    await server.start();
    expect(await papers.ids()).toEqual(['a']);
    expect(await papers.delete(['a'])).toBe(1);
  });
});

describe('an HNSW index', () => {
  const hnsw = (url: string): string => `${url}?index=hnsw`;
  const indexesOf = (url: string) =>
    sql(
      url,
      `select indexdef from pg_indexes where indexdef like '%hnsw%' and schemaname = any(current_schemas(false))`,
    );

  it('is made where it is wanted and there are enough records, and is asked', async () => {
    const url = await server.database();
    const lines: string[] = [];
    let tell = (): void => undefined;
    const told = new Promise<void>((resolve) => (tell = resolve));
    const note = (line: string): void => {
      lines.push(line);
      if (!line.endsWith('being built.')) tell();
    };
    const store = open(hnsw(url), { log: { ...silentLog, info: note, warn: note }, indexFrom: 500 });
    const papers = await store.collection('papers');
    const records = Array.from({ length: 1_200 }, (_, i) => numbered(i, 16));
    await papers.upsert(records.slice(0, 400));
    await papers.upsert(records.slice(400));
    const exact = await open(url).collection('papers');
    const query = textVector('subject 3 of paper 3', 16);
    await told;
    expect(lines.map((line) => line.replace(/.*(being built|is ready)\.$/, '$1'))).toEqual(['being built', 'is ready']);
    expect(await indexesOf(url)).toHaveLength(1);

    const again = await open(hnsw(url)).collection('papers');
    const all = (await exact.nearest(query, { limit: 20 })).map(({ id }) => id);
    const found = (await again.nearest(query, { limit: 20 })).map(({ id }) => id);
    expect(found).toHaveLength(20);
    expect(found.filter((id) => all.includes(id)).length).toBeGreaterThanOrEqual(18);
    // What a filter leaves is found, however little: then all is compared.
    for (const options of [{ limit: 5, where: { year: '1993' } }, { limit: 5, ids: ['p7', 'p9'] }, { radius: 0.5 }])
      expect(await again.nearest(query, options)).toEqual(await exact.nearest(query, options));
    const [near, precise] = await Promise.all([again, exact].map((one) => one.within(query, { radius: 0.5 })));
    expect(near).toEqual(precise);

    await again.clear();
    await again.upsert([record('other', [1, 0, 0])]);
    expect(await indexesOf(url)).toEqual([]);
  });

  it('has numbers of 16 bits above 2,000 dimensions, and is none above 4,000', async () => {
    const url = await server.database();
    let tell = (): void => undefined;
    const told = new Promise<void>((resolve) => (tell = resolve));
    const info = (line: string): void => void (line.endsWith(' is ready.') && tell());
    const store = open(hnsw(url), { log: { ...silentLog, info }, indexFrom: 30 });
    const records = (dimension: number) => Array.from({ length: 40 }, (_, i) => numbered(i, dimension));
    await (await store.collection('wider')).upsert(records(4_001));
    await (await store.collection('wide')).upsert(records(2_001));
    await told;
    await store.close();
    expect((await indexesOf(url)).map(({ indexdef }) => indexdef)).toEqual([expect.stringMatching(/halfvec\(2001\)/)]);
    const again = await open(hnsw(url)).collection('wide');
    const [hit] = await again.nearest(numbered(7, 2_001).embedding, { limit: 1 });
    expect(hit).toEqual({ id: 'p7', distance: 0 });
  });
});

describe('a database without pgvector', () => {
  it('gets it where the user may, and is refused with what to do where he may not', async () => {
    const url = await server.database();
    await sql(url, 'drop extension if exists vector cascade');
    await sql(url, `do $$ begin create role nobody_here login; exception when duplicate_object then null; end $$`);
    const limited = Object.assign(new URL(url), { username: 'nobody_here' }).href;
    const { message } = await failureOf(open(limited).names());
    expect(message).toMatch(
      /has no pgvector yet.*CREATE EXTENSION vector in that database once.* The server says: permission/,
    );
    await sql(url, 'create schema if not exists elsewhere', 'create extension vector schema elsewhere');
    expect((await failureOf(open(url).names())).message).toMatch(/has pgvector in the schema elsewhere, .*search_path/);
    await sql(url, 'drop extension vector');
    const papers = await open(url).collection('papers');
    await papers.upsert([record('a', [1, 0])]);
    expect(await papers.ids()).toEqual(['a']);
  });
});

describe('a server without pgvector', () => {
  it('is refused with what it lacks, and who is not let in without the password', async () => {
    const bare = await startPostgres();
    if (typeof bare === 'string') throw new Error(bare);
    try {
      const url = await bare.database();
      const { message } = await failureOf(open(url).names());
      expect(message).toMatch(
        /^The server of the vector database .* has no pgvector\. .*postgresql-…-pgvector.*The server says: /,
      );
      const wrong = await failureOf(open(url.replace('sesame-word', 'wrong-word')).names());
      expect(wrong.message).toMatch(/reported an error: .*password authentication failed for user "tester"\.$/);
      for (const thrown of [wrong, wrong.cause]) expect(inspect(thrown)).not.toMatch(/wrong-word/);
    } finally {
      await bare.stop();
    }
  });
});

describe('the URL of a vector database', () => {
  it.each([
    'postgresql://me:sesame-word@[',
    'postgres://me:sesame-word@host:port/x',
    'postgresql://me:sesame-word@host/x?index=ivfflat',
  ])('is not "%s"', (url) => {
    expect(() => createPostgresStore(url, { log: silentLog })).toThrow(VectorStoreError);
    expect(() => createPostgresStore(url, { log: silentLog })).not.toThrow(/sesame/);
  });
});
