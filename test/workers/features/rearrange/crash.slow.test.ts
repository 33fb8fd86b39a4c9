/**
 * A split and a join that end at any step: the library is copied after every one of the file system, opened again from
 * each copy, and has each track once.
 */
import { expect, it, jest } from '@jest/globals';
import { createHash } from 'node:crypto';
import { cpSync } from 'node:fs';
import * as files from 'node:fs/promises';
import { join } from 'node:path';
import { silentLog } from '../../../../workers/base/ports.js';
import type { ImportContext } from '../../../../workers/import/types.js';
import { mp3 } from '../../../fixtures/mp3.js';
import { picturePng } from '../../../fixtures/picture.js';
import { temporaryFolders } from '../../../support/folder.js';

const folder = temporaryFolders();
/** What is done after each step that changes something. */
let step: (what: string) => void = () => undefined;

const changing = ['rename', 'unlink', 'rmdir', 'mkdir', 'link', 'rm', 'writeFile', 'copyFile', 'symlink'] as const;
jest.unstable_mockModule('node:fs/promises', () => ({
  ...files,
  ...Object.fromEntries(
    changing.map((name) => [
      name,
      async (...given: unknown[]) => {
        const result = await (files[name] as (...given: unknown[]) => Promise<unknown>)(...given);
        step(`${name} ${given.join(' ')}`);
        return result;
      },
    ]),
  ),
}));
const { Library } = await import('../../../../workers/library/library.js');
const { importBatch } = await import('../../../../workers/import/import.js');
const { completeImports } = await import('../../../../workers/import/complete.js');
const { createTranscoder } = await import('../../../../workers/audio/ffmpeg/transcode.js');
const { walk } = await import('../../../../workers/base/files/walk.js');
const { splitAlbum } = await import('../../../../workers/features/rearrange/split.js');
const { joinAlbums } = await import('../../../../workers/features/rearrange/join.js');
type Open = Awaited<ReturnType<typeof Library.open>>;

const transcoder = createTranscoder({ ffmpegPath: () => '', log: silentLog });
const contextOf = (library: Open): ImportContext => ({
  ...{ library, transcoder, log: silentLog, now: () => Date.now(), cores: 1, maxBytes: () => 1e9 },
  alone: (_, work) => work(),
});
const sha = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

let offset = 0;
async function imported(library: Open, home: string, name: string, titles: readonly string[]): Promise<void> {
  const from = join(home, name);
  await files.mkdir(join(from, 'Beiheft'), { recursive: true });
  for (const title of titles)
    await files.writeFile(
      join(from, `${title}.mp3`),
      await mp3({ frames: 8, offset: (offset += 30), tags: { TALB: name, TIT2: title } }),
    );
  await files.writeFile(join(from, 'cover.png'), picturePng);
  await files.writeFile(join(from, 'notes.txt'), name);
  const origin = { kind: 'inbox', source: name, folder_identity: null } as const;
  const found = await walk(from);
  await importBatch({ name, files: found, origin, giveAway: true, refuseDuplicates: false }, contextOf(library));
}

interface Held {
  /** The hashes of all files that belong to somebody, sorted. */
  tracks: string[];
  others: string[];
}

async function heldIn(root: string): Promise<Held> {
  const held: Held = { tracks: [], others: [] };
  for (const { path, relativePath } of await walk(join(root, 'albums'))) {
    // Covers are made again of tracks, or copied. Facts may be written at that moment, to a temporary file.
    if (/(^|\/)(album\.json|\.tonstift-[\da-f]+\.tmp)$|\.jpg$/.test(relativePath)) continue;
    held[path.endsWith('.mp3') ? 'tracks' : 'others'].push(sha(await files.readFile(path)));
  }
  return { tracks: held.tracks.sort(), others: held.others.sort() };
}

