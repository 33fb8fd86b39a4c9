/** A pen that is full of other people's files, and stays so. */
import { describe, expect, it } from '@jest/globals';
import { chmod, chown, mkdir, readdir, rename, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolders } from '../../support/folder.js';
import { gmeBytes, putOnPen, sha256, wantedIn } from './gme-files.js';
import { memoryVolume, withMounts } from './mounts.js';
import { contentsOf, emptyMemory, inOrder, look, sync } from './sync-pen.js';

const folder = temporaryFolders();
const hour = 3600;

/** What a pen comes with, and what people put on it. */
async function fill(pen: string): Promise<Record<string, string>> {
  for (const [path, oid] of [
    ['WSR_Tiere.gme', 42],
    ['Wörterbuch – Englisch.GME', 43],
    ['Bücher/Ö/Mein Körper.gme', 44],
    ['system/Voice.gme', 5],
    ['日本.gme', 45],
  ] as const) {
    await putOnPen(pen, path, gmeBytes(oid, 9));
  }
  for (const name of [
    '.tiptoi.log',
    'Update3202.upd',
    'LanguageInfo.dat',
    'LanguageInfo.gme',
    'notes.txt',
    'songs/1.mp3',
    'stories/2.mp3',
    '._a.gme',
    '~WRL0001.tmp',
  ]) {
    await mkdir(join(pen, name, '..'), { recursive: true });
    await writeFile(join(pen, name), name);
  }
  return contentsOf(pen);
}

describe("a pen with other people's files", () => {
  it('keeps every one of them, to the byte and the second, through copies, changes and removals', async () => {
    const [host, pen, memory] = [await folder(), await folder(), emptyMemory()];
    const theirs = await fill(pen);
    const times = await Promise.all(Object.keys(theirs).map(async (path) => (await stat(join(pen, path))).mtimeMs));
    for (const version of [1, 2]) {
      const wanted = [
        await wantedIn(host, 5, { version, title: 'Ä' }),
        await wantedIn(host, 920, { version, title: `Title ${version}` }),
      ];
      const report = await sync(pen, wanted, memory);
      expect(report.shadowed).toEqual([{ oid: 5, path: 'system/Voice.gme' }]);
      expect(report.failed).toEqual([]);
      expect(await contentsOf(pen)).toMatchObject(theirs);
      expect(await inOrder(pen, wanted, memory)).toBe(true);
    }
    await sync(pen, [], memory);
    expect(await contentsOf(pen)).toEqual(theirs);
    expect(await Promise.all(Object.keys(theirs).map(async (path) => (await stat(join(pen, path))).mtimeMs))).toEqual(
      times,
    );
    expect(memory.files).toEqual([]);
  });

  it('has ours beside a file with the same product id and one with the same name', async () => {
    const [host, pen, memory] = [await folder(), await folder(), emptyMemory()];
    await putOnPen(pen, 'Kauf/920.GME', gmeBytes(920, 9));
    await putOnPen(pen, '920_ALBUM-920.GME', gmeBytes(50, 9));
    const theirs = await contentsOf(pen);
    const wanted = [await wantedIn(host, 920)];
    const report = await sync(pen, wanted, memory);
    expect(report.shadowed).toEqual([{ oid: 920, path: 'Kauf/920.GME' }]);
    expect(await contentsOf(pen)).toEqual({ ...theirs, '920_Album-920-2.gme': wanted[0]!.sha256 });
    await sync(pen, [], memory);
    expect(await contentsOf(pen)).toEqual(theirs);
  });

  it('has no say over a folder that is named like an album', async () => {
    const [host, pen, memory] = [await folder(), await folder(), emptyMemory()];
    await putOnPen(pen, '920_Album-920.gme/inside.gme', gmeBytes(50, 9));
    const report = await sync(pen, [await wantedIn(host, 920)], memory);
    expect([report.failed, (await readdir(pen)).sort()]).toEqual([[], ['920_Album-920-2.gme', '920_Album-920.gme']]);
  });

  it('may lead in circles', async () => {
    const [host, pen, memory] = [await folder(), await folder(), emptyMemory()];
    await mkdir(join(pen, 'a/b'), { recursive: true });
    await symlink('..', join(pen, 'a/b/up'));
    await symlink(pen, join(pen, 'loop.gme'));
    const wanted = [await wantedIn(host, 920)];
    await sync(pen, wanted, memory);
    expect(await inOrder(pen, wanted, memory)).toBe(true);
    expect((await readdir(pen)).sort()).toEqual(['920_Album-920.gme', 'a', 'loop.gme']);
  });
});

