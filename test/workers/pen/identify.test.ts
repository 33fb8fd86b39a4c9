import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type FoundPen, identify, penOf, placeId } from '../../../workers/pen/find/identify.js';
import { withOwnIds } from '../../../workers/pen/find/identify-clones.js';
import { isPenName } from '../../../workers/pen/find/label.js';
import { type PenLog, writePenLog } from '../../../workers/pen/find/pen-log.js';
import { thisSystem } from '../../../workers/pen/find/system.js';
import type { Volume } from '../../../workers/pen/types.js';
import { temporaryFolders } from '../../support/folder.js';

const log: PenLog = { serial: 'TW1', firmware: 'N0038', language: 'FRENCH', generation: 'ZC3203L' };
const volumeAt = (path: string, facts: Partial<Volume> = {}): Volume => ({
  path,
  label: null,
  readOnly: false,
  uuid: null,
  ...facts,
});

describe('a volume', () => {
  const makeFolder = temporaryFolders();

  it.each(['.tiptoi', '.tiptoi.log', 'tiptoi.ico', '.TIPTOI', 'TipToi.ICO', '.Tiptoi.LOG'])(
    'with a file %s is a pen',
    async (name) => {
      const path = await makeFolder();
      expect(await penOf(volumeAt(path), false)).toBeNull();
      await writeFile(join(path, name), '');
      expect(await penOf(volumeAt(path), false)).toMatchObject({ path, serial: null, readOnly: false });
    },
  );

  it('with nearly such a file is none', async () => {
    const path = await makeFolder();
    for (const name of ['tiptoi', 'tiptoi.log', '.tiptoi.logs', 'x.tiptoi', 'Tiptoi.gme'])
      await writeFile(join(path, name), '');
    expect(await penOf(volumeAt(path), false)).toBeNull();
  });

  it('says what it is', async () => {
    const path = await makeFolder();
    await writeFile(join(path, '.TIPTOI.LOG'), writePenLog(log));
    expect(await penOf(volumeAt(path, { label: 'tiptoi', readOnly: true }), false)).toEqual({
      ...log,
      id: 'TW1',
      name: 'tiptoi',
      path,
      readOnly: true,
    });
  });

  it('is a pen by its label, by the name of its mount point, or because the configuration says so', async () => {
    const path = await makeFolder();
    expect(await penOf(volumeAt(path, { label: 'TipToi' }), false)).toMatchObject({ name: 'TipToi' });
    expect(await penOf(volumeAt(path), true)).toMatchObject({ name: basename(path) });
    const named = join(path, 'TIPTOI1');
    await mkdir(named);
    expect(await penOf(volumeAt(named), false)).toMatchObject({ name: 'TIPTOI1' });
    // A folder of that name is only a folder.
    expect(await identify(volumeAt(named), { configured: false, mounted: false }, thisSystem)).toBeNull();
  });

  it('is known without a number by the file system, else by label and size, else by its place', async () => {
    const path = await makeFolder();
    const idOf = async (facts: Partial<Volume>): Promise<string | undefined> =>
      (await penOf(volumeAt(path, facts), true))?.id;
    expect(await idOf({ uuid: '1A2B-3C4D', label: 'x' })).toBe('volume-1A2B-3C4D');
    expect(await idOf({ label: 'Mein Stift/ü' })).toMatch(/^volume-Mein_Stift__-\d+$/);
    expect(await idOf({ label: 'Mein Stift/ü' })).toBe(await idOf({ label: 'Mein Stift/ü' }));
    expect(await idOf({})).toBe(placeId(path));
    expect(await idOf({ uuid: '../../x' })).toBe('volume-______x');
  });

  it('has no control characters in its name', async () => {
    const path = await makeFolder();
    expect(await penOf(volumeAt(path, { label: '\x1b[31mtip\u202etoi\n' }), true)).toMatchObject({
      name: '[31mtiptoi',
    });
    expect(await penOf(volumeAt(path, { label: '\n' }), true)).toMatchObject({ name: basename(path) });
  });

  it('that is unplugged after its log was listed is none; one with an unreadable log is', async () => {
    const path = await makeFolder();
    await writeFile(join(path, '.tiptoi.log'), writePenLog(log));
    const failing = (code: string) => ({
      ...thisSystem,
      head: () => Promise.reject(Object.assign(new Error(code), { code })),
    });
    await expect(penOf(volumeAt(path), true, failing('ENOENT'))).rejects.toThrow('ENOENT');
    expect(await penOf(volumeAt(path), true, failing('EIO'))).toMatchObject({ id: placeId(path), serial: null });
  });

  it('is not read where the log is a pipe, a folder or a link', async () => {
    const secret = join(await makeFolder(), 'secret');
    await writeFile(secret, writePenLog(log));
    const [pipe, folder, link] = [await makeFolder(), await makeFolder(), await makeFolder()];
    execFileSync('mkfifo', [join(pipe, '.tiptoi.log')]);
    await mkdir(join(folder, '.tiptoi.log'));
    await symlink(secret, join(link, '.tiptoi.log'));
    for (const path of [pipe, folder, link])
      expect(await penOf(volumeAt(path), false)).toMatchObject({ serial: null, path });
    // The same where the kind of the entry has changed since it was listed.
    for (const path of [pipe, folder, link])
      await expect(thisSystem.head(join(path, '.tiptoi.log'), 64)).rejects.toThrow();
  });

  it('that is not there, or is a file, fails', async () => {
    const path = await makeFolder();
    await writeFile(join(path, 'file'), '');
    await expect(penOf(volumeAt(join(path, 'none')), true)).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(penOf(volumeAt(join(path, 'file')), true)).rejects.toMatchObject({ code: 'ENOTDIR' });
  });

  it('on which nothing may be written is read-only', async () => {
    const path = await makeFolder();
    await chmod(path, 0o555);
    // Root may write everywhere.
    expect(await penOf(volumeAt(path), true)).toMatchObject({ readOnly: process.getuid?.() !== 0 });
  });
});

