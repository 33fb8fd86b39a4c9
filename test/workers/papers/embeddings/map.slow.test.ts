/** Maps of vectors: who is near stays near, the same vectors give the same map, and nobody waits for it. */
import { describe, expect, it } from '@jest/globals';
import { drawMap, type DrawnMap } from '../../../../workers/papers/embeddings/map/draw-map.js';
import { chance } from '../../../../workers/papers/embeddings/map/numbers.js';
import { topicsFor, wordsOfTopics } from '../../../../workers/papers/embeddings/map/topics.js';
import { openLocalStore } from '../../../../workers/papers/vectors/local/store.js';
import { createMemoryStore } from '../../../support/memory-store.js';
import type { VectorCollection } from '../../../../workers/papers/vectors/types.js';
import { temporaryFolders } from '../../../support/folder.js';
import { labelledTexts } from '../../../support/labelled-texts.js';

const folder = temporaryFolders();
const never = new AbortController().signal;
const subjects = ['parsing trees', 'spoken dialogues', 'images captions', 'protein graphs'];

/** Vectors around as many centres as there are subjects. */
function crowds(papers: number, dimension: number): { id: string; text: string; crowd: number; embedding: number[] }[] {
  const next = chance(11);
  const around = (): number => next() + next() + next() - 1.5;
  const centres = subjects.map(() => Array.from({ length: dimension }, around));
  return Array.from({ length: papers }, (_, n) => {
    const crowd = n % subjects.length;
    const embedding = (centres[crowd] ?? []).map((value) => value + around() * 0.6);
    return { id: `p${n}`, text: `On ${subjects[crowd]} number ${n}`, crowd, embedding };
  });
}

async function kept(papers: readonly { id: string; embedding: ArrayLike<number> }[]): Promise<VectorCollection> {
  const collection = await createMemoryStore().collection('papers');
  await collection.upsert(papers.map(({ id, embedding }) => ({ id, document: id, metadata: {}, embedding })));
  return collection;
}

const textsBy = (papers: readonly { id: string; text: string }[]) => {
  const texts = new Map(papers.map(({ id, text }) => [id, text]));
  return async (ids: readonly string[]): Promise<(string | undefined)[]> => ids.map((id) => texts.get(id));
};

