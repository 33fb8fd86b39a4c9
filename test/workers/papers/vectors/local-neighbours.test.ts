/** Real vectors: 778 texts, embedded by MiniLM. */
import { expect, it } from '@jest/globals';
import type { VectorRecord } from '../../../../workers/papers/vectors/types.js';
import { temporaryFolders } from '../../../support/folder.js';
import { labelledTexts } from '../../../support/labelled-texts.js';
import { localStores } from './local-stores.js';

const open = localStores();
const folders = temporaryFolders();

async function miniLm(): Promise<VectorRecord[]> {
  return (await labelledTexts()).map(({ uid, text, vector }, i) => ({
    id: uid,
    document: text,
    metadata: { half: String(i % 2) },
    embedding: vector,
  }));
}

it('finds the exact neighbours of each, also after a restart', async () => {
  const records = await miniLm();
  expect(records).toHaveLength(778);
  const folder = await folders();
  const first = open(folder);
  const filled = await first.collection('papers');
  for (let from = 0; from < records.length; from += 100) await filled.upsert(records.slice(from, from + 100));
  await first.close();

  const papers = await open(folder).collection('papers');
  for (const [i, query] of records.entries()) {
    const half = i % 3 === 0 ? String(i % 2) : undefined;
    const near = records
      .filter(({ metadata }) => half === undefined || metadata['half'] === half)
      .map(({ id, embedding }) => ({ id, distance: euclidean(query.embedding, embedding) }));
    near.sort((a, b) => a.distance - b.distance || (a.id < b.id ? -1 : 1));
    const hits = await papers.nearest(query.embedding, { limit: 10, ...(half !== undefined && { where: { half } }) });
    expect(hits.map(({ id }) => id)).toEqual(near.slice(0, 10).map(({ id }) => id));
    hits.forEach(({ distance }, rank) => expect(distance).toBeCloseTo(near[rank]?.distance as number, 12));
    expect(hits[0]?.distance).toBe(0);
  }
});

function euclidean(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += ((a[i] as number) - (b[i] as number)) ** 2;
  return Math.sqrt(sum);
}