describe('a file of ours that someone else had in hands', () => {
  it('is theirs when its content is another, though size and name are the same', async () => {
    const [host, pen, memory] = [await folder(), await folder(), emptyMemory()];
    await sync(pen, [await wantedIn(host, 920)], memory);
    await putOnPen(pen, '920_Album-920.gme', gmeBytes(920, 77));
    const later = Date.now() / 1000 + 400;
    await utimes(join(pen, '920_Album-920.gme'), later, later);
    const wanted = [await wantedIn(host, 920, { version: 2 })];
    const report = await sync(pen, wanted, memory);
    expect([report.changed, report.shadowed]).toEqual([
      [{ oid: 920, path: '920_Album-920.gme' }],
      [{ oid: 920, path: '920_Album-920.gme' }],
    ]);
    expect(await contentsOf(pen)).toEqual({
      '920_Album-920-2.gme': wanted[0]!.sha256,
      '920_Album-920.gme': sha256(gmeBytes(920, 77)),
    });
    await sync(pen, [], memory);
    expect(await readdir(pen)).toEqual(['920_Album-920.gme']);
  });

  it.each([
    ['an hour on', hour],
    ['two hours back', -2 * hour],
    ['half a day and two seconds', 12 * hour + 2],
    ['to 1980', null],
  ])('is ours when its time alone went %s', async (_, shift) => {
    const [host, pen, memory] = [await folder(), await folder(), emptyMemory()];
    const wanted = [await wantedIn(host, 920), await wantedIn(host, 5)];
    await sync(pen, wanted, memory);
    for (const name of await readdir(pen)) {
      const time = shift === null ? 315_532_800 : (await stat(join(pen, name))).mtimeMs / 1000 + shift;
      await utimes(join(pen, name), time, time);
    }
    const report = await sync(pen, wanted.slice(0, 1), memory);
    expect([report.copied, report.kept, report.removed.map(({ oid }) => oid), report.changed]).toEqual([
      [],
      [920],
      [5],
      [],
    ]);
    expect(await inOrder(pen, wanted.slice(0, 1), memory)).toBe(true);
  });

  it('is ours when it was renamed or moved, in capitals too', async () => {
    const [host, pen, memory] = [await folder(), await folder(), emptyMemory()];
    const wanted = [await wantedIn(host, 920), await wantedIn(host, 5)];
    await sync(pen, wanted, memory);
    await mkdir(join(pen, 'Kinder'));
    await rename(join(pen, '920_Album-920.gme'), join(pen, 'Kinder/Lied.GME'));
    await rename(join(pen, '5_Album-5.gme'), join(pen, '5_ALBUM-5.GME'));
    expect((await sync(pen, wanted, memory)).kept).toEqual([920, 5]);
    const changed = [await wantedIn(host, 920, { version: 2 }), await wantedIn(host, 5, { version: 2 })];
    await sync(pen, changed, memory);
    expect(await contentsOf(pen)).toEqual({
      '5_ALBUM-5.GME': changed[1]!.sha256,
      '920_Album-920.gme': changed[0]!.sha256,
    });
  });
});

const isRoot = process.getuid?.() === 0;
if (!isRoot)
  process.stderr.write(
    'Only root can become another user, so the test of a pen that cannot be read everywhere is left out.\n',
  );

describe('a pen that cannot be read everywhere', () => {
  (isRoot ? it : it.skip)(
    'keeps what lies in such a folder, and what is remembered of it (skipped without root)',
    async () => {
      const [host, pen, memory] = [await folder(), await folder(), emptyMemory()];
      const wanted = [await wantedIn(host, 920)];
      await sync(pen, wanted, memory);
      await mkdir(join(pen, 'closed'));
      await rename(join(pen, '920_Album-920.gme'), join(pen, 'closed/920.gme'));
      await sync(pen, wanted, memory);
      const remembered = memory.files;
      expect(remembered).toMatchObject([{ path: 'closed/920.gme' }]);
      await chmod(join(pen, 'closed'), 0);
      for (const path of [host, pen]) await chown(path, 65_534, 65_534);
      // Root reads everything.
      process.seteuid!(65_534);
      try {
        const plan = await look(pen, wanted, memory);
        expect([plan.unseen, plan.copy.map(({ name }) => name)]).toEqual([remembered, ['920_Album-920.gme']]);
        const report = await sync(pen, wanted, memory);
        expect([report.copied.length, report.failed]).toEqual([1, []]);
      } finally {
        process.seteuid!(0);
      }
      await chmod(join(pen, 'closed'), 0o755);
      expect(await sync(pen, wanted, memory)).toMatchObject({
        kept: [920],
        removed: [{ path: 'closed/920.gme' }],
        copied: [],
      });
    },
  );
});

withMounts('a pen with ten thousand files', () => {
  it('is read, and synced', async () => {
    const [pen, host, memory] = [memoryVolume('200m'), await folder(), emptyMemory()];
    const bytes = gmeBytes(1, 1, 0x200);
    for (let n = 0; n < 10_000; n++) {
      if (n % 500 === 0) await mkdir(join(pen, `Regal ${n / 500}`));
      bytes.writeUInt32LE(n % 1000, 0x14);
      await writeFile(join(pen, `Regal ${Math.floor(n / 500)}/${n}.gme`), bytes);
    }
    const wanted = [await wantedIn(host, 1500)];
    const report = await sync(pen, wanted, memory);
    expect([report.copied.length, report.failed]).toEqual([1, []]);
    expect(await inOrder(pen, wanted, memory)).toBe(true);
  });
});
