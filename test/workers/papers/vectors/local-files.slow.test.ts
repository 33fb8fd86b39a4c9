import { describe, expect, it } from '@jest/globals';
import { mkdir, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Damage, VectorStoreError, type VectorRecord } from '../../../../workers/papers/vectors/types.js';
import { temporaryFolders } from '../../../support/folder.js';
import { localStores } from './local-stores.js';
import { record } from './record.js';
import { recordedLog } from '../../../support/recorded-log.js';

const folders = temporaryFolders();
const open = localStores();

/** Some 25 of them fill a shard. */
const wide = (i: number, metadata: Record<string, string> = {}): VectorRecord =>
  record(`w${i}`, [1, i], metadata, `about w${i} `.repeat(12_000).slice(0, 160_000));
const shardsIn = async (folder: string): Promise<string[]> =>
  (await readdir(join(folder, 'papers'))).filter((name) => name.endsWith('.pb')).sort();

describe('files', () => {
  it('hold what memory holds, and nothing that was deleted or replaced', async () => {
    const folder = await folders();
    const papers = await open(folder).collection('papers');
    await papers.upsert([
      record('a', [1, 2], { secret: 'first-value' }, 'first-text'),
      record('b', [3, 4], {}, 'second-text'),
    ]);
    await papers.upsert([record('a', [5, 6], {}, 'third-text')]);
    await papers.delete(['b']);
    const files = await shardsIn(folder);
    expect(files).toHaveLength(1);
    const text = await readFile(join(folder, 'papers', files[0] ?? ''), 'latin1');
    expect(text).toContain('third-text');
    for (const gone of ['first-value', 'first-text', 'second-text']) expect(text).not.toContain(gone);
    await papers.delete(['a']);
    expect(await shardsIn(folder)).toEqual([]);
  });

  it('are written once each for changed metadata, and filled again after records have gone', async () => {
    const folder = await folders();
    const papers = await open(folder).collection('papers');
    await papers.upsert(Array.from({ length: 300 }, (_, i) => wide(i, { part: String(i % 30) })));
    const before = await shardsIn(folder);
    expect(before.length).toBeGreaterThan(9);
    expect(
      await papers.updateMetadata(new Map(Array.from({ length: 300 }, (_, i) => [`w${i}`, { award: 'best' }]))),
    ).toBe(300);
    const after = await shardsIn(folder);
    expect(after).toHaveLength(before.length);
    expect(Number.parseInt(after.at(-1) ?? '')).toBe(Number.parseInt(before.at(-1) ?? '') + before.length);
    await papers.delete(await papers.ids({ part: { $ne: '7' } }));
    const small = (await shardsIn(folder)).length;
    expect(small).toBeLessThanOrEqual(10);
    for (const i of [7, 157])
      expect(await papers.nearest(wide(i).embedding, { limit: 1 })).toEqual([{ id: `w${i}`, distance: 0 }]);
    await papers.upsert([wide(1)]);
    expect(await shardsIn(folder)).toHaveLength(small);
    expect(await papers.ids()).toEqual([...Array.from({ length: 10 }, (_, i) => `w${7 + 30 * i}`), 'w1']);
    expect((await papers.get(['w37'], { embeddings: true }))[0]).toMatchObject({
      metadata: { part: '7', award: 'best' },
      document: wide(37).document,
    });
  });

  it('keep the order of first adding over restarts', async () => {
    const folder = await folders();
    const first = open(folder);
    const papers = await first.collection('papers');
    await papers.upsert(Array.from({ length: 60 }, (_, i) => wide(i)));
    await papers.delete(['w3', 'w40']);
    await papers.upsert([record('late', [1, 70]), wide(5)]);
    const ids = await papers.ids();
    expect(ids.slice(-2)).toEqual(['w59', 'late']);
    await first.close();
    const again = await open(folder).collection('papers');
    expect(await again.ids()).toEqual(ids);
    await again.upsert([wide(80)]);
    expect((await again.ids()).at(-1)).toBe('w80');
  });

  it('keep long values, by which can be filtered too', async () => {
    const long = 'x'.repeat(5000);
    const papers = await open(await folders()).collection('papers');
    await papers.upsert([
      record('a', [1, 0], { abstract: `${long}a`, year: '1' }),
      record('b', [0, 1], { abstract: `${long}b`, year: '1' }),
      record('c', [1, 1], { abstract: 'short' }),
    ]);
    expect(await papers.ids({ abstract: `${long}b` })).toEqual(['b']);
    expect(await papers.ids({ abstract: { $ne: `${long}b` }, year: '1' })).toEqual(['a']);
    expect(await papers.count({ where: { $or: [{ abstract: 'short' }, { abstract: `${long}a` }] } })).toBe(2);
    expect(
      (await papers.nearest([0, 1], { where: { abstract: { $in: [`${long}a`, `${long}b`] } } })).map(({ id }) => id),
    ).toEqual(['b', 'a']);
    await papers.updateMetadata(
      new Map([
        ['b', { abstract: 'short' }],
        ['c', { abstract: long }],
      ]),
    );
    expect(await papers.ids({ abstract: 'short' })).toEqual(['b']);
    expect((await papers.get(['c']))[0]?.metadata).toEqual({ abstract: long });
  });
});

