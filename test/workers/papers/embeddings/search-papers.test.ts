/** Searches that answer full papers (rules 5 to 8). */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { EmbeddingsError } from '../../../../workers/papers/embedding-api/errors.js';
import type { SearchPapersOptions } from '../../../../workers/papers/embeddings/search/search-papers.js';
import type { FindWithinDistanceOptions } from '../../../../workers/papers/embeddings/search/within-distance.js';
import type { DatabaseManager } from '../../../../workers/papers/database-manager.js';
import { until } from '../../../support/patience.js';
import { benches, paper } from './bench.js';

const bench = benches();
const given = [
  paper('cats', {
    title: 'Cats and dogs',
    abstract: 'Animals at home.',
    year: 2024,
    authors: ['Grace Hopper', 'Straße Ökonom'],
    session: 'Morning',
  }),
  paper('dogs', {
    title: 'Dogs',
    abstract: 'Animals that bark at home.',
    year: 2025,
    conference: 'ACL',
    session: 'Evening',
    decision: 'Accept (oral)',
  }),
  paper('stars', {
    title: 'Stars 100%',
    abstract: 'Far away suns.',
    year: 2025,
    conference: 'ICLR',
    authors: ['Animals At Home'],
    session: 'Evening',
  }),
  paper('moons', { title: 'Moons_of', abstract: 'Far away moons.', year: 2026, conference: 'ICLR', session: '' }),
];
beforeEach(async () => {
  bench.server.settings.dimension = 256;
  await bench.database.addPapers(given);
  await bench.manager.embedFromDatabase();
  bench.server.requests.length = 0;
});
const search = async (query: string, options?: SearchPapersOptions) =>
  bench.manager.searchPapersSemantic(query, bench.database, options);
const uids = async (query: string, options?: SearchPapersOptions) =>
  (await search(query, options)).map(({ uid }) => uid);
const everything = { distanceThreshold: Infinity };
const asked = () => bench.server.embeddings().flatMap(({ texts }) => texts);

