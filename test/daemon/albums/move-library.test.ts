/** A new place for the library: real folders, real locks. */
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { moveLibrary } from '../../../daemon/albums/move-library.js';
import { LibraryLock } from '../../../daemon/library-lock.js';
import { acquireLock } from '../../../workers/base/files/lock.js';
import { silentLog } from '../../../workers/base/ports.js';
import { Library } from '../../../workers/library/library.js';
import { temporaryFolders } from '../../support/folder.js';
import { putMp3, testLibrary } from '../../support/open-library.js';

let end: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const one of end.splice(0).reverse()) await one();
  end = [];
});
const folder = temporaryFolders();

let at: Awaited<ReturnType<typeof testLibrary>> & { libraryLock: LibraryLock };
let home: string;
let to: string;
beforeEach(async () => {
  home = await folder();
  to = join(home, 'elsewhere', 'library');
  await putMp3(join(home, '1.mp3'), { offset: 1, tags: { TALB: 'Sounds' } });
  const parts = await testLibrary(home, end);
  const libraryLock = new LibraryLock('a test');
  await libraryLock.take(parts.library.path, async () => undefined);
  at = { ...parts, libraryLock };
  end.push(() => libraryLock.release());
  await at.add('1.mp3');
  await at.idle();
});

const from = (): string => join(home, 'library');
const files = async (path: string): Promise<string[]> =>
  (await readdir(path, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();

it('gets all that the library has, and only then the old one goes', async () => {
  const before = await readFile(join(from(), 'library.json'), 'utf8');
  const had = await files(from());
  const move = await moveLibrary(at, to, silentLog);
  expect(await files(from())).toEqual(had.filter((name) => name !== 'library.lock'));
  await move.finish();
  expect((await readdir(home)).includes('library')).toBe(false);
  expect(await files(to)).toEqual(had);
  expect([at.library.path, await readFile(join(to, 'library.json'), 'utf8')]).toEqual([to, before]);
  await at.albums.update(920, { album_title: 'Noises' });
  await at.library.close();
  expect((await Library.open(to, silentLog)).get(920).album_title).toBe('Noises');
});

it('is undone as if nothing had been', async () => {
  const had = await files(from());
  await (await moveLibrary(at, to, silentLog)).undo();
  expect([at.library.path, await files(from())]).toEqual([from(), had]);
  expect(await readdir(join(home, 'elsewhere'))).toEqual([]);
});

it('may be a library already, which is taken as it is, and the old one stays', async () => {
  await (await Library.open(to, silentLog)).close();
  const had = await files(from());
  const move = await moveLibrary(at, to, silentLog);
  await move.finish();
  expect(at.library.albums).toEqual([]);
  expect(await files(from())).toEqual(had.filter((name) => name !== 'library.lock'));
});

it('must be empty otherwise, and a folder; what is refused changes nothing', async () => {
  const had = await files(from());
  await mkdir(to, { recursive: true });
  await writeFile(join(to, 'thesis.txt'), 'precious');
  await expect(moveLibrary(at, to, silentLog)).rejects.toMatchObject({
    code: 'bad_field',
    fields: { library_path: expect.stringMatching(/neither empty nor a library: it holds "thesis.txt"/) as unknown },
  });
  await expect(moveLibrary(at, join(to, 'thesis.txt'), silentLog)).rejects.toMatchObject({ code: 'bad_field' });
  const held = await acquireLock(join(home, 'other', 'library.lock'), { purpose: 'another daemon' });
  await expect(moveLibrary(at, join(home, 'other'), silentLog)).rejects.toMatchObject({ code: 'bad_field' });
  await held.release();
  expect([at.library.path, await files(from()), await readFile(join(to, 'thesis.txt'), 'utf8')]).toEqual([
    from(),
    had,
    'precious',
  ]);
  await at.albums.update(920, { album_title: 'Noises' });
});