describe('a name', () => {
  it.each(['tiptoi', 'TIPTOI', 'TipToi', ' tiptoi ', 'tiptoi1', 'TIPTOI 2', 'tiptoi_12'])(
    '%j is that of a pen',
    (name) => expect(isPenName(name)).toBe(true),
  );
  it.each(['', 'tiptois', 'my tiptoi', 'tiptoi backup', 'tiptoi.ico', 'tip toi', 'tiptoi1234'])('%j is not', (name) =>
    expect(isPenName(name)).toBe(false),
  );
});

const pen = (serial: string | null, volumeId: string, path = '/a'): FoundPen => ({
  pen: {
    ...{ id: serial ?? volumeId, name: 'tiptoi', path, serial, readOnly: false },
    ...{ firmware: null, language: null, generation: null },
  },
  volumeId,
  folder: `inode of ${path}`,
});
const ids = (found: readonly FoundPen[]): string[] => found.map((one) => one.pen.id);

describe('pens with one number', () => {
  const [a, b, c] = [pen('TW1', 'volume-A', '/a'), pen('TW1', 'volume-B', '/b'), pen('TW1', 'volume-B', '/c')];

  it('get ids of their own', () => {
    expect(ids(withOwnIds([a, b, c]))).toEqual(['TW1', 'TW1-volume-B', `TW1-${placeId('/c')}`]);
    const [x, y] = [pen(null, 'volume-0000-0000', '/x'), pen(null, 'volume-0000-0000', '/y')];
    expect(ids(withOwnIds([x, y]))).toEqual(['volume-0000-0000', `volume-0000-0000-${placeId('/y')}`]);
  });

  it('keep them while they are plugged in, in whatever order they are found', () => {
    const alone = withOwnIds([b]);
    expect(ids(alone)).toEqual(['TW1']);
    const both = withOwnIds([a, b], alone);
    expect(ids(both)).toEqual(['TW1-volume-A', 'TW1']);
    expect(ids(withOwnIds([b, a], both))).toEqual(['TW1', 'TW1-volume-A']);
    // What was answered before stands in for a pen that does not answer now.
    expect(ids(withOwnIds(both, both))).toEqual(['TW1-volume-A', 'TW1']);
    expect(ids(withOwnIds([a], both))).toEqual(['TW1-volume-A']);
  });

  it('have the id of last time when they are plugged in alone', () => {
    const known = withOwnIds([a, b]).map((one) => one.pen);
    expect(ids(withOwnIds([b], [], known))).toEqual(['TW1-volume-B']);
    expect(ids(withOwnIds([a], [], known))).toEqual(['TW1']);
  });

  it('never share one, even with a number made up to look like the other', () => {
    const found = [
      a,
      b,
      pen('TW1-volume-B', 'volume-X', '/x'),
      pen('TW1', 'volume-A', '/y'),
      pen('TW1', 'volume-A', '/z'),
    ];
    for (const order of [found, [...found].reverse()]) expect(new Set(ids(withOwnIds(order))).size).toBe(found.length);
  });

  it('leave the others as they are', () =>
    expect(withOwnIds([a, pen('TW2', 'volume-A', '/d')])).toEqual([a, pen('TW2', 'volume-A', '/d')]));
});

describe('a pen without a number', () => {
  it('stays the same pen when its log appears, while it is plugged in and later', () => {
    const volume = 'volume-1A2B-3C4D';
    const before = withOwnIds([pen(null, volume)]);
    const now = withOwnIds([pen('TW1', volume)], before);
    expect(ids(now)).toEqual([volume]);
    expect(ids(withOwnIds([pen('TW1', volume)], [], [{ id: volume, serial: null }]))).toEqual([volume]);
    const known = [{ id: volume, serial: 'TW1' }];
    expect(ids(withOwnIds([pen('TW1', 'volume-formatted', '/b')], [], known))).toEqual([volume]);
    expect(ids(withOwnIds([pen(null, volume)], now, known))).toEqual([volume]);
  });

  it('is not taken for another one that comes to its place', () => {
    const place = placeId('/a');
    const before = withOwnIds([pen(null, place)]);
    const other = { id: 'TW2', serial: 'TW2' };
    expect(ids(withOwnIds([pen('TW2', place)], before, [other]))).toEqual(['TW2']);
    expect(ids(withOwnIds([pen('TW3', place)], [], [{ id: place, serial: null }]))).toEqual(['TW3']);
    expect(ids(withOwnIds([pen(null, place)], withOwnIds([pen('TW2', place)])))).toEqual([place]);
  });
});
