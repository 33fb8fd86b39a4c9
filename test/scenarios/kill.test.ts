/** `kill -9` at random moments: after each start again the album is there once, complete, and no file is lost. */
import { beforeAll, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checksumOf, readGme } from '../../workers/gme/read.js';
import { unlessGone, walk } from '../../workers/base/files/walk.js';
import { mp3, mp3Frames } from '../fixtures/mp3.js';
import { png } from '../fixtures/picture.js';
import { temporaryFolders } from '../support/folder.js';
import { startProgram, until, type RunningDaemon } from './daemon-process.js';

const folder = temporaryFolders();
const rounds = Number(process.env['TONSTIFT_TEST_KILLS'] ?? 12);
const tracks = 12;
/** Milliseconds from the first sign of the import to the end of the build, and some more. */
const span = Number(process.env['TONSTIFT_TEST_KILL_SPAN'] ?? 160);
const sha = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The same numbers in every run, so that a failure can be looked at again. */
function* fractions(): Generator<number, never, void> {
  for (let state = 20_200_920; ;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

let files: Map<string, Buffer>;
beforeAll(async () => {
  await mp3Frames();
  files = new Map();
  for (let n = 1; n <= tracks; n++)
    files.set(
      `${String(n).padStart(2, '0')}.mp3`,
      await mp3({ frames: 6000, offset: n * 40, tags: { TIT2: `Lied ${n}`, TALB: 'Album', TRCK: `${n}` } }),
    );
  files.set('cover.png', png(30, 30, [10, 200, 10]));
}, 60_000);

it(
  `survives ${rounds} kills`,
  async () => {
    const moments = fractions();
    const hit = new Set<string>();
    for (let round = 0; round < rounds; round++) {
      const home = await folder();
      const inbox = join(home, 'inbox', 'Album');
      await mkdir(inbox, { recursive: true });
      for (const [name, bytes] of files) await writeFile(join(inbox, name), bytes);

      const flags = ['--inbox-settle-seconds', '0'];
      const first = await startProgram(home, flags);
      await importBegins(home);
      await new Promise((resolve) => setTimeout(resolve, moments.next().value * span));
      await first.kill();
      hit.add(await stateOf(home));
      await everythingIsSomewhere(home, round);

      const second = await startProgram(home, flags);
      try {
        await albumIsWhole(second, round);
        await everythingIsSomewhere(home, round);
      } finally {
        await second.stop();
      }
    }
    // The kills are spread over the whole of the work, or they prove little.
    if (rounds >= 50) expect([...hit].sort()).toEqual(['building', 'built', 'reading', 'removing sources']);
    process.stdout.write(`killed while: ${[...hit].sort().join(', ')}\n`);
  },
  rounds * 20_000,
);

/** The first sign is a second folder beside that of the uploads, or the record of the album. */
async function importBegins(home: string): Promise<void> {
  await until(
    'the import',
    async () =>
      (await readdir(join(home, 'library/staging')).catch(unlessGone([]))).length > 1 ||
      (await stateOf(home)) !== 'reading',
    10_000,
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
async function everythingIsSomewhere(home: string, round: number): Promise<void> {
  const found = new Set<string>();
  for (const place of ['inbox', 'library/albums', 'library/staging']) {
    for (const file of await walk(join(home, place))) found.add(sha(await readFile(file.path)));
  }
  const lost = [...files].filter(([, bytes]) => !found.has(sha(bytes))).map(([name]) => name);
  expect({ round, lost }).toEqual({ round, lost: [] });
}

async function albumIsWhole(daemon: RunningDaemon, round: number): Promise<void> {
  const album = await until(`round ${round}: the album`, async () => {
    const albums = await daemon.albums();
    return albums.length > 0 && albums.every((one) => one.gme_state === 'ready' && one.num_tracks === tracks) && albums;
  }).catch((error: unknown) => {
    throw new Error(`${String(error)}\n${daemon.output()}`);
  });
  expect(album.map(({ oid, num_tracks }) => ({ oid, num_tracks }))).toEqual([{ oid: 920, num_tracks: tracks }]);
  expect(album[0]?.cover_image).not.toBeNull();
  const [name] = await readdir(join(daemon.home, 'library/gme'));
  const bytes = await readFile(join(daemon.home, 'library/gme', name ?? ''));
  const source = {
    size: bytes.length,
    read: (offset: number, length: number) => bytes.subarray(offset, offset + length),
  };
  const gme = readGme(source);
  expect(checksumOf(source)).toBe(gme.checksum.stored);
  expect(gme.media).toHaveLength(tracks);
  for (const aside of ['failed', 'duplicates'])
    expect(await readdir(join(daemon.inbox, aside)).catch(unlessGone([]))).toEqual([]);
  await until('the inbox to be empty', async () => (await walk(join(daemon.inbox, 'Album'))).length === 0);
}
