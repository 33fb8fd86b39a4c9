/** What no record names goes, and nothing of a library that was left meanwhile. */
import { expect, it, jest } from '@jest/globals';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { silentLog } from '../../../workers/base/ports.js';
import { removeOrphans } from '../../../workers/build/check-built.js';
import { Library } from '../../../workers/library/library.js';
import { temporaryFolders } from '../../support/folder.js';
import { aTrack, anAlbum } from '../../support/records.js';

const folder = temporaryFolders();
const foreign = '.tonstift-0000010abcde.tmp';
const hash = '0'.repeat(64);
const others = ['ogg', 'speech-48.level-16.mp3', 'loudness.json'].map((kind) => `transcoded/${'1'.repeat(64)}.${kind}`);

/** One file for a pen and one transcoded track that are named, and of each kind what is not. */
async function withFiles(): Promise<Library> {
  const library = await Library.open(await folder(), silentLog);
  const file = { fingerprint: 'f', filename: '920_Sounds.gme', size: 1, sha256: '', built_at: 0 };
  const album = anAlbum(920, { files: [file], tracks: [aTrack(1, { sha256: hash })] });
  await library.change((data) => ({ ...data, albums: [album] }));
  const names = ['gme/920_Sounds.gme', 'gme/921_Noises.gme', `gme/${foreign}`, `transcoded/${hash}.mp3`];
  for (const name of [...names, ...others, foreign]) {
    await writeFile(join(library.path, name), 'x');
    await utimes(join(library.path, name), 1, 1);
  }
  return library;
}

const all = async (path: string): Promise<string[]> => (await readdir(path, { recursive: true })).sort();

it('goes, and what is named stays', async () => {
  const library = await withFiles();
  expect(await removeOrphans(library, Date.now(), () => true)).toEqual(
    expect.arrayContaining(['921_Noises.gme', foreign, ...others.map((name) => basename(name)), foreign]),
  );
  expect([await readdir(library.gmeFolder), await readdir(library.transcodedFolder)]).toEqual([
    ['920_Sounds.gme'],
    [`${hash}.mp3`],
  ]);
});

it('goes from an album whatever its time, but not beside the lock, where another process may write', async () => {
  const library = await withFiles();
  const home = library.folderOf(library.get(920));
  await mkdir(home, { recursive: true });
  const inFuture = (Date.now() + 1e9) / 1000;
  for (const path of [join(home, foreign), join(library.path, foreign)]) {
    await writeFile(path, 'x');
    await utimes(path, inFuture, inFuture);
  }
  await removeOrphans(library, Date.now(), () => true);
  const has = async (path: string): Promise<boolean> => (await readdir(path)).includes(foreign);
  expect([await has(home), await has(library.path)]).toEqual([false, true]);
});

it.each(['gme', 'transcoded'])('stays, with all that is named, once another library is taken: in %s', async (place) => {
  const [library, other] = [await withFiles(), await withFiles()];
  await other.change((data) => ({ ...data, albums: [] }));
  await other.close();
  const within = library.within.bind(library);
  const own = library.path;
  let had: string[][] = [];
  jest.spyOn(library, 'within').mockImplementation((name, work) =>
    within(name, async (held) => {
      if (name === place) {
        const left = await all(own);
        await library.relocate(other.path, 'any');
        had = [left, await all(other.path)];
      }
      return work(held);
    }),
  );
  await removeOrphans(library, Date.now(), () => true);
  expect([await all(own), await all(library.path)]).toEqual(had);
  expect(library.path).toBe(other.path);
});
