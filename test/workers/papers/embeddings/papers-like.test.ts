/** More like one paper, by its own vector. */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { EmbeddingsError } from '../../../../workers/papers/embedding-api/errors.js';
import type { PapersLikeOptions } from '../../../../workers/papers/embeddings/search/papers-like.js';
import { benches, paper } from './bench.js';

const bench = benches();
const given = [
  paper('birds', { title: 'Birds and their songs', abstract: 'How birds sing songs at dawn.', year: 2024 }),
  paper('larks', { title: 'Larks and their songs', abstract: 'How larks sing songs at dawn.', session: 'Evening' }),
  paper('owls', { title: 'Owls and their calls', abstract: 'How owls sing at night.', conference: 'ACL', year: 2025 }),
  paper('suns', { title: 'Suns', abstract: 'Far away.', conference: 'ACL', year: 2026, session: 'Evening' }),
];
beforeEach(async () => {
  bench.server.settings.dimension = 256;
  await bench.database.addPapers(given);
  await bench.manager.embedFromDatabase();
  bench.server.requests.length = 0;
});
const like = (uid: string | number, options?: PapersLikeOptions) =>
  bench.manager.searchPapersLike(uid, bench.database, options);
const uids = async (uid: string, options?: PapersLikeOptions) => (await like(uid, options)).map((one) => one.uid);

describe('searchPapersLike', () => {
  it('answers full papers, the nearest first, without the paper itself, and asks for no vector', async () => {
    const [first, second, ...others] = await like('birds');
    expect(first).toMatchObject({
      uid: 'larks',
      title: 'Larks and their songs',
      authors: ['Ada Lovelace', 'Kurt Gödel'],
    });
    expect(first?.similarity).toBeCloseTo(1 - (first?.distance ?? 0), 10);
    expect([second?.uid, others.map(({ uid }) => uid)]).toEqual(['owls', ['suns']]);
    expect(second?.distance).toBeGreaterThan(first?.distance ?? 9);
    expect(bench.server.requests).toEqual([]);
  });

  it('measures from the stored vector, as a search for the very text does', async () => {
    const [, nearest] = await bench.manager.searchPapersSemantic(
      'Birds and their songs\n\nHow birds sing songs at dawn.',
      bench.database,
    );
    expect((await like('birds'))[0]).toEqual(nearest);
  });

  it('keeps to limit, filters and distance', async () => {
    expect(await uids('birds', { limit: 1 })).toEqual(['larks']);
    expect(await uids('birds', { conferences: ['ACL'] })).toEqual(['owls', 'suns']);
    expect(await uids('birds', { years: [2026, 2024] })).toEqual(['larks', 'suns']);
    expect(await uids('birds', { sessions: ['Evening'], conferences: ['ACL', 'ICML'] })).toEqual(['larks', 'suns']);
    expect(await uids('birds', { sessions: ['Nowhere'] })).toEqual([]);
    expect(await uids('birds', { sessions: [], years: null })).toHaveLength(3);
    const [{ distance } = { distance: 0 }] = await like('birds');
    expect(await uids('birds', { distanceThreshold: distance ?? 0 })).toEqual(['larks']);
  });

  it('passes over papers that are gone from the database, and goes on behind them', async () => {
    await bench.database.deletePapers(['larks']);
    expect(await uids('birds', { limit: 2 })).toEqual(['owls', 'suns']);
  });

  it('knows a record with an id of its own by its uid, and leaves it out', async () => {
    const [embedding] = (await bench.manager.exportEmbeddings('ICML', 2024)).embeddings;
    const metadata = { title: 'Finches', conference: 'ICML', year: '2023', uid: 'finches', authors: 'A', id: '77' };
    await bench.database.addPaper(paper('finches', { title: 'Finches', year: 2023 }));
    const data = { ids: ['own'], documents: ['Finches'], metadatas: [metadata], embeddings: [embedding ?? []] };
    await bench.manager.importEmbeddings(data, 'ICML', 2023);
    const near = await like('finches', { limit: 2 });
    expect(near.map(({ uid }) => uid)).toEqual(['birds', 'larks']);
    expect(near[0]?.distance).toBeCloseTo(0, 6);
    expect(await like(77, { limit: 2 })).toEqual(near);
    expect(await uids('birds', { limit: 1 })).toEqual(['finches']);
  });

  it.each<[string, () => Promise<unknown>, RegExp]>([
    ['a paper without a vector', () => like('nobody'), /The paper "nobody" has no vector in the collection "papers"/],
    ['no id', () => like(''), /A paper's id must be/],
    ['a limit of none', () => like('birds', { limit: 0 }), /limit must be/],
    ['an option that there is not', () => like('birds', { most: 3 } as PapersLikeOptions), /has no option "most"/],
    ['a year that is none', () => like('birds', { years: [20.5] }), /year must be/],
    [
      'vectors of another model',
      () => bench.another({ modelName: 'other' }).searchPapersLike('birds', bench.database),
      /vectors of the model "test-model"/,
    ],
  ])('refuses %s', async (_, ask, sentence) => {
    const refusal = await ask().catch((thrown: unknown) => thrown);
    expect(refusal).toBeInstanceOf(EmbeddingsError);
    expect((refusal as Error).message).toMatch(sentence);
  });
});
