/** A new place for the library: real folders, real locks. */
import { beforeEach, expect, it, jest } from '@jest/globals';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createEvents } from '../../../daemon/events.js';
import { Jobs } from '../../../daemon/jobs.js';
import { moveLibrary } from '../../../daemon/albums/move-library.js';
import { LibraryLock } from '../../../daemon/library/library-lock.js';
import { TonstiftError } from '../../../workers/base/errors.js';
import { acquireLock } from '../../../workers/base/files/lock.js';
import { Records } from '../../../workers/library/records.js';
import { silentLog } from '../../../workers/base/ports.js';
import { Library } from '../../../workers/library/library.js';
import { endings } from '../../support/endings.js';
import { temporaryFolders } from '../../support/folder.js';
import { putMp3, testLibrary } from '../../support/open-library.js';
import { setTimeout as pause } from 'node:timers/promises';

const end = endings();
const folder = temporaryFolders();

/** A library with one album of one track, and its lock. */
let at: Awaited<ReturnType<typeof testLibrary>> & { libraryLock: LibraryLock };
let home: string;
let to: string;
beforeEach(async () => {
  home = await folder();
  to = join(home, 'elsewhere', 'library');
  await putMp3(join(home, '1.mp3'), { offset: 1, tags: { TALB: 'Sounds' } });
  const parts = await testLibrary(home, end);
  const libraryLock = new LibraryLock('a test', silentLog);
  await libraryLock.take(parts.library.path, async () => undefined);
  end.push(() => libraryLock.release());
  await parts.add('1.mp3');
  await parts.idle();
  at = { ...parts, libraryLock };
});