/** Of the nearest dots of each dot how many are of its kind. */
function shareOfOwnKind({ places, ids }: DrawnMap, isAlike: (one: number, other: number) => boolean): number {
  const shares = ids.map((_, one) => {
    const away = (other: number): number =>
      Math.hypot(
        (places[2 * one] ?? 0) - (places[2 * other] ?? 0),
        (places[2 * one + 1] ?? 0) - (places[2 * other + 1] ?? 0),
      );
    const others = ids.flatMap((__, other) => (other === one ? [] : [{ other, away: away(other) }]));
    others.sort((a, b) => a.away - b.away);
    return others.slice(0, 8).filter(({ other }) => isAlike(one, other)).length / 8;
  });
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

describe('a map', () => {
  it.each([40, 1024])('of crowds of %d numbers keeps them apart, and names them', async (dimension) => {
    const papers = crowds(240, dimension);
    const collection = await kept(papers);
    const all = papers.map(({ id }) => id);
    const map = await drawMap(collection, all, textsBy(papers), { signal: never });
    expect([map.total, map.ids]).toEqual([240, all]);
    expect([...map.places].every((place) => place >= 0 && place <= 1)).toBe(true);
    expect(shareOfOwnKind(map, (one, other) => papers[one]?.crowd === papers[other]?.crowd)).toBeGreaterThan(0.97);
    const ofTopic = map.words.map((words, n) => {
      const crowd = papers[map.topic.indexOf(n)]?.crowd ?? 0;
      return words.every((word) => `${subjects[crowd]} number`.includes(word.slice(0, 4)));
    });
    expect([map.words.length, ofTopic.every(Boolean)]).toEqual([topicsFor(240), true]);
    expect(await drawMap(collection, all, textsBy(papers), { signal: never })).toEqual(map);
  });

  it('of real vectors has texts of one label near each other', async () => {
    const texts = await labelledTexts();
    const papers = texts.map(({ uid, title, vector }) => ({ id: uid, text: title, embedding: vector }));
    const ids = papers.map(({ id }) => id);
    const map = await drawMap(await kept(papers), ids, textsBy(papers), { signal: never });
    const isAlike = (one: number, other: number): boolean =>
      (texts[one]?.labels ?? []).filter((label) => texts[other]?.labels.includes(label)).length >= 2;
    const byChance = shareOfOwnKind({ ...map, places: map.places.map((_, n) => ((n * 7919) % 977) / 977) }, isAlike);
    expect(shareOfOwnKind(map, isAlike)).toBeGreaterThan(2 * byChance);
  });

  it.each([0, 1, 2, 3, 5])('of %d papers is one', async (count) => {
    const papers = crowds(count, 6);
    const map = await drawMap(
      await kept(papers),
      papers.map(({ id }) => id),
      textsBy(papers),
      { signal: never },
    );
    expect([map.ids.length, map.places.length, map.topic.length]).toEqual([count, 2 * count, count]);
    expect([...map.places].every(Number.isFinite)).toBe(true);
  });

  it('has equal papers, leaves out what has no vector or is gone, and takes a sample of too many', async () => {
    const papers = crowds(60, 6);
    const same = papers.map((paper) => ({ ...paper, embedding: [1, 2, 3, 4, 5, 6] }));
    const ids = same.map(({ id }) => id);
    const equal = await drawMap(await kept(same), ids, textsBy(same), { signal: never });
    expect([...equal.places].every(Number.isFinite)).toBe(true);
    const gone = await drawMap(await kept(papers), [...ids, 'nobody'], textsBy(papers.slice(5)), { signal: never });
    expect([gone.ids.length, gone.ids.includes('p0')]).toEqual([55, false]);
    const some = await drawMap(await kept(papers), ids, textsBy(papers), { signal: never, most: 20 });
    expect([some.total, some.ids.length, some.ids[1]]).toEqual([60, 20, 'p3']);
  });

  it('ends where nobody wants it any more', async () => {
    const papers = crowds(800, 40);
    const ending = new AbortController();
    const drawn = drawMap(
      await kept(papers),
      papers.map(({ id }) => id),
      textsBy(papers),
      { signal: ending.signal },
    );
    setImmediate(() => ending.abort(new Error('enough')));
    await expect(drawn).rejects.toThrow('enough');
  });
});

describe('a search while a map is drawn', () => {
  it('is answered meanwhile', async () => {
    const store = openLocalStore(await folder());
    const collection = await store.collection('papers');
    const papers = crowds(2000, 256);
    await collection.upsert(papers.map(({ id, embedding }) => ({ id, document: id, metadata: {}, embedding })));
    const query = papers[0]?.embedding ?? [];
    const ending = new AbortController();
    const { signal } = ending;
    const drawn = drawMap(
      collection,
      papers.map(({ id }) => id),
      textsBy(papers),
      { signal },
    );
    const outcome = drawn.then(
      () => 'drawn',
      () => 'ended',
    );
    for (let n = 0; n < 40; n++) expect(await collection.nearest(query, { limit: 10 })).toHaveLength(10);
    // It was being drawn all the time.
    ending.abort(new Error('enough'));
    expect(await outcome).toBe('ended');
    await store.close();
  });
});

it.each([
  ['Japanese', 'データ解析', 'データ'],
  ['Korean', '한국어 번역', '번역'],
  ['Korean, decomposed', '한국어 번역'.normalize('NFD'), '번역'],
  ['Hindi', 'हिन्दी शिक्षण', 'हिन्दी'],
  ['Russian', 'глубокий перевод', 'перевод'],
])('labels a topic with whole words: %s', (_script, title, word) => {
  const labels = wordsOfTopics([title, title, 'graphs', 'graphs'], new Uint16Array([0, 0, 1, 1]), 2);
  expect(labels[0]).toContain(word);
});
