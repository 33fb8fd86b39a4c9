/** Indexes beside the shards, floats that stay on the disk, and what is found broken later. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { open as openFile, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openLocalStore, type LocalStoreOptions } from '../../../workers/vectors/local/store.js';
import type { Damage, VectorRecord, VectorStore } from '../../../workers/vectors/types.js';
import { temporaryFolders } from '../../support/folder.js';
import { record } from './record.js';

const folders = temporaryFolders();
const opened: VectorStore[] = [];
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
});

function open(folder: string, options?: LocalStoreOptions): VectorStore {
  const store = openLocalStore(folder, options);
  opened.push(store);
  return store;
}

const dimension = 96;
const vectorOf = (i: number): Float32Array => Float32Array.from({ length: dimension }, (_, d) => Math.sin(i * 13 + d));
const recordOf = (i: number, document = `about ${i}`): VectorRecord =>
  record(`r${i}`, vectorOf(i), { year: String(2000 + (i % 3)), uid: i % 5 === 0 ? `u${i}` : `r${i}` }, document);

async function filled(count: number, document?: string): Promise<string> {
  const folder = await folders();
  const store = openLocalStore(folder);
  const papers = await store.collection('papers');
  await papers.upsert(Array.from({ length: count }, (_, i) => recordOf(i, document)));
  await store.close();
  return folder;
}

const filesOf = async (folder: string, ending: string): Promise<string[]> =>
  (await readdir(join(folder, 'papers')))
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => join(folder, 'papers', name));

/** What a person would ask. */
async function answers(folder: string, options?: LocalStoreOptions): Promise<unknown> {
  const store = open(folder, options);
  const papers = await store.collection('papers');
  const found = [
    await papers.nearest(vectorOf(7.3), { limit: 20 }),
    await papers.nearest(vectorOf(7.3), { limit: 20, where: { year: 2001 } }),
    (await (await papers.within(vectorOf(9), { radius: 9 })).ids()).toSorted(),
    await papers.ids({ uid: { $in: ['u5', 'r6', 'r10'] } }),
    await papers.ids({ $or: [{ year: '2002' }, { uid: 'u0' }] }),
    await papers.get(['r3', 'r11'], { embeddings: true }),
  ];
  await store.close();
  return found;
}

describe('an index', () => {
  it.each<[string, (paths: string[]) => Promise<void>]>([
    ['is missing', async (paths) => rm(paths[0] as string)],
    ['ends too early', async (paths) => truncate(paths[0] as string, 1000)],
    ['is empty', async (paths) => truncate(paths[0] as string, 0)],
    ['has another byte', async (paths) => flip(paths[0] as string, 3000)],
    ['is of another version', async (paths) => flip(paths[0] as string, 7)],
    ['is that of another shard', async ([one = '', other = '']) => rename(one, other)],
    ['has another byte in its columns', async (paths) => flip(paths[0] as string, -3)],
  ])('that %s changes no answer, and is made anew', async (_, spoil) => {
    const folder = await filled(1500);
    const before = await answers(folder);
    const paths = await filesOf(folder, '.index');
    expect(paths).toHaveLength(2);
    const whole = await Promise.all(paths.map((path) => readFile(path)));
    await spoil(paths);
    expect(await answers(folder)).toEqual(before);
    const again = await Promise.all(paths.map((path) => readFile(path)));
    // A column is a part that is read, and checked, when a filter asks for it.
    if (!expect.getState().currentTestName?.includes('columns')) expect(again).toEqual(whole);
  });

  it('goes with its shard', async () => {
    const folder = await filled(1500);
    const papers = await open(folder).collection('papers');
    await papers.delete(Array.from({ length: 1490 }, (_, i) => `r${i}`));
    await papers.updateMetadata(new Map([['r1495', { year: '1' }]]));
    expect(await papers.ids({ year: '1' })).toEqual(['r1495']);
    const shards = await filesOf(folder, '.pb');
    expect(await filesOf(folder, '.index')).toEqual(shards.map((path) => path.replace('.pb', '.index')));
    await papers.clear();
    expect(await filesOf(folder, '.index')).toEqual([]);
  });
});

/** @param at from the end where it is negative */
async function flip(path: string, at: number): Promise<void> {
  const bytes = await readFile(path);
  const place = at < 0 ? bytes.length + at : at;
  bytes[place] = (bytes[place] as number) ^ 1;
  await writeFile(path, bytes);
}