const from = (): string => join(home, 'library');
const files = async (path: string): Promise<string[]> =>
  (await readdir(path, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();

it('copies all that the library has, and leaves the former folder as it is', async () => {
  const before = await readFile(join(from(), 'library.json'), 'utf8');
  const had = await files(from());
  const move = await moveLibrary(at, to, silentLog);
  move.resume();
  expect(await files(to)).toEqual(had);
  expect([at.library.path, await readFile(join(to, 'library.json'), 'utf8')]).toEqual([to, before]);
  await at.albums.update(920, { album_title: 'Noises' });
  await at.library.close();
  expect(await files(from())).toEqual(had.filter((name) => name !== 'library.lock'));
  expect(await readFile(join(from(), 'library.json'), 'utf8')).toBe(before);
  expect((await Library.open(to, silentLog)).get(920).album_title).toBe('Noises');
});

it('refuses an older copy of the same library, and takes the folder once it is gone', async () => {
  (await moveLibrary(at, to, silentLog)).resume();
  await at.albums.update(920, { album_title: 'Noises' });
  await expect(moveLibrary(at, from(), silentLog)).rejects.toMatchObject({
    fields: { library_path: expect.stringContaining('older copy') as unknown },
  });
  await rm(from(), { recursive: true });
  (await moveLibrary(at, from(), silentLog)).resume();
  expect([at.library.path, at.library.get(920).album_title]).toEqual([from(), 'Noises']);
});

it('refuses the copy of a move that a crash cut off before the settings named it', async () => {
  await moveLibrary(at, to, silentLog);
  await at.libraryLock.release();
  const started = await Library.open(from(), silentLog);
  await started.changeAlbum(started.get(920).folder, (album) => ({ ...album, album_title: 'Noises' }));
  const parts = { ...at, library: started, jobs: new Jobs(createEvents(), 1) };
  await expect(moveLibrary(parts, to, silentLog)).rejects.toMatchObject({ code: 'bad_field' });
  expect([started.path, started.get(920).album_title]).toEqual([from(), 'Noises']);
});

it('removes what a crash left of an unfinished copy to the same folder, and nothing else', async () => {
  const beside = ['library.coming-0123abcd', 'library.coming-holiday'].map((name) => join(home, 'elsewhere', name));
  for (const path of beside) await mkdir(join(path, 'albums'), { recursive: true });
  (await moveLibrary(at, to, silentLog)).resume();
  expect((await readdir(join(home, 'elsewhere'))).sort()).toEqual(['library', 'library.coming-holiday']);
});

it('is no place inside the library folder', async () => {
  await expect(moveLibrary(at, join(from(), 'inner', 'library'), silentLog)).rejects.toMatchObject({
    fields: { library_path: expect.stringContaining('is inside') as unknown },
  });
  expect(await readdir(from())).not.toContain('inner');
});

it('moves while papers are embedded, and does not hold them up', async () => {
  const isEnded = new AbortController();
  const running = at.jobs.run(
    { kind: 'embed', title: 'Embedding papers', oid: null },
    () => new Promise<void>((resolve) => isEnded.signal.addEventListener('abort', () => resolve())),
  );
  const moving = moveLibrary(at, to, silentLog);
  const other = at.jobs.run({ kind: 'papers', title: 'An import', oid: null }, () => Promise.resolve('in'));
  const late = new Promise((resolve) => setTimeout(resolve, 10_000, 'It waits.').unref());
  expect(await Promise.race([other, late])).toBe('in');
  const moved = await Promise.race([moving, late]);
  isEnded.abort();
  await running;
  (await moving).resume();
  expect([typeof moved, at.library.path]).toEqual(['object', to]);
});

it('takes along what is changed meanwhile by what is no job', async () => {
  const { library } = at;
  const { folder } = library.get(920);
  const titled = (album_title: string): Promise<void> =>
    library.changeAlbum(folder, (album) => ({ ...album, album_title }));
  let [isMoved, tries] = [false, 0];
  const moving = moveLibrary(at, to, silentLog).finally(() => (isMoved = true));
  const changes: Promise<void>[] = [];
  while (!isMoved) {
    changes.push(titled(`try ${++tries}`));
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  const late = titled('late');
  expect(await Promise.race([late.then(() => 'changed'), new Promise((resolve) => setTimeout(resolve, 50))])).toBe(
    undefined,
  );
  (await moving).resume();
  await Promise.all([...changes, late]);
  expect((await Library.open(to, silentLog)).get(920).album_title).toBe('late');
});

it('keeps in the old place what is changed meanwhile by what is no job, where it goes back', async () => {
  const move = await moveLibrary(at, to, silentLog);
  const { folder } = at.library.get(920);
  const late = at.library.changeAlbum(folder, (album) => ({ ...album, album_title: 'late' }));
  await move.undo();
  await late;
  expect([at.library.path, at.library.get(920).album_title]).toEqual([from(), 'late']);
  await at.library.close();
  expect((await Library.open(from(), silentLog)).get(920).album_title).toBe('late');
});

it('stays in the new place where the lock of the old one cannot be released', async () => {
  // As on a disk that fails: the lock can neither be read nor removed.
  await rm(join(from(), 'library.lock'));
  await mkdir(join(from(), 'library.lock', 'x'), { recursive: true });
  const had = await files(from());
  const move = await moveLibrary(at, to, silentLog);
  expect([at.library.path, await files(to)]).toEqual([to, [...had, 'library.lock'].sort()]);
  move.resume();
});

it('goes back to a place whose lock came back with its disk', async () => {
  const lock = join(from(), 'library.lock');
  const own = await readFile(lock);
  const move = await moveLibrary(at, to, silentLog);
  await writeFile(lock, own);
  await move.undo();
  expect(at.library.path).toBe(from());
});

it('is undone as if nothing had been', async () => {
  const had = await files(from());
  await (await moveLibrary(at, to, silentLog)).undo();
  expect([at.library.path, await files(from())]).toEqual([from(), had]);
  expect(await readdir(join(home, 'elsewhere'))).toEqual([]);
});

it('stays where it was when the new place goes away just as it is entered', async () => {
  const had = await files(from());
  // To be set right where it is entered.
  await at.library.change((data) => ({ ...data, leftovers: ['gme/nothing'] }));
  jest.spyOn(Records.prototype, 'change').mockRejectedValueOnce(new TonstiftError('library_unavailable', 'pulled out'));
  await expect(moveLibrary(at, to, silentLog)).rejects.toMatchObject({ code: 'bad_field' });
  expect([at.library.path, await files(from())]).toEqual([from(), had]);
  await at.albums.update(920, { album_title: 'Noises' });
  await at.library.close();
  expect((await Library.open(from(), silentLog)).get(920).album_title).toBe('Noises');
});

it('waits for what is under way, and gives up where that takes too long; nothing has changed then', async () => {
  const had = await files(from());
  let end = (): void => undefined;
  const copying = at.jobs.run({ kind: 'import', title: 'A long album', oid: null }, async () => {
    await new Promise<void>((resolve) => (end = resolve));
    // What a job waits for must not wait for the move.
    await at.jobs.run({ kind: 'edit', title: 'its part', oid: null, nested: true }, () => Promise.resolve());
  });
  await new Promise((resolve) => setImmediate(resolve));
  await expect(at.jobs.pause({ ms: 50 })).rejects.toMatchObject({
    code: 'not_now',
    message: expect.stringContaining('A long album') as unknown,
  });
  const move = moveLibrary(at, to, silentLog);
  // Nothing may happen while the job goes on.
  await pause(100);
  expect([at.library.path, await files(from())]).toEqual([from(), had]);
  end();
  await copying;
  (await move).resume();
  expect(at.library.path).toBe(to);
});

it('holds uploads back, which then get to the new place with all their tracks', async () => {
  for (const n of [1, 2, 3]) await putMp3(join(home, `up${n}.mp3`), { offset: 40 + n, tags: { TALB: 'Late' } });
  const upload = () =>
    at.albums.upload(
      [1, 2, 3].map((n) => ({ path: join(home, `up${n}.mp3`), filename: `up${n}.mp3`, size: 1 })),
      undefined,
    );
  const before = upload();
  const move = await moveLibrary(at, to, silentLog);
  const after = at.albums.update(920, { album_title: 'Edited' });
  move.resume();
  const { album } = await before;
  await after;
  await at.idle();
  expect(at.library.folderOf(at.library.get(album.oid)).startsWith(to)).toBe(true);
  for (const { filename } of album.tracks)
    expect(await files(at.library.folderOf(at.library.get(album.oid)))).toContain(filename);
  expect((await Library.peek(to, silentLog)).albums.map((one) => one.album_title).sort()).toEqual(['Edited', 'Late']);
});

it('may be a library already, which is taken as it is, and the old one stays', async () => {
  await (await Library.open(to, silentLog)).close();
  const had = await files(from());
  const move = await moveLibrary(at, to, silentLog);
  move.resume();
  expect(at.library.albums).toEqual([]);
  expect(await files(from())).toEqual(had.filter((name) => name !== 'library.lock'));
});

it('must be empty otherwise, and a folder; what is refused changes nothing', async () => {
  const had = await files(from());
  await mkdir(to, { recursive: true });
  await writeFile(join(to, 'thesis.txt'), 'precious');
  await expect(moveLibrary(at, to, silentLog)).rejects.toMatchObject({
    code: 'bad_field',
    fields: { library_path: expect.stringMatching(/neither empty nor a library: it contains "thesis.txt"/) as unknown },
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

it('must be a folder on a disk, not the disk itself, and the library be there', async () => {
  await expect(moveLibrary(at, '/dev', silentLog)).rejects.toMatchObject({
    fields: { library_path: expect.stringContaining('Name a folder on it, such as /dev/tonstift.') as unknown },
  });
  await rename(from(), `${from()} unmounted`);
  await expect(moveLibrary(at, to, silentLog)).rejects.toMatchObject({ code: 'library_unavailable' });
  await rename(`${from()} unmounted`, from());
});

it('waits in the old place, as the settings say, where it cannot be undone because both disks are gone', async () => {
  const move = await moveLibrary(at, to, silentLog);
  for (const place of [from(), to]) await rename(place, `${place} unmounted`);
  await move.undo();
  expect([at.library.path, at.library.away === null]).toEqual([from(), false]);
  await expect(at.albums.update(920, { album_title: 'Lost' })).rejects.toMatchObject({ code: 'library_unavailable' });
  for (const place of [from(), to]) await rename(`${place} unmounted`, place);
  await at.libraryLock.take(from(), () => at.library.enter());
  await at.albums.update(920, { album_title: 'Kept' });
});

it('to another library is undone into the one that was there', async () => {
  await (await Library.open(to, silentLog)).close();
  await (await moveLibrary(at, to, silentLog)).undo();
  expect([at.library.path, at.library.albums.length, at.library.away]).toEqual([from(), 1, null]);
});
