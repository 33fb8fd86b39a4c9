import { afterAll, describe, expect, it } from '@jest/globals';
import { createServer } from 'node:http';
import { silentLog } from '../../../../workers/base/ports.js';
import { createChromaStore } from '../../../../workers/papers/vectors/chroma/store.js';
import { createMemoryStore } from '../../../support/memory-store.js';
import { VectorStoreError } from '../../../../workers/papers/vectors/types.js';
import { withChroma } from '../../../support/chroma.js';
import { textVector } from '../../../support/text-vector.js';
import { describeCollections } from './collection-contract.js';
import { numbered } from './record.js';
import { portOf } from '../../../support/servers.js';

await withChroma('Chroma', (chroma) => {
  afterAll(() => chroma.stop());
  const open = (database: string) => createChromaStore(`${chroma.url}/`, { log: silentLog, database });
  const record = (i: number, dimension = 256) => numbered(i, dimension);

  describeCollections(
    'Chroma',
    async () => {
      const database = await chroma.database();
      return { store: open(database), reopen: async () => open(database), dispose: async () => undefined };
    },
    { keepsOrder: false, isShared: true },
  );

  it('gives the same bytes each time, whatever order Chroma has its keys in', async () => {
    const papers = await open(await chroma.database()).collection('papers');
    const metadata = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`key ${(i * 7) % 12}`, String(i)]));
    await papers.upsert([{ ...record(1), metadata }]);
    const seen = new Set<string>();
    for (let i = 0; i < 8; i++) seen.add(JSON.stringify(await papers.get(['p1'])));
    expect(seen.size).toBe(1);
    expect((await papers.get(['p1']))[0]?.metadata).toEqual(metadata);
  });

  it('finds the nearest of many: ties, radius, filters and long lists of ids', async () => {
    const papers = await open(await chroma.database()).collection('papers');
    const brute = await createMemoryStore().collection('papers');
    const records = Array.from({ length: 2_000 }, (_, i) => record(i));
    records.push(...['y', 'x', 'z'].map((id) => ({ ...record(3), id, metadata: {} })));
    for (const collection of [papers, brute]) await collection.upsert(records);
    const query = textVector('subject 3 of paper 3', 256);
    const both = (options: Parameters<typeof papers.nearest>[1]) =>
      Promise.all([papers, brute].map(async (one) => (await one.nearest(query, options)).map((hit) => hit.id)));

    const [first, exact] = await both({ limit: 3 });
    expect(first).toEqual(['p3', 'x', 'y']);
    expect(exact).toEqual(first);
    const [near, nearExact] = await both({ radius: 0.8 });
    expect(near?.length).toBeGreaterThan(10);
    expect(near?.filter((id) => nearExact?.includes(id)).length).toBeGreaterThan(0.95 * (nearExact?.length ?? 0));
    // Too many to be compared here, so that Chroma's own index filters.
    const [filtered, filteredExact] = await both({
      limit: 20,
      where: { uid: { $in: records.slice(0, 1_900).map((one) => one.id) }, year: { $ne: '1993' } },
    });
    expect(filtered?.filter((id) => filteredExact?.includes(id)).length).toBeGreaterThanOrEqual(19);
    const ids = records.map((one) => one.id).concat(Array.from({ length: 30_000 }, (_, i) => `unknown${i}`));
    expect((await both({ limit: 3, ids }))[0]).toEqual(['p3', 'x', 'y']);
    expect(await papers.count({ ids, where: { uid: { $in: ids } } })).toBe(2_000);
    expect((await both({ limit: 5, where: { year: { $lt: 1991 } } }))[0]).toEqual(
      (await both({ limit: 5, where: { year: { $lt: 1991 } } }))[1],
    );
  });

  it('takes more in one go than a call may hold', async () => {
    const papers = await open(await chroma.database()).collection('papers');
    const long = Array.from({ length: 700 }, (_, i) => ({
      ...record(i, 4_096),
      document: `${i} ${'abstract '.repeat(1_000)}`,
    }));
    await papers.upsert(long);
    const [last] = await papers.get(['p699'], { embeddings: true });
    expect(last).toEqual({ ...long[699], metadata: { ...long[699]?.metadata } });
    expect((await papers.nearest(long[5]?.embedding ?? [], { limit: 1 }))[0]).toEqual({ id: 'p5', distance: 0 });
  });

  it('keeps what it acknowledged when its server is killed, and says so while it is away', async () => {
    const store = open(await chroma.database());
    const papers = await store.collection('papers');
    await papers.upsert([record(1)]);
    await chroma.kill();
    await expect(papers.count()).rejects.toThrow(VectorStoreError);
    await expect(papers.count()).rejects.toThrow(/cannot be reached: ECONNREFUSED/);
    await chroma.start();
    expect(await papers.ids()).toEqual(['p1']);
  });

  it('goes on when another program makes the collection again', async () => {
    const database = await chroma.database();
    const papers = await open(database).collection('papers');
    await papers.upsert([record(1)]);
    await open(database).drop('papers');
    expect(await papers.count()).toBe(0);
    await papers.upsert([record(2, 8)]);
    expect(await papers.facts()).toEqual({ count: 1, dimension: 8, model: null });
  });

  it('refuses a collection that measures otherwise, and names that cannot be', async () => {
    const database = await chroma.database();
    const body = JSON.stringify({ name: 'cosine', configuration: { hnsw: { space: 'cosine' } } });
    await fetch(`${chroma.url}/api/v2/tenants/default_tenant/databases/${database}/collections`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    await expect(open(database).collection('cosine')).rejects.toThrow(/"cosine"/);
    for (const name of ['', 'a b', '../..'])
      await expect(open(database).collection(name)).rejects.toThrow(VectorStoreError);
  });
});

describe('the address of a Chroma server', () => {
  it('keeps its path, and its credentials to itself', async () => {
    const seen: string[] = [];
    const server = createServer((request, response) => {
      seen.push(`${request.method} ${request.url} ${request.headers.authorization}`);
      response.writeHead(500, { 'content-type': 'text/plain' }).end('broken');
    });
    const store = createChromaStore(`http://us%40er:100%word@127.0.0.1:${await portOf(server)}/chroma/`, {
      log: silentLog,
      database: 'a b',
    });
    const thrown = await store.collection('papers').then(
      () => undefined,
      (reason: unknown) => reason as Error,
    );
    expect(thrown).toBeInstanceOf(VectorStoreError);
    expect(thrown?.message).toMatch(/answered 500 \(Internal Server Error\)\.$/);
    expect(thrown?.message).not.toMatch(/broken/);
    expect(thrown?.message).not.toMatch(/word/);
    const login = Buffer.from('us@er:100%word').toString('base64');
    expect(seen).toEqual([`POST /chroma/api/v2/tenants/default_tenant/databases/a%20b/collections Basic ${login}`]);
    await new Promise((resolve) => server.close(resolve));
  });

  it.each(['ftp://host', 'host:8000', ''])('is not "%s"', (url) => {
    expect(() => createChromaStore(url, { log: silentLog })).toThrow(VectorStoreError);
  });
});
