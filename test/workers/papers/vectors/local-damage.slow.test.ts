/** Folders of earlier versions, and files that are damaged. */
import { describe, expect, it } from '@jest/globals';
import { cp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Damage, VectorRecord, VectorStore } from '../../../../workers/papers/vectors/types.js';
import { temporaryFolders } from '../../../support/folder.js';
import { localStores } from './local-stores.js';
import { record } from './record.js';
import { recordedLog } from '../../../support/recorded-log.js';

const folders = temporaryFolders();
const open = localStores();

it('a folder of format 1 with indexes beside its shards opens, and answers as the version that wrote it', async () => {
  const written = fileURLToPath(new URL('folder-of-format-1', import.meta.url));
  const answers = JSON.parse(await readFile(join(written, 'answers.json'), 'utf8')) as Record<string, unknown>;
  const folder = await folders();
  await cp(join(written, 'papers'), join(folder, 'papers'), { recursive: true });
  const store = open(folder);
  const papers = await store.collection('papers');
  const vector = Float32Array.from({ length: 5 }, (_, d) => Math.fround(Math.sin(7.3 * 13 + d * 1.7)));
  const records = await papers.get(await papers.ids(), { embeddings: true });
  expect({
    facts: await papers.facts(),
    ids: await papers.ids(),
    names: await store.names(),
    near: await papers.nearest(vector, { limit: 5 }),
    filtered: await papers.nearest(vector, { where: { year: { $gte: 2022 } } }),
    long: await papers.ids({ abstract: 'x'.repeat(100) }),
    uid: await papers.ids({ uid: { $in: ['u5', 'r1', 'rübe 6', 'rübe 0'] } }),
    records: records.map((one) => ({ ...one, embedding: Array.from(one.embedding) })),
  }).toEqual(answers);
  expect((await readdir(join(folder, 'papers'))).sort()).toEqual(['000004.pb', 'manifest.json']);
});

const dimension = 96;
const vectorOf = (i: number): Float32Array => Float32Array.from({ length: dimension }, (_, d) => Math.sin(i * 13 + d));
const recordOf = (i: number): VectorRecord => record(`r${i}`, vectorOf(i), { year: String(2000 + (i % 3)) });
const count = 1500;

async function filled(): Promise<string> {
  const folder = await folders();
  const store = open(folder);
  const papers = await store.collection('papers');
  await papers.upsert(Array.from({ length: count }, (_, i) => recordOf(i)));
  await store.close();
  return folder;
}

const filesOf = async (folder: string, ending: string): Promise<string[]> =>
  (await readdir(join(folder, 'papers')))
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => join(folder, 'papers', name));

const half = async (path: string): Promise<void> => truncate(path, (await readFile(path)).length >> 1);

describe('half of a shard that is cut off', () => {
  it.each<[string, (papers: Awaited<ReturnType<VectorStore['collection']>>) => Promise<unknown>]>([
    ['a record is read', (papers) => papers.get(['r3', 'r1499'])],
    ['a filter reads its values', (papers) => papers.ids({ year: '2001' })],
    ['metadata change', (papers) => papers.updateMetadata(new Map([['r1499', { year: '1' }]]))],
    ['a record of it goes', (papers) => papers.delete(['r1498'])],
  ])('is noticed in an open collection when %s', async (_, act) => {
    const folder = await filled();
    const damages: Damage[] = [];
    const papers = await open(folder, { onDamage: (one) => damages.push(one) }).collection('papers');
    const [, second = ''] = await filesOf(folder, '.pb');
    await half(second);
    await act(papers);
    expect(damages).toEqual([expect.objectContaining({ file: second, collection: 'papers' })]);
    const left = count - (damages[0]?.records ?? 0);
    expect((await papers.facts()).count).toBe(left);
    expect(await papers.get(await papers.ids())).toHaveLength(left);
    expect((await papers.nearest(vectorOf(1499), { limit: 1 }))[0]?.id).not.toBe('r1499');
  });
});

it('a damaged file never replaces one that was set aside before', async () => {
  const folder = await filled();
  const [, second = ''] = await filesOf(folder, '.pb');
  await writeFile(`${second}.broken`, 'kept');
  await writeFile(`${second}.broken-2`, 'kept too');
  await half(second);
  const { log, logged } = recordedLog('error');
  await open(folder, { log }).collection('papers');
  expect(await readFile(`${second}.broken`, 'utf8')).toBe('kept');
  expect(await readFile(`${second}.broken-2`, 'utf8')).toBe('kept too');
  expect((await readFile(`${second}.broken-3`)).length).toBeGreaterThan(1000);
  expect(logged).toEqual([expect.stringContaining('000002.pb.broken-3')]);
});

it('the end of a large shard that is another is noticed at the start', async () => {
  const folder = await filled();
  const [first = ''] = await filesOf(folder, '.pb');
  const bytes = await readFile(first);
  bytes[bytes.length - 20] = (bytes[bytes.length - 20] ?? 0) ^ 1;
  await writeFile(first, bytes);
  const damages: Damage[] = [];
  const papers = await open(folder, { onDamage: (one) => damages.push(one) }).collection('papers');
  expect(damages).toEqual([expect.objectContaining({ file: first, reason: expect.stringMatching(/checksum/) })]);
  expect((await papers.facts()).count).toBe(count - (damages[0]?.records ?? 0));
  await rm(`${first}.broken`);
});
