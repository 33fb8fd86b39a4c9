/** A new place for the library: real folders, real locks. */
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { moveLibrary } from '../../../daemon/albums/move-library.js';
import { acquireLock, type Lock } from '../../../workers/base/files/lock.js';
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

let shop: Awaited<ReturnType<typeof testLibrary>> & { libraryLock: { current: Lock } };
let home: string;
let to: string;
beforeEach(async () => {
  home = await folder();
  to = join(home, 'elsewhere', 'library');
  await putMp3(join(home, '1.mp3'), { offset: 1, tags: { TALB: 'Sounds' } });
  const parts = await testLibrary(home, end);
  const lock = await acquireLock(join(parts.library.path, 'library.lock'), { purpose: 'a test' });
  shop = { ...parts, libraryLock: { current: lock } };
  end.push(() => shop.libraryLock.current.release());
  await shop.add('1.mp3');
  await shop.idle();
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
  const move = await moveLibrary(shop, to, silentLog);
  expect(await files(from())).toEqual(had.filter((name) => name !== 'library.lock'));
  await move.finish();
  expect((await readdir(home)).includes('library')).toBe(false);
  expect(await files(to)).toEqual(had);
  expect([shop.library.path, await readFile(join(to, 'library.json'), 'utf8')]).toEqual([to, before]);
  await shop.albums.update(920, { album_title: 'Noises' });
  await shop.library.close();
  expect((await Library.open(to, silentLog)).get(920).album_title).toBe('Noises');
});

it('is undone as if nothing had been', async () => {
  const had = await files(from());
  await (await moveLibrary(shop, to, silentLog)).undo();
  expect([shop.library.path, await files(from())]).toEqual([from(), had]);
  expect(await readdir(join(home, 'elsewhere'))).toEqual([]);
});

it('may be a library already, which is taken as it is, and the old one stays', async () => {
  await (await Library.open(to, silentLog)).close();
  const had = await files(from());
  const move = await moveLibrary(shop, to, silentLog);
  await move.finish();
  expect(shop.library.albums).toEqual([]);
  expect(await files(from())).toEqual(had.filter((name) => name !== 'library.lock'));
});

it('must be empty otherwise, and a folder; what is refused changes nothing', async () => {
  const had = await files(from());
  await mkdir(to, { recursive: true });
  await writeFile(join(to, 'thesis.txt'), 'precious');
  await expect(moveLibrary(shop, to, silentLog)).rejects.toMatchObject({
    code: 'bad_field',
    fields: { library_path: expect.stringMatching(/neither empty nor a library: it holds "thesis.txt"/) as unknown },
  });
  await expect(moveLibrary(shop, join(to, 'thesis.txt'), silentLog)).rejects.toMatchObject({ code: 'bad_field' });
  const held = await acquireLock(join(home, 'other', 'library.lock'), { purpose: 'another daemon' });
  await expect(moveLibrary(shop, join(home, 'other'), silentLog)).rejects.toMatchObject({ code: 'bad_field' });
  await held.release();
  expect([shop.library.path, await files(from()), await readFile(join(to, 'thesis.txt'), 'utf8')]).toEqual([
    from(),
    had,
    'precious',
  ]);
  await shop.albums.update(920, { album_title: 'Noises' });
});
