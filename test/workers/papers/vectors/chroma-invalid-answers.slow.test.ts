/** A Chroma server that does not answer, or answers something else than it should. */
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { silentLog } from '../../../../workers/base/ports.js';
import { createChromaStore } from '../../../../workers/papers/vectors/chroma/store.js';
import { VectorStoreError, type VectorCollection, type VectorStore } from '../../../../workers/papers/vectors/types.js';
import { withChroma } from '../../../support/chroma.js';
import { startLyingHttp, type Lie, type LyingHttp } from '../../../support/lying-http.js';
import { textVector } from '../../../support/text-vector.js';
import { record } from './record.js';

const ids = ['a', 'b', 'c'];
const vector = textVector('query', 8);
const records = ids.map((id) => ({
  id,
  document: `text of ${id}`,
  metadata: { year: '2024' },
  embedding: textVector(id, 8),
}));

type Operation = [name: string, call: string, run: (papers: VectorCollection) => Promise<unknown>];
const operations: Operation[] = [
  ['facts', 'count', (papers) => papers.facts()],
  ['ids', 'get', (papers) => papers.ids()],
  ['get', 'get', (papers) => papers.get(ids, { embeddings: true })],
  ['nearest', 'get', (papers) => papers.nearest(vector, { limit: 2 })],
  ['upsert', 'upsert', (papers) => papers.upsert(records)],
  ['delete', 'delete', (papers) => papers.delete(['a'])],
  ['count', 'count', (papers) => papers.count()],
];