describe('what a crash or a disk leaves', () => {
  async function filled(): Promise<{ folder: string; shards: string[] }> {
    const folder = await folders();
    const store = open(folder);
    await (await store.collection('papers')).upsert(Array.from({ length: 60 }, (_, i) => wide(i)));
    await store.close();
    return { folder, shards: await shardsIn(folder) };
  }

  it('is removed where no manifest names it', async () => {
    const { folder, shards } = await filled();
    for (const name of ['000999.pb', '000998.index', '.tonstift-0a1b2c3d4e5f.tmp', 'notes.txt'])
      await writeFile(join(folder, 'papers', name), 'x');
    await mkdir(join(folder, '.dropped-0a1b2c3d4e5f', 'x'), { recursive: true });
    const papers = await open(folder).collection('papers');
    expect(await papers.count()).toBe(60);
    const kept = [...shards, 'manifest.json', 'notes.txt'];
    expect((await readdir(join(folder, 'papers'))).sort()).toEqual(kept.sort());
    expect(await readdir(folder)).not.toContain('.dropped-0a1b2c3d4e5f');
    await papers.upsert([wide(100)]);
    expect((await shardsIn(folder)).at(-1)).toBe('001000.pb');
  });

  it.each<[string, (path: string) => Promise<void>, RegExp]>([
    [
      'a byte is another',
      async (path) => {
        const bytes = await readFile(path);
        bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
        await writeFile(path, bytes);
      },
      /checksum/,
    ],
    ['the end is missing', (path) => truncate(path, 1000), /has 1000 bytes instead of/],
    ['all of it is missing', (path) => rm(path), /is gone/],
  ])('is set aside where %s, and the rest is used', async (_, spoil, reason) => {
    const { folder, shards } = await filled();
    const [broken = ''] = shards;
    await spoil(join(folder, 'papers', broken));
    const { log, logged } = recordedLog('error');
    const damages: Damage[] = [];
    const first = open(folder, { log, onDamage: (damage) => damages.push(damage) });
    const papers = await first.collection('papers');
    await first.collection('papers');
    expect(logged).toEqual([expect.stringMatching(reason)]);
    const facts = { collection: 'papers', file: join(folder, 'papers', broken), records: expect.any(Number) };
    expect(damages).toEqual([{ ...facts, reason: expect.stringMatching(reason) }]);
    expect(damages[0]?.records).toBe(60 - (await papers.count()));
    expect(logged[0]).toContain(join('papers', broken));
    const left = await papers.ids();
    expect(left.length).toBeGreaterThan(20);
    expect(left.length).toBeLessThan(60);
    expect(await papers.get(left)).toHaveLength(left.length);
    await papers.upsert(Array.from({ length: 60 }, (_unused, i) => wide(i)));
    await first.close();
    const again = recordedLog('error');
    expect(await (await open(folder, { log: again.log }).collection('papers')).count()).toBe(60);
    expect(again.logged).toEqual([]);
  });

  it.each([
    ['', /manifest/],
    ['{"format":2}', /this version/],
    ['{"format":1,"dimension":2,"model":null,"shards":[{"file":"../x.pb","rows":1,"bytes":1,"crc32":0}]}', /manifest/],
  ])('refuses the manifest %j', async (text, reason) => {
    const { folder, shards } = await filled();
    await writeFile(join(folder, 'papers', 'manifest.json'), text);
    const store = open(folder);
    await expect(store.collection('papers')).rejects.toThrow(reason);
    await expect(store.collection('papers')).rejects.toThrow(VectorStoreError);
    expect(await shardsIn(folder)).toEqual(shards);
    expect(await (await store.collection('other')).count()).toBe(0);
  });

  it.each(['index.json', 'index.pb', '000001.pb'])('refuses a folder with %s and no manifest', async (name) => {
    const folder = await folders();
    await mkdir(join(folder, 'papers'));
    await writeFile(join(folder, 'papers', name), '{}');
    await expect(open(folder).collection('papers')).rejects.toThrow(new RegExp(`holds ${name} but no manifest`));
    expect(await readdir(join(folder, 'papers'))).toEqual([name]);
  });

  it('is nothing where the manifest could be neither written nor read, and goes on afterwards', async () => {
    const { folder, shards } = await filled();
    const store = open(folder);
    const papers = await store.collection('papers');
    const before = await papers.ids();
    const manifest = join(folder, 'papers', 'manifest.json');
    await rename(manifest, join(folder, 'kept.json'));
    await mkdir(join(manifest, 'in the way'), { recursive: true });
    await expect(papers.upsert([record('new', [1, 2])])).rejects.toThrow(VectorStoreError);
    expect(await papers.ids()).toEqual(before);
    // The manifest may name it.
    expect(await shardsIn(folder)).toHaveLength(shards.length + 1);
    await rm(manifest, { recursive: true });
    await rename(join(folder, 'kept.json'), manifest);
    await papers.upsert([record('newer', [1, 2])]);
    await store.close();
    expect(await (await open(folder).collection('papers')).ids()).toEqual([...before, 'newer']);
  });

  it('is nothing where writing failed', async () => {
    const folder = await folders();
    const store = open(folder);
    const papers = await store.collection('papers');
    await papers.upsert([wide(0), wide(1)]);
    await rename(join(folder, 'papers'), join(folder, 'away'));
    const attempts = [
      () => papers.upsert([wide(2), wide(0)]),
      () => papers.delete(['w0']),
      () => papers.replace({}, [wide(3)]),
      () => papers.updateMetadata(new Map([['w0', { a: 'b' }]])),
      () => papers.clear(),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toThrow(VectorStoreError);
    await expect(papers.get(['w0'])).rejects.toThrow(VectorStoreError);
    expect(await papers.ids()).toEqual(['w0', 'w1']);
    await rename(join(folder, 'away'), join(folder, 'papers'));
    expect((await papers.get(['w0']))[0]?.metadata).toEqual({});
    await papers.upsert([wide(2)]);
    await store.close();
    const again = await open(folder).collection('papers');
    expect(await again.ids()).toEqual(['w0', 'w1', 'w2']);
    expect((await again.facts()).model).toBeNull();
  });
});
