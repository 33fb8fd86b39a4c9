/** What becomes of a place that the library has left, and of the library when somebody leads back to it. */
import { beforeEach, expect, it } from '@jest/globals';
import { appendFile, mkdir, readdir, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FormerPlaces } from '../../../daemon/albums/former-places.js';
import { moveLibrary } from '../../../daemon/albums/move-library.js';
import { silentLog } from '../../../workers/base/ports.js';
import { openKnownLibraries } from '../../../workers/library/known-libraries.js';
import { Library } from '../../../workers/library/library.js';
import { endings } from '../../support/endings.js';
import { temporaryFolders } from '../../support/folder.js';
import { movableLibrary, type MovableLibrary } from '../../support/movable-library.js';

const end = endings();
const folder = temporaryFolders();

let at: MovableLibrary;
let home: string;
let to: string;
beforeEach(async () => {
  home = await folder();
  to = join(home, 'elsewhere', 'library');
  at = await movableLibrary(home, end);
});
const from = (): string => join(home, 'library');
const unmounted = (): string => `${from()} unmounted`;
const track = (root: string): string => join(root, 'albums', at.library.get(920).folder, '1.mp3');

/** Moved, while the disk of the old place is away. */
async function moveAway(): Promise<void> {
  const move = await moveLibrary(at, to, silentLog);
  await rename(from(), unmounted());
  await move.finish();
}

it.each([
  ['it', () => symlink(to, from())],
  ['a folder above it', () => symlink(join(home, 'elsewhere'), from())],
])('is not removed where a link in the place of %s leads to the library', async (_, link) => {
  await moveAway();
  await rename(join(home, 'former.json'), join(home, 'noted.json'));
  const noted = JSON.stringify({ move: null, leftovers: [from(), join(from(), 'library')].map(left) });
  await writeFile(join(home, 'former.json'), noted);
  await link();
  await (await FormerPlaces.open(join(home, 'former.json'), to, silentLog)).sweep(at.library);
  expect((await stat(track(to))).size).toBeGreaterThan(0);
  await at.library.verify();
});
const left = (place: string): object => ({ place, revision: 1_000 });

it('gets the library back in one piece, while it is still being removed too', async () => {
  const move = await moveLibrary(at, to, silentLog);
  const finished = move.finish();
  const back = await moveLibrary(at, from(), silentLog);
  await Promise.all([finished, back.finish()]);
  expect([at.library.path, at.library.albums.map(({ oid }) => oid)]).toEqual([from(), [920]]);
  expect((await stat(track(from()))).size).toBeGreaterThan(0);
  expect(await readdir(join(home, 'elsewhere'))).toEqual([]);
});

it('gets the library back in one piece where a crash has cut its removal off', async () => {
  await moveAway();
  await rm(join(unmounted(), 'albums'), { recursive: true });
  await rename(unmounted(), from());
  await (await moveLibrary(at, from(), silentLog)).finish();
  expect((await stat(track(from()))).size).toBeGreaterThan(0);
});

it('is not taken for a library while it cannot be removed', async () => {
  await moveAway();
  await mkdir(join(unmounted(), 'staging', 'uploads', 'one under way'), { recursive: true });
  await rename(unmounted(), from());
  await expect(moveLibrary(at, from(), silentLog)).rejects.toMatchObject({ code: 'not_now' });
  expect([at.library.path, at.library.albums.length]).toEqual([to, 1]);
});

it('stays with a track that was changed in it by hand', async () => {
  await moveAway();
  const time = new Date(Date.now() + 60_000);
  await rm(track(to));
  await writeFile(track(to), 'as it was copied to another disk');
  await appendFile(track(unmounted()), 'other tags');
  await utimes(track(unmounted()), time, time);
  await rename(unmounted(), from());
  await at.formerPlaces.sweep(at.library);
  expect((await stat(track(from()))).size).toBeGreaterThan(1_000);
});

it('stays with what is kept in it for a person', async () => {
  await moveAway();
  await mkdir(join(unmounted(), 'staging', 'kept-one'), { recursive: true });
  await rename(unmounted(), from());
  await at.formerPlaces.sweep(at.library);
  expect(await readdir(join(from(), 'staging'))).toEqual(['kept-one']);
});

it('is known for good where a flag or the environment names it: no new library is begun there', async () => {
  const known = await openKnownLibraries(join(home, 'libraries.json'));
  await at.library.close();
  const library = await Library.open(from(), silentLog, known);
  const formerPlaces = await FormerPlaces.open(join(home, 'former.json'), from(), silentLog, from());
  await (await moveLibrary({ ...at, library, formerPlaces }, to, silentLog)).finish();
  expect(await readdir(home)).not.toContain('library');
  await at.libraryLock.release();
  await expect(Library.open(from(), silentLog, known)).rejects.toMatchObject({ code: 'library_unavailable' });
});

it('is no place within the one that the library is in', async () => {
  await expect(moveLibrary(at, join(from(), 'inner', 'library'), silentLog)).rejects.toMatchObject({
    fields: { library_path: expect.stringContaining('lies in') },
  });
  expect(await readdir(from())).not.toContain('inner');
});
