import { beforeEach, describe, expect, it } from '@jest/globals';
import { EmbeddingsError } from '../../../../workers/papers/embedding-api/errors.js';
import type { SearchSimilarOptions } from '../../../../workers/papers/embeddings/search/search-similar.js';
import { WhereError } from '../../../../workers/papers/vectors/where.js';
import { benches, paper } from './bench.js';

const bench = benches();
beforeEach(async () => {
  await bench.manager.addPapers([
    paper('cats', { title: 'Cats and dogs', abstract: 'Animals at home.', year: 2024 }),
    paper('dogs', { title: 'Dogs', abstract: 'Animals that bark at home.', year: 2025, conference: 'ACL' }),
    paper('stars', { title: 'Stars', abstract: 'Far away suns.', year: 2025, conference: 'ICLR' }),
  ]);
});
const found = async (options?: SearchSimilarOptions, query = 'animals at home') =>
  (await bench.manager.searchSimilar(query, options)).ids[0];

describe('searchSimilar', () => {
  it('answers lists by query, nearest first, with true distances and parsed metadata', async () => {
    const result = await bench.manager.searchSimilar('Stars\n\nFar away suns.', { nResults: 2 });
    expect(result.ids[0]).toHaveLength(2);
    expect(result.ids[0]?.[0]).toBe('stars');
    expect(result.distances[0]?.[0]).toBeCloseTo(0, 6);
    const dogs = bench.server.vectorOf('Dogs\n\nAnimals that bark at home.');
    const cats = bench.server.vectorOf('Cats and dogs\n\nAnimals at home.');
    const centre = bench.server.vectorOf('Stars\n\nFar away suns.');
    const distance = (other: Float32Array) => Math.hypot(...centre.map((value, i) => value - (other[i] ?? 0)));
    expect(result.distances[0]?.[1]).toBeCloseTo(Math.min(distance(dogs), distance(cats)), 5);
    expect(result.documents[0]?.[0]).toBe('Stars\n\nFar away suns.');
    expect(result.metadatas[0]?.[0]).toMatchObject({
      uid: 'stars',
      year: 2025,
      authors: ['Ada Lovelace', 'Kurt Gödel'],
    });
  });

  it('answers at most ten by default', async () => {
    await bench.manager.addPapers(Array.from({ length: 12 }, (_, i) => paper(`more${i}`)));
    expect(await found()).toHaveLength(10);
    expect(await found({ nResults: 100 })).toHaveLength(15);
  });

  it.each<[SearchSimilarOptions['where'], string[]]>([
    [{ year: 2025 }, ['dogs', 'stars']],
    [{ $or: [{ uid: 'cats' }, { $and: [{ year: 2025 }, { conference: { $ne: 'ACL' } }] }] }, ['cats', 'stars']],
    [{}, ['cats', 'dogs', 'stars']],
    [null, ['cats', 'dogs', 'stars']],
  ])('filters by %j', async (where, ids) => expect([...((await found({ where })) ?? [])].sort()).toEqual(ids));

  it('restricts to ids, together with where', async () => {
    expect(await found({ ids: ['stars', 'unknown'] })).toEqual(['stars']);
    expect(await found({ ids: ['stars', 'dogs'], where: { conference: 'ACL' } })).toEqual(['dogs']);
    expect(await found({ ids: [] })).toEqual([]);
    await bench.manager.addPaper({ id: 5, title: 'Five' });
    expect(await found({ ids: [5] })).toEqual(['5']);
  });

  it('sends no request where nothing can be found', async () => {
    const before = bench.server.requests.length;
    expect(await bench.manager.searchSimilar('x', { where: { year: 1999 } })).toEqual({
      ids: [[]],
      distances: [[]],
      documents: [[]],
      metadatas: [[]],
    });
    await bench.manager.clearCollection();
    expect(await found()).toEqual([]);
    expect(bench.server.requests).toHaveLength(before);
  });

  it.each<[string, SearchSimilarOptions]>([
    ['', {}],
    [' \n', {}],
    [5 as unknown as string, {}],
    ['x', { nResults: 0 }],
    ['x', { nResults: 1.5 }],
    ['x', { nResults: -1 }],
    ['x', { where: { year: { $foo: 1 } } }],
    ['x', { ids: 'stars' as never }],
    ['x', { ids: [{} as never] }],
  ])('refuses %j with %j before any request', async (query, options) => {
    const before = bench.server.requests.length;
    await expect(bench.manager.searchSimilar(query, options)).rejects.toThrow(EmbeddingsError);
    expect(bench.server.requests).toHaveLength(before);
  });

  it('gives the reason as cause', async () => {
    const thrown: unknown = await bench.manager
      .searchSimilar('x', { where: { a: { $x: 1 } } })
      .catch((error: unknown) => error);
    expect((thrown as Error).cause).toBeInstanceOf(WhereError);
  });

  it('is an EmbeddingsError where the API fails, or answers another dimension', async () => {
    bench.server.next({ status: 400 });
    await expect(found()).rejects.toThrow(EmbeddingsError);
    bench.server.settings.dimension = 3;
    await expect(found()).rejects.toThrow(/vectors of 3 dimensions; the collection has 16/);
  });

  it('is an EmbeddingsError with both names where the collection was made with another model', async () => {
    await bench.database.connect();
    const other = bench.another({ modelName: 'other-model' });
    const before = bench.server.requests.length;
    const refused = /model "test-model".*the current model is "other-model"/;
    await expect(other.searchSimilar('x')).rejects.toThrow(refused);
    await expect(other.searchPapersSemantic('x', bench.database)).rejects.toThrow(refused);
    await expect(other.findPapersWithinDistance(bench.database, 'x')).rejects.toThrow(refused);
    await expect(other.countPapersWithinDistance(bench.database, 'x')).rejects.toThrow(refused);
    expect(bench.server.requests).toHaveLength(before);
    // An alias of the same model is none.
    expect((await bench.another({ modelName: 'alias-test-model' }).searchSimilar('x')).ids[0]).not.toEqual([]);
  });

  it('does not fail because of one odd record', async () => {
    await bench.manager.updatePaperMetadata({ dogs: { year: 'next year', authors: '', original_id: 'abc' } });
    const { ids, metadatas } = await bench.manager.searchSimilar('dogs');
    expect(metadatas[0]?.[ids[0]?.indexOf('dogs') ?? -1]).toMatchObject({
      year: 'next year',
      authors: [],
      original_id: 'abc',
    });
  });
});