describe('floats that stay on the disk', () => {
  it('change no answer', async () => {
    const folder = await filled(1500);
    expect(await answers(folder, { floatsOnDisk: true })).toEqual(await answers(folder));
  });

  it('are those of each moment while records come, change and go', async () => {
    const folder = await folders();
    const papers = await open(folder, { floatsOnDisk: true }).collection('papers');
    let expected = new Map<string, Float32Array>();
    for (let step = 0; step < 12; step++) {
      const records = Array.from({ length: 150 }, (_, i) =>
        record(`r${(step * 70 + i) % 600}`, vectorOf(step * 1000 + i)),
      );
      const gone = Array.from({ length: 40 }, (_, i) => `r${(step * 31 + i) % 600}`);
      const changing = (async () => {
        await papers.upsert(records);
        await papers.updateMetadata(new Map([[`r${(step * 70) % 600}`, { step: String(step) }]]));
        await papers.delete(gone);
      })();
      const during = await papers.nearest(vectorOf(3), { limit: 5 });
      expect(during.length).toBeLessThanOrEqual(5);
      await changing;
      expected = new Map([
        ...expected,
        ...records.map(({ id, embedding }) => [id, embedding as Float32Array] as const),
      ]);
      for (const id of gone) expected.delete(id);
      const query = vectorOf(step + 0.5);
      const near = [...expected].map(([id, vector]) => ({
        id,
        distance: Math.hypot(...vector.map((x, d) => x - (query[d] as number))),
      }));
      near.sort((a, b) => a.distance - b.distance || (a.id < b.id ? -1 : 1));
      const hits = await papers.nearest(query, { limit: 10 });
      expect(hits.map(({ id }) => id)).toEqual(near.slice(0, 10).map(({ id }) => id));
    }
  });

  it('are told from others: a shard that changes behind us is set aside, and the rest answers', async () => {
    const folder = await filled(1500);
    const damages: Damage[] = [];
    const papers = await open(folder, { floatsOnDisk: true, onDamage: (one) => damages.push(one) }).collection(
      'papers',
    );
    const [nearest] = await papers.nearest(vectorOf(1234), { limit: 1 });
    expect(nearest).toEqual({ id: 'r1234', distance: 0 });
    const [first = '', second = ''] = await filesOf(folder, '.pb');
    const before = await readFile(second);
    // All floats become others; heads and length stay.
    const file = await openFile(second, 'r+');
    const floats = Buffer.from(vectorOf(1234).buffer);
    await file.write(Buffer.from([1, 2, 3, 4]), 0, 4, before.indexOf(floats));
    await file.close();
    const [other] = await papers.nearest(vectorOf(1234), { limit: 1 });
    expect(other?.id).not.toBe('r1234');
    expect(damages).toEqual([
      { collection: 'papers', file: second, records: expect.any(Number), reason: expect.stringMatching(/checksum/) },
    ]);
    expect(await filesOf(folder, '.pb')).toEqual([first]);
    expect(await filesOf(folder, '.pb.broken')).toEqual([`${second}.broken`]);
    expect((await papers.facts()).count).toBe(1500 - (damages[0]?.records ?? 0));
    await papers.upsert([recordOf(1234)]);
    expect((await papers.nearest(vectorOf(1234), { limit: 1 }))[0]?.id).toBe('r1234');
  });
});

it('a large collection answers before all of it was read, and tells then what is broken', async () => {
  const folder = await filled(430, 'x'.repeat(160_000));
  const shards = await filesOf(folder, '.pb');
  const broken = shards.at(-1) as string;
  const whole = await readFile(broken);
  // In a document: no search reads it.
  await flip(broken, whole.indexOf('xxxx') + 100);
  const damages: Damage[] = [];
  const store = open(folder, { onDamage: (one) => damages.push(one) });
  const papers = await store.collection('papers');
  expect(damages).toEqual([]);
  expect(await papers.nearest(vectorOf(7), { limit: 1 })).toEqual([{ id: 'r7', distance: 0 }]);
  // Waits until all was read.
  await papers.upsert([recordOf(1000)]);
  expect(damages).toEqual([expect.objectContaining({ file: broken, reason: expect.stringMatching(/checksum/) })]);
  expect((await papers.facts()).count).toBe(431 - (damages[0]?.records ?? 0));
  expect((await papers.nearest(vectorOf(7), { limit: 1 }))[0]?.id).toBe('r7');
  const [stored] = await papers.get(['r7'], { embeddings: true });
  expect(stored?.embedding).toEqual(vectorOf(7));
});

it('a large collection that is closed at once reads no more', async () => {
  const folder = await filled(430, 'x'.repeat(160_000));
  const store = open(folder);
  expect(await (await store.collection('papers')).count()).toBe(430);
  await store.close();
  expect(await (await open(folder).collection('papers')).count()).toBe(430);
});
