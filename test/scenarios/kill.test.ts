/** `kill -9` at random moments: after each start again each album is there once, complete, and no file is lost. */
import { expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { checksumOf, readGme } from '../../workers/gme/read.js';
import { unlessGone, walk } from '../../workers/base/files/walk.js';
import { mp3, type Id3Tags } from '../fixtures/mp3.js';
import { png } from '../fixtures/picture.js';
import { temporaryFolders } from '../support/folder.js';
import { startProgram, type RunningDaemon } from './daemon-process.js';
import { until } from '../support/patience.js';
import { times } from '../support/times.js';
import { seededRandom } from '../workers/gme/random.js';

const folder = temporaryFolders();
const rounds = times(2, 50);
const tracks = 12;
/** Milliseconds from the first sign of the import to the end of the build, and some more. */
const span = 160;
const sha = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

interface Given {
  /** By path in the folder. */
  files: Map<string, Buffer>;
  /** Titles and numbers of tracks, by OID. */
  albums: [title: string, tracks: number][];
}

let track = 0;
const sound = (tags: Id3Tags): Promise<Buffer> =>
  mp3({ frames: 6000, offset: ++track * 40, tags: { TIT2: `Lied ${track}`, TRCK: `${track}`, ...tags } });

async function anAlbum(): Promise<Given> {
  const files = new Map<string, Buffer>();
  for (let n = 1; n <= tracks; n++) files.set(`${String(n).padStart(2, '0')}.mp3`, await sound({ TALB: 'Album' }));
  files.set('cover.png', png(30, 30, [10, 200, 10]));
  return { files, albums: [['Album', tracks]] };
}

async function albumFolders(): Promise<Given> {
  const files = new Map<string, Buffer>();
  for (const folder of ['Anfang', 'Buch/CD 1', 'Buch/CD 2', 'Chor'])
    for (let n = 1; n <= 3; n++) files.set(`${folder}/${n}.mp3`, await sound({}));
  files.set('cover.png', png(31, 30, [10, 200, 10]));
  const albums: Given['albums'] = [
    ['Anfang', 3],
    ['Buch', 6],
    ['Chor', 3],
  ];
  return { files, albums };
}

it.each<[string, () => Promise<Given>, number]>([
  ['an album', anAlbum, rounds],
  ['a folder of album folders', albumFolders, Math.ceil((rounds * 2) / 3)],
])(`%s survives kills`, async (_, make, kills) => {
  const given = await make();
  // The same moments in every run, so that a failure can be looked at again.
  const random = seededRandom(20_200_920);
  const hit = new Set<string>();
  for (let round = 0; round < kills; round++) {
    const home = await folder();
    const inbox = join(home, 'inbox', 'Album');
    for (const [path, bytes] of given.files) {
      await mkdir(dirname(join(inbox, path)), { recursive: true });
      await writeFile(join(inbox, path), bytes);
    }

    const flags = ['--inbox-settle-seconds', '0'];
    const first = await startProgram(home, flags);
    await importBegins(home);
    await new Promise((resolve) => setTimeout(resolve, random(span)));
    await first.kill();
    hit.add(await stateOf(home));
    await everythingIsSomewhere(home, given, round);

    const second = await startProgram(home, flags);
    try {
      await albumsAreWhole(second, given, round);
      await everythingIsSomewhere(home, given, round);
    } finally {
      await second.stop();
    }
  }
  // The kills are spread over the whole of the work, or they prove little.
  if (kills >= 50) expect([...hit].sort()).toEqual(['building', 'built', 'reading', 'removing sources']);
  process.stdout.write(`killed while: ${[...hit].sort().join(', ')}\n`);
});

/** The first sign is a second folder beside that of the uploads, or the record of the album. */
async function importBegins(home: string): Promise<void> {
  await until(
    'the import',
    async () =>
      (await readdir(join(home, 'library/staging')).catch(unlessGone([]))).length > 1 ||
      (await stateOf(home)) !== 'reading',
    1,
  );
}

async function stateOf(home: string): Promise<string> {
  const record = await readFile(join(home, 'library/library.json'), 'utf8').catch(unlessGone(''));
  if (!record.includes('"folder"')) return 'reading';
  if (record.includes('"pending":{')) return 'removing sources';
  return record.includes('"gme":{') ? 'built' : 'building';
}

/** Each source byte for byte, in the inbox or in the library. */
async function everythingIsSomewhere(home: string, { files }: Given, round: number): Promise<void> {
  const found = new Set<string>();
  for (const place of ['inbox', 'library/albums', 'library/staging']) {
    for (const file of await walk(join(home, place))) found.add(sha(await readFile(file.path)));
  }
  const lost = [...files].filter(([, bytes]) => !found.has(sha(bytes))).map(([name]) => name);
  expect({ round, lost }).toEqual({ round, lost: [] });
}

async function albumsAreWhole(daemon: RunningDaemon, { albums: wanted }: Given, round: number): Promise<void> {
  const all = wanted.reduce((sum, [, number]) => sum + number, 0);
  const albums = await until(`round ${round}: the albums`, async () => {
    const found = await daemon.albums();
    const number = found.reduce((sum, { num_tracks }) => sum + num_tracks, 0);
    return number >= all && found.every((one) => one.gme_state === 'ready') && found;
  }).catch(async (error: unknown) => {
    throw new Error(`${String(error)}\n${JSON.stringify(await daemon.albums())}\n${daemon.output()}`);
  });
  const inOrder = albums.toSorted((a, b) => a.oid - b.oid);
  expect(inOrder.map(({ oid, album_title, num_tracks }) => [oid, album_title, num_tracks])).toEqual(
    wanted.map(([title, number], n) => [920 + n, title, number]),
  );
  expect(albums.every(({ cover_image }) => cover_image !== null)).toBe(true);
  const names = await readdir(join(daemon.home, 'library/gme'));
  expect(names).toHaveLength(wanted.length);
  for (const name of names) await isWhole(join(daemon.home, 'library/gme', name), wanted);
  for (const aside of ['failed', 'duplicates'])
    expect(await readdir(join(daemon.inbox, aside)).catch(unlessGone([]))).toEqual([]);
  await until('the inbox to be empty', async () => (await walk(join(daemon.inbox, 'Album'))).length === 0);
}

async function isWhole(path: string, wanted: Given['albums']): Promise<void> {
  const bytes = await readFile(path);
  const source = {
    size: bytes.length,
    read: (offset: number, length: number) => bytes.subarray(offset, offset + length),
  };
  const gme = readGme(source);
  expect(checksumOf(source)).toBe(gme.checksum.stored);
  expect(wanted.map(([, number]) => number)).toContain(gme.media.length);
}