describe('searchPapersSemantic', () => {
  it('that is given up ends its request to the API', async () => {
    const giveUp = new AbortController();
    bench.server.next({ hang: true });
    const searching = search('far away', { signal: giveUp.signal }).catch((error: unknown) => error);
    await until('the request', () => bench.server.embeddings().length === 1);
    giveUp.abort(new Error('nobody waits'));
    expect(await searching).toBeInstanceOf(EmbeddingsError);
    expect(bench.server.embeddings()).toHaveLength(1);
    expect(await uids('far away suns', everything)).toContain('stars');
  });

  it('answers full papers with distance and similarity, the nearest first', async () => {
    const [first, second] = await search('dogs animals that bark at home', { limit: 2 });
    expect(first).toMatchObject({
      uid: 'dogs',
      title: 'Dogs',
      abstract: 'Animals that bark at home.',
      authors: ['Ada Lovelace', 'Kurt Gödel'],
      year: 2025,
      conference: 'ACL',
      decision: 'Accept (oral)',
    });
    expect(first?.similarity).toBeCloseTo(1 - (first?.distance ?? 0), 10);
    expect(second?.uid).toBe('cats');
    expect(second?.distance).toBeGreaterThan(first?.distance ?? 9);
    const far = (await search('dogs', everything)).at(-1);
    expect(far?.distance).toBeGreaterThan(1);
    expect(far?.similarity).toBe(0);
  });

  it('leaves out what is farther than the threshold, 1.1 by default, inclusive', async () => {
    expect(await uids('suns far away')).toEqual(['stars', 'moons']);
    const [, moons] = await search('suns far away');
    expect(await uids('suns far away', { distanceThreshold: moons?.distance ?? 0 })).toEqual(['stars', 'moons']);
    expect(await uids('suns far away', { distanceThreshold: (moons?.distance ?? 0) - 1e-6 })).toEqual(['stars']);
    expect(await uids('suns far away', everything)).toHaveLength(4);
    expect(await uids('suns far away', { distanceThreshold: 0 })).toEqual([]);
  });

  it('filters by sessions, years and conferences; empty lists are none', async () => {
    expect(await uids('dogs', { ...everything, years: [2025] })).toEqual(['dogs', 'stars']);
    expect(await uids('dogs', { ...everything, conferences: ['ACL', 'ICML'] })).toEqual(['cats', 'dogs']);
    expect(await uids('dogs', { ...everything, sessions: ['Evening'], conferences: ['ICLR'] })).toEqual(['stars']);
    expect(await uids('dogs', { ...everything, sessions: [], years: [], conferences: [] })).toHaveLength(4);
    expect(await uids('dogs', { ...everything, conferences: ['acl'] })).toEqual([]);
  });

  const filters: [string, string[]][] = [
    ['title:"stars 100%" x', ['stars']],
    ['title:"%" x', ['stars']],
    ['title:"_" x', ['moons']],
    ['author:"STRASSE" x', ['cats']],
    ['authors:"ökonom" x', ['cats']],
    ['conference:"icl" year:"2026" x', ['moons']],
    ['decision:"ORAL" x', ['dogs']],
    ['uid:"cats" x', ['cats']],
    ['session:"no session" x', ['moons']],
  ];
  it('resolves filters in a query, and embeds the rest', async () => {
    for (const [query, expected] of filters) {
      bench.server.requests.length = 0;
      expect([query, await uids(query, everything), asked()]).toEqual([query, expected, ['x']]);
    }
  });

  it('takes unknown fields and blanks after the colon for text', async () => {
    expect(await uids('title: "Dogs"', everything)).toHaveLength(4);
    expect(await uids('colour:"red"', everything)).toHaveLength(4);
    expect(asked()).toEqual(['title: "Dogs"', 'colour:"red"']);
  });

  it('answers [] without a request where the filters match nothing', async () => {
    expect(await uids('title:"nowhere" dogs', everything)).toEqual([]);
    expect(await uids('dogs', { ...everything, years: [1999] })).toEqual([]);
    expect(await uids('dogs', { ...everything, sessions: ['Midnight'] })).toEqual([]);
    expect(bench.server.requests).toEqual([]);
  });

  it('with filters only answers what the database does, and embeds nothing', async () => {
    expect(await search('conference:"ICLR"')).toEqual(await bench.database.searchPapers({ conferences: ['ICLR'] }));
    expect(await uids('conference:"ICLR" ', { years: [2026] })).toEqual(['moons']);
    expect(await search('conference:"ICLR"', { limit: 1 })).toHaveLength(1);
    expect(bench.server.requests).toEqual([]);
  });

  it('puts papers of a matching author first, above the threshold too, with their distance, no uid twice', async () => {
    const result = await search('animals at home');
    expect(result.map(({ uid }) => uid)).toEqual(['stars', 'dogs', 'cats']);
    expect(result[0]?.distance).toBeGreaterThan(1.1);
    expect(result[0]?.similarity).toBe(0);
    expect(await uids('animals at home', { limit: 1 })).toEqual(['stars']);
    expect(await uids('animals at home', { limit: 2 })).toEqual(['stars', 'dogs']);
    expect(await uids('ada lov', { distanceThreshold: 0 })).toEqual(['moons', 'dogs']);
  });

  it('asks authors to satisfy the other filters too, and asks none where the query has an authors filter', async () => {
    expect(await uids('animals at home', { years: [2024] })).toEqual(['cats']);
    expect(await uids('animals at home title:"dogs"')).toEqual(['dogs', 'cats']);
    expect(await uids('animals at home author:"Grace"')).toEqual(['cats']);
    expect(await uids('grace', { sessions: ['Evening'], distanceThreshold: 0 })).toEqual([]);
  });

  it("answers an author's paper that is not embedded with distance null, asking nothing where none is", async () => {
    await bench.database.addPaper(paper('fresh', { authors: ['Emmy Noether'], conference: 'New', year: 2026 }));
    expect((await search('noether', { conferences: ['New'] }))[0]).toMatchObject({
      uid: 'fresh',
      distance: null,
      similarity: null,
    });
    expect(bench.server.requests).toEqual([]);
    expect((await search('noether'))[0]).toMatchObject({ uid: 'fresh', distance: null });
    await bench.manager.clearCollection();
    expect((await search('noether')).map(({ uid }) => uid)).toEqual(['fresh']);
    expect(asked()).toHaveLength(1);
  });

  it('skips rows that were deleted, and takes the next hits for them', async () => {
    for (let i = 0; i < 30; i++)
      await bench.manager.addPapers([paper(`ghost${i}`, { title: 'Dogs', abstract: 'Animals that bark at home.' })]);
    expect(await uids('dogs animals that bark at home', { limit: 2 })).toEqual(['dogs', 'cats']);
  });

  it('finds a paper whose record has another id than its uid, and that once', async () => {
    const [record] = await (await bench.memory.collection('papers')).get(['dogs'], { embeddings: true });
    await bench.manager.importEmbeddings(
      {
        ids: ['own-1', 'own-2'],
        documents: ['', ''],
        metadatas: [{ uid: 'dogs' }, { uid: 'dogs' }],
        embeddings: [record?.embedding ?? [], record?.embedding ?? []],
      },
      'Import',
      2025,
    );
    expect(await uids('dogs animals bark', { limit: 4 })).toEqual(['dogs', 'cats']);
    await (await bench.memory.collection('papers')).delete(['dogs']);
    expect(await uids('dogs animals bark', { limit: 4 })).toEqual(['dogs', 'cats']);
    expect(await uids('title:"Dogs" bark', everything)).toEqual(['dogs', 'cats']);
  });

  const refused: [string, SearchPapersOptions][] = [
    ['', {}],
    ['  ', {}],
    ['x', { limit: 0 }],
    ['x', { limit: NaN }],
    ['x', { distanceThreshold: -1 }],
    ['x', { distanceThreshold: NaN }],
    ['x', { years: '2025' as never }],
    ['x', { years: ['soon' as never] }],
    ['x', { sessions: [5 as never] }],
    ['x', { conferences: [null as never] }],
  ];
  it('refuses no query and wrong options', async () => {
    for (const given of refused) {
      const failure: unknown = await search(...given).catch((thrown: unknown) => thrown);
      expect([given, failure]).toEqual([given, expect.any(EmbeddingsError) as unknown]);
      expect([given, bench.server.requests]).toEqual([given, []]);
    }
  });

  it('refuses a signal that is none', async () => {
    await expect(search('x', { signal: 'no' as never })).rejects.toThrow(
      new EmbeddingsError('signal must be an AbortSignal, not "no".'),
    );
  });

  it('refuses what is no paper database, and passes on what fails', async () => {
    await expect(bench.manager.searchPapersSemantic('x', undefined as unknown as DatabaseManager)).rejects.toThrow(
      /must be a DatabaseManager/,
    );
    bench.server.next({ status: 403 });
    await expect(search('dogs')).rejects.toThrow(EmbeddingsError);
  });

  it('takes quotes, wildcards and statements for text', async () => {
    for (const query of [
      "'; DROP TABLE papers; --",
      'title:"\'; DELETE FROM papers; --" x',
      '%',
      '"',
      'title:"',
      '\\',
      'a'.repeat(10_000),
    ])
      await search(query);
    expect(await bench.database.searchPapers()).toHaveLength(4);
  });
});