await withChroma('a lying Chroma', (chroma) => {
  let server: LyingHttp;
  let store: VectorStore;
  let papers: VectorCollection;
  /** These answers never come. */
  let hasty: VectorCollection;
  let hastyStore: VectorStore;
  beforeAll(async () => {
    server = await startLyingHttp(chroma.url);
    const database = await chroma.database();
    store = createChromaStore(server.url, { log: silentLog, database });
    hastyStore = createChromaStore(server.url, { log: silentLog, database, timeout: 1000 });
    papers = await store.collection('papers');
    hasty = await hastyStore.collection('papers');
    await papers.upsert(records);
  });
  afterEach(async () => {
    server.lie = () => undefined;
    // The store works again as soon as the server does.
    await papers.upsert(records);
    expect((await papers.ids()).sort()).toEqual(ids);
  });
  afterAll(async () => {
    await store.close();
    await hastyStore.close();
    await server.close();
    await chroma.stop();
  });

  const lieTo = (call: string, lie: Lie): void => void (server.lie = (one) => (one.call === call ? lie : undefined));
  const errorOf = async (running: Promise<unknown>): Promise<string> => {
    const error = await running.then(
      (answer) => `no error, but ${JSON.stringify(answer)}`,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(VectorStoreError);
    return (error as Error).message;
  };
  const refused = (what: string): string =>
    `The vector database at ${server.url} answered ${what}. Check that the address is that of a Chroma server, and ` +
    'that nothing on the way changes its answers.';

  it.each(operations)(
    'ends "%s" in time if there is no answer to %s, half of one, or one that breaks off',
    async (_, call, run) => {
      for (const lie of ['cut', 'half', 'silence'] as const) {
        server.lie = () => undefined;
        await papers.upsert(records);
        lieTo(call, lie);
        const error = await errorOf(run(hasty));
        expect(error).toContain(`The vector database at ${server.url} cannot be reached: `);
        if (lie !== 'cut') expect(error).toContain('it did not answer within 1 s.');
      }
    },
  );

  it('reads no more of an answer than one can have', async () => {
    lieTo('get', { bytes: 200 * 1024 ** 2 });
    const before = process.memoryUsage.rss();
    expect(await errorOf(papers.ids())).toBe(refused('“get” with more than 83886080 bytes'));
    expect(process.memoryUsage.rss() - before).toBeLessThan(300 * 1024 ** 2);
  });

  it.each<[string, string, (real: object) => unknown, (papers: VectorCollection) => Promise<unknown>, string]>([
    ['a list', 'get', () => [], (papers) => papers.ids(), '“get” with a list instead of an object'],
    ['nothing', 'get', () => null, (papers) => papers.ids(), '“get” with null instead of an object'],
    ['no ids', 'get', () => ({}), (papers) => papers.ids(), '“get” with no list of records'],
    ['numbers as ids', 'get', () => ({ ids: [7] }), (papers) => papers.ids(), '“get” with the record id 7'],
    ['ids twice', 'get', () => ({ ids: ['a', 'a'] }), (papers) => papers.ids(), '“get” with the record "a" twice'],
    [
      'more rows than asked for',
      'get',
      () => ({ ids: Array.from({ length: 1001 }, (_, n) => `x${n}`) }),
      (papers) => papers.ids(),
      '“get” with 1001 records; 1000 were requested',
    ],
    [
      'pages without end',
      'get',
      () => ({ ids: Array.from({ length: 1000 }, () => Math.random().toString(36)) }),
      (papers) => papers.ids(),
      '“get” with more records than the 3 that it counts',
    ],
    [
      'ids that were not asked for',
      'get',
      (real) => ({ ...real, ids: ['a', 'x', 'c'] }),
      (papers) => papers.get(ids),
      '“get” with the record "x", which was not requested',
    ],
    [
      'fewer texts than ids',
      'get',
      (real) => ({ ...real, documents: [] }),
      (papers) => papers.get(ids),
      '“get” with 0 documents for 3 records',
    ],
    [
      'a vector with a gap',
      'get',
      (real) => ({ ...real, embeddings: [[1, null], [1], [1]] }),
      (papers) => papers.get(ids, { embeddings: true }),
      '“get” with null at position 1 of the embedding of "',
    ],
    ['a count of NaN', 'count', () => 'NaN', (papers) => papers.count(), '“count” with the count "NaN"'],
    ['a count below 0', 'count', () => -1, (papers) => papers.facts(), '“count” with the count -1'],
  ])('refuses %s', async (_, call, answer, run, what) => {
    lieTo(call, { answer });
    expect(await errorOf(run(papers))).toContain(`The vector database at ${server.url} answered ${what}`);
  });

  it('refuses a collection whose id leads elsewhere', async () => {
    lieTo('collections', { answer: (real: object) => ({ ...real, id: '../../tenants' }) });
    expect(await errorOf(store.collection('others'))).toBe(
      refused('“collections” with the collection id "../../tenants"'),
    );
  });

  it('refuses vectors of another length in a search', async () => {
    lieTo('get', { answer: (real: { embeddings: number[][] }) => ({ ...real, embeddings: ids.map(() => [1, 2]) }) });
    expect(await errorOf(papers.nearest(vector, { limit: 2 }))).toMatch(
      /^The embedding of "." has 2 dimensions; the collection has 8\.$/,
    );
  });

  it('refuses hits of the index that are none', async () => {
    const many = await store.collection('many');
    const large = Array.from({ length: 500 }, (_, n) => record(`${n}`, textVector(`${n}`, 1024)));
    await many.upsert(large);
    type Answer = { ids: string[][]; distances: unknown[][] };
    const lies: [(real: Answer) => unknown, string][] = [
      [(real) => ({ ...real, distances: [real.distances[0]?.map(() => 'NaN')] }), 'the distance "NaN" of "'],
      [(real) => ({ ...real, distances: [real.distances[0]?.map(() => null)] }), 'the distance null of "'],
      [(real) => ({ ...real, distances: [[]] }), 'the distance nothing of "'],
      [(real) => ({ ...real, ids: [real.ids[0]?.map((id) => `made up ${id}`)] }), 'which was not requested'],
    ];
    for (const [answer, what] of lies) {
      lieTo('query', { answer });
      const some = large.slice(0, 450).map(({ id }) => id);
      expect(await errorOf(many.nearest(textVector('1', 1024), { limit: 3, ids: some }))).toContain(what);
    }
  });

  it('does not take the word of a server that forgets what it has confirmed', async () => {
    const changed = records.map((one) => ({ ...one, document: `new ${one.document}` }));
    lieTo('upsert', { answer: () => ({}), unheard: true });
    expect(await errorOf(papers.upsert([...changed, record('new', vector)]))).toBe(
      `The vector database at ${server.url} confirmed records but did not store 4 of them, “a” first. Check its log ` +
        'and its disk.',
    );
  });

  it('does not look forever for a collection that other programs keep recreating', async () => {
    lieTo('count', { status: 404 });
    expect(await errorOf(papers.facts())).toBe(
      `Other programs keep recreating the collection "papers" at ${server.url}. Try again later.`,
    );
  });
});
