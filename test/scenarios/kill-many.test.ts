/** `kill -9` in the middle of deleting many albums: each is in the library or among the deleted, whole. */
import { expect, it } from '@jest/globals';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { silentLog } from '../../workers/base/ports.js';
import { Library } from '../../workers/library/library.js';
import { mp3 } from '../fixtures/mp3.js';
import { temporaryFolders } from '../support/folder.js';
import { startProgram } from './daemon-process.js';
import { times } from '../support/times.js';

const folder = temporaryFolders();
const albums = times(20, 40);
const rounds = 6;

it('loses none, and puts each folder where the records say', async () => {
  const home = await folder();
  const path = join(home, 'library');
  const first = await startProgram(home);
  for (let n = 0; n < albums; n++)
    await first.upload({ [`Album ${n}/1.mp3`]: await mp3({ frames: 8, offset: n * 9 }) });
  await first.stop();
  let answered = 0;
  for (let round = 0; round < rounds; round++) {
    const daemon = await startProgram(home);
    const all = await daemon.albums();
    const uids = all.slice(0, Math.ceil(all.length / 3)).map(({ oid }) => oid);
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ action: 'delete', uids });
    const answer = fetch(`${daemon.url}/library`, { method: 'POST', headers, body })
      .then(async (got) => ((await got.json()) as { done: number[] }).done)
      .catch(() => []);
    // The last one is killed when it has answered.
    if (round === rounds - 1) await answer;
    else await new Promise((resolve) => setTimeout(resolve, 4 * 2 ** round));
    await daemon.kill();
    const done = await answer;
    answered += done.length;

    const library = await Library.open(path, silentLog);
    const there = new Set(library.albums.map(({ oid }) => oid));
    // What was answered is on the disk.
    expect(done.filter((oid) => there.has(oid))).toEqual([]);
    expect(library.albums.length + library.trash.length).toBe(albums);
    const foldersIn = async (name: string): Promise<string[]> =>
      (await readdir(join(path, name)).catch(() => [])).sort();
    expect(await foldersIn('albums')).toEqual(library.albums.map((album) => album.folder).sort());
    expect(await foldersIn('trash')).toEqual(library.trash.map(({ album }) => album.folder).sort());
    await library.close();
  }
  expect(answered).toBeGreaterThan(0);
});