describe('findPapersWithinDistance and countPapersWithinDistance', () => {
  const find = async (query: string, options?: FindWithinDistanceOptions) =>
    bench.manager.findPapersWithinDistance(bench.database, query, options);

  it('answer the papers in a circle around the query', async () => {
    const result = await find('far away suns');
    expect(Object.keys(result)).toEqual([
      'query',
      'query_embedding',
      'distance',
      'papers',
      'count',
      'total_considered',
    ]);
    expect(result).toMatchObject({ query: 'far away suns', distance: 1.1, count: 2, total_considered: 4 });
    expect(result.query_embedding).toEqual([...bench.server.vectorOf('far away suns')]);
    expect(result.papers.map(({ uid }) => uid)).toEqual(['stars', 'moons']);
    expect(result.papers[0]).toMatchObject({ title: 'Stars 100%', authors: ['Animals At Home'] });
    expect(result.papers.every(({ distance }) => distance <= 1.1)).toBe(true);
    expect(await bench.manager.countPapersWithinDistance(bench.database, 'far away suns')).toBe(2);
    expect(JSON.parse(JSON.stringify(result))).toEqual(result);
  });

  it('consider only papers that the database has', async () => {
    await bench.database.deletePapers(['dogs', 'cats']);
    expect(await find('far away suns')).toMatchObject({ count: 2, total_considered: 2 });
    expect(await find('far away suns', { years: [2024] })).toMatchObject({ count: 0, total_considered: 0 });
  });

  it('count the rim in', async () => {
    const { papers } = await find('far away suns', { distanceThreshold: 5 });
    const rim = papers[2]?.distance ?? 0;
    expect((await find('far away suns', { distanceThreshold: rim })).count).toBe(3);
    expect(
      await bench.manager.countPapersWithinDistance(bench.database, 'far away suns', { distanceThreshold: rim - 1e-6 }),
    ).toBe(2);
  });

  it('filter first', async () => {
    expect(await find('far away suns', { years: [2025], conferences: ['ICLR', 'ACL'] })).toMatchObject({
      count: 1,
      total_considered: 2,
    });
    expect(await find('far away suns', { years: [1999] })).toMatchObject({ count: 0, total_considered: 0, papers: [] });
    expect(
      await bench.manager.countPapersWithinDistance(bench.database, 'far away suns', {
        conferences: ['ICLR'],
        years: [2026],
        distanceThreshold: 2,
      }),
    ).toBe(1);
  });

  it('count the same papers as they find, where some are gone and records have ids of their own', async () => {
    await bench.manager.addPaper(paper('never-in-the-database', { year: 2026 }));
    const data = await bench.manager.exportEmbeddings('ICLR', 2025);
    const other = { ...data, ids: ['an id of its own'] };
    await bench.manager.importEmbeddings(other, 'ICLR', 2025);
    const both = async (distanceThreshold: number) => [
      (await find('far away suns', { distanceThreshold })).count,
      await bench.manager.countPapersWithinDistance(bench.database, 'far away suns', { distanceThreshold }),
    ];
    expect(await both(2)).toEqual([4, 4]);
    expect(await both(1.1)).toEqual([2, 2]);
  });

  it('take a vector instead of the query, and then embed nothing', async () => {
    const queryEmbedding = [...bench.server.vectorOf('Dogs\n\nAnimals that bark at home.')];
    const result = await find('', { queryEmbedding, distanceThreshold: 0 });
    expect(result.papers.map(({ uid }) => uid)).toEqual(['dogs']);
    expect(result.query_embedding).toEqual(queryEmbedding);
    expect(bench.server.requests).toEqual([]);
  });

  it('refuse a wrong vector', async () => {
    const wrong: [string, number[]][] = [
      ['a foreign dimension', [1, 0]],
      ['zeros', Array<number>(256).fill(0)],
      ['NaN', Array<number>(256).fill(NaN)],
      ['none', 'x' as never],
    ];
    for (const [name, queryEmbedding] of wrong) {
      const failure: unknown = await find('x', { queryEmbedding }).catch((thrown: unknown) => thrown);
      expect([name, failure]).toEqual([name, expect.any(EmbeddingsError) as unknown]);
    }
  });

  it('raise where the collection is empty, or the query blank', async () => {
    await expect(find(' ')).rejects.toThrow(EmbeddingsError);
    await expect(find('x', { distanceThreshold: NaN })).rejects.toThrow(EmbeddingsError);
    await bench.manager.clearCollection();
    await expect(find('x')).rejects.toThrow(/"papers" is empty/);
    await expect(bench.manager.countPapersWithinDistance(bench.database, 'x')).rejects.toThrow(EmbeddingsError);
    expect(bench.server.requests).toEqual([]);
  });
});
