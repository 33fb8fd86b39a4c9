/** The library is entered again, with its jobs and its lock. */
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LibraryLock } from '../../../daemon/library/library-lock.js';
import { endLateImports, enterAgain } from '../../../daemon/library/open-library.js';
import { silentLog } from '../../../workers/base/ports.js';
import { Library } from '../../../workers/library/library.js';
import { LibraryAway } from '../../../workers/library/site.js';
import { endings } from '../../support/endings.js';
import { temporaryFolders } from '../../support/folder.js';
import { putMp3, testLibrary } from '../../support/open-library.js';
import { until } from '../../support/patience.js';

const folder = temporaryFolders();
afterEach(() => void jest.restoreAllMocks());
const end = endings();

let opened: Parameters<typeof enterAgain>[0];
let library: Library;
let root: string;
let add: () => Promise<number>;
/** As where the disk has gone for a moment. */
async function flicker(): Promise<void> {
  await rename(root, `${root} away`);
  await expect(library.verify()).rejects.toMatchObject({ code: 'library_unavailable' });
  await rename(`${root} away`, root);
}
beforeEach(async () => {
  const home = await folder();
  const parts = await testLibrary(home, end);
  const libraryLock = new LibraryLock('a test', silentLog);
  ({ library } = parts);
  root = library.path;
  await libraryLock.take(root, async () => undefined);
  end.push(() => libraryLock.release());
  const settings = { current: { inbox_path: join(home, 'inbox') } };
  add = async () => {
    await putMp3(join(home, '1.mp3'), { offset: 1, tags: { TALB: 'Sounds' } });
    return (await parts.add('1.mp3')).oid;
  };
  opened = { ...parts, settings, libraryLock } as unknown as typeof opened;
});

it('when what is under way has ended: what that has staged is not cleared meanwhile', async () => {
  const stage = join(root, 'staging', 'at-work');
  let finish = (): void => undefined;
  const working = opened.jobs.run({ kind: 'import', title: 'An album', oid: null }, async () => {
    await mkdir(stage);
    await new Promise<void>((resolve) => (finish = resolve));
    return existsSync(stage);
  });
  await until('the work', () => existsSync(stage));
  await flicker();
  const entered = enterAgain(opened);
  // It must not be set right while the work goes on; setting right takes less than that.
  await new Promise((resolve) => setTimeout(resolve, 100));
  finish();
  expect(await working).toBe(true);
  await entered;
  expect([library.away, existsSync(stage), existsSync(join(root, 'library.lock'))]).toEqual([null, false, true]);
});

it('where it cannot be set right it is away, and tried again', async () => {
  await flicker();
  const parts = Library.prototype as unknown as { take(): Promise<void> };
  jest.spyOn(parts, 'take').mockRejectedValueOnce(Object.assign(new Error('EIO: i/o error'), { code: 'EIO' }));
  await expect(enterAgain(opened)).rejects.toBeInstanceOf(LibraryAway);
  expect([library.away, existsSync(join(root, 'library.lock'))]).toEqual([
    expect.stringContaining('EIO: i/o error'),
    false,
  ]);
  await enterAgain(opened);
  expect([library.away, existsSync(join(root, 'library.lock'))]).toEqual([null, true]);
});

it('where its lock cannot be taken it is away', async () => {
  await flicker();
  await opened.libraryLock.release();
  await mkdir(join(root, 'library.lock'));
  await expect(enterAgain(opened)).rejects.toBeInstanceOf(LibraryAway);
  expect(library.away).toContain('EISDIR');
});

it('an import that could not be ended is ended later, where none is under way', async () => {
  const { folder, oid } = library.get(await add());
  await library.changeAlbum(folder, (album) => ({ ...album, pending: { staging: null, sources: [] } }));
  let [isAtWork, finish] = [false, (): void => undefined];
  const working = opened.jobs.run({ kind: 'import', title: 'Another', oid: null }, () => {
    isAtWork = true;
    return new Promise<void>((resolve) => (finish = resolve));
  });
  await until('the work', () => isAtWork);
  await endLateImports(opened, silentLog);
  expect(library.get(oid).pending).not.toBeNull();
  finish();
  await working;
  await rename(join(root, 'albums', folder), join(root, 'albums', 'elsewhere'));
  await writeFile(join(root, 'albums', folder), 'in the way');
  await endLateImports(opened, silentLog);
  expect(library.get(oid).pending).not.toBeNull();
  await rm(join(root, 'albums', folder));
  await rename(join(root, 'albums', 'elsewhere'), join(root, 'albums', folder));
  await endLateImports(opened, silentLog);
  expect(library.get(oid).pending).toBeNull();
});