/** Opens a copy as the next start does, and says what is in it. */
async function afterStart(root: string): Promise<{ albums: string[]; whole: boolean; held: Held; orphans: string[] }> {
  const library = await Library.open(root, silentLog);
  await completeImports(library, { log: silentLog, given: [] });
  await library.keepFacts();
  const albums = library.albums.map(
    ({ album_title, tracks }) => `${album_title}: ${tracks.map((one) => one.track_title).join()}`,
  );
  let whole = library.albums.every(({ pending }) => pending === null);
  for (const album of library.albums)
    for (const { filename, sha256 } of album.tracks)
      whole &&= sha(await files.readFile(join(library.folderOf(album), filename)).catch(() => Buffer.of())) === sha256;
  const orphans = await library.orphans();
  const ids = library.albums.flatMap(({ tracks }) => tracks.map(({ id }) => id));
  whole &&= new Set(ids).size === ids.length;
  await library.close();
  return { albums: albums.sort(), whole, held: await heldIn(root), orphans };
}

/** Does it with a copy after every step; each copy must come to one of the two ends. */
async function atEveryStep(
  prepare: (library: Open, home: string) => Promise<void>,
  work: (library: Open) => Promise<unknown>,
): Promise<{ before: string[]; after: string[]; steps: number; ended: number }> {
  const home = await folder();
  const root = join(home, 'library');
  const library = await Library.open(root, silentLog);
  await prepare(library, home);
  await library.keepFacts();
  const copies: { what: string; path: string }[] = [];
  step = (what) => {
    const path = join(home, `copy ${copies.length}`);
    copies.push({ what, path });
    cpSync(root, path, { recursive: true, verbatimSymlinks: true });
  };
  step('nothing');
  await work(library);
  await library.keepFacts();
  step('all');
  step = () => undefined;
  await library.close();
  const [before, after] = [await afterStart(copies[0]?.path ?? ''), await afterStart(copies.at(-1)?.path ?? '')];
  expect([before.whole, after.whole, before.orphans, after.orphans]).toEqual([true, true, [], []]);
  expect(after.held).toEqual(before.held);
  expect(after.albums).not.toEqual(before.albums);
  let ended = 0;
  for (const { what, path } of copies) {
    const found = await afterStart(path);
    const isEnded = JSON.stringify(found.albums) === JSON.stringify(after.albums);
    expect({ what, ...found }).toEqual({ what, ...(isEnded ? after : before) });
    if (isEnded) ended++;
  }
  return { before: before.albums, after: after.albums, steps: copies.length, ended };
}

it('a split is not begun or done', async () => {
  const result = await atEveryStep(
    (library, home) => imported(library, home, 'Meer', ['a', 'b', 'c', 'd', 'e']),
    async (library) => {
      const [album] = library.albums;
      if (album === undefined) throw new Error('no album');
      const ids = album.tracks.map(({ id }) => id);
      return splitAlbum(
        album,
        [
          { album_title: 'Eins', tracks: ids.slice(0, 2) },
          { album_title: 'Zwei', tracks: ids.slice(2, 4) },
          { album_title: 'Drei', tracks: ids.slice(4) },
        ],
        contextOf(library),
      );
    },
  );
  expect(result.before).toEqual(['Meer: a,b,c,d,e']);
  expect(result.after).toEqual(['Drei: e', 'Eins: a,b', 'Zwei: c,d']);
  // Both before and after the record.
  expect(result.ended).toBeGreaterThan(15);
  expect(result.steps - result.ended).toBeGreaterThan(5);
});

it('a join is not begun or done, and nothing that lay beside the tracks is lost', async () => {
  const result = await atEveryStep(
    async (library, home) => {
      await imported(library, home, 'Meer', ['a', 'b']);
      await imported(library, home, 'Wald', ['a', 'c', 'd']);
    },
    async (library) => {
      const [album, other] = library.albums;
      if (album === undefined || other === undefined) throw new Error('no albums');
      return joinAlbums({ album, other, place: 'end' }, contextOf(library));
    },
  );
  expect(result.before).toEqual(['Meer: a,b', 'Wald: a,c,d']);
  expect(result.after).toEqual(['Meer: a,b,a,c,d']);
  expect(result.ended).toBeGreaterThan(10);
});
