/** `kill -9` while albums are split and joined: after each start again each track is in one album, with its file. */
import { expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { walk } from '../../workers/base/files/walk.js';
import type { AlbumView } from '../../workers/library/types.js';
import { mp3 } from '../fixtures/mp3.js';
import { picturePng } from '../fixtures/picture.js';
import { temporaryFolders } from '../support/folder.js';
import { startProgram, type RunningDaemon } from './daemon-process.js';
import { until } from '../support/patience.js';
import { times } from '../support/times.js';

const folder = temporaryFolders();
const rounds = times(3, 50);
const tracks = 12;
/** Milliseconds within which the work is done and answered, and some more. */
const span = 120;
const sha = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The same numbers in every run, so that a failure can be looked at again. */
function* fractions(): Generator<number, never, void> {
  for (let state = 20_261_123; ;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

it('a split and a join survive kills', async () => {
  const home = await folder();
  const given = await anAlbum(home);
  const moments = fractions();
  const hit = new Map<string, number>();
  let daemon = await startProgram(home, ['--inbox-settle-seconds', '0']);
  try {
    // It is listed before its import has ended; its file for the pen is built only afterwards.
    await until('the album', async () => (await daemon.albums())[0]?.gme_state === 'ready');
    for (let round = 0; round < rounds; round++) {
      const before = shapeOf(await daemon.albums());
      const [what, fields] = next(await daemon.albums());
      let isAnswered = false;
      const answered = daemon
        .post('/library', fields)
        .catch(() => undefined)
        .finally(() => (isAnswered = true));
      // Each fourth before it is recorded, mostly; the others while the files move, or just afterwards.
      const isLate = round % 4 > 0;
      if (isLate) await until('the record', async () => isAnswered || (await isMoving(home)), 1);
      await new Promise((resolve) => setTimeout(resolve, moments.next().value * (isLate ? span / 8 : span)));
      await daemon.kill();
      await answered;
      const wasMoving = await isMoving(home);
      await eachOnce(home, given, round);
      daemon = await startProgram(home, ['--inbox-settle-seconds', '0']);
      const albums = await whole(daemon, round);
      await eachOnce(home, given, round);
      // Done as a whole, or not at all.
      const isDone = shapeOf(albums) !== before;
      const number = (JSON.parse(before) as unknown[]).length;
      const wanted = what === 'split' ? 3 : number - 1;
      expect([round, albums.length]).toEqual([round, isDone ? wanted : number]);
      const key = `${what} ${!isDone ? 'not begun' : wasMoving ? 'files moving' : 'done'}`;
      hit.set(key, (hit.get(key) ?? 0) + 1);
    }
  } finally {
    await daemon.kill();
  }
  // The kills are spread over the whole of the work, or they prove little.
  expect([...hit.keys()].filter((key) => !key.endsWith('not begun')).length).toBeGreaterThan(0);
  process.stdout.write(`killed: ${[...hit].map(([what, often]) => `${often} × ${what}`).join(', ')}\n`);
});

const isMoving = async (home: string): Promise<boolean> =>
  (await readFile(join(home, 'library/library.json'), 'utf8')).includes('"moves":{');

/** @returns digests of its tracks, sorted */
async function anAlbum(home: string): Promise<string[]> {
  await mkdir(join(home, 'inbox'), { recursive: true });
  const [digests, beside]: [string[], string] = [[], join(home, 'Album')];
  await mkdir(beside);
  for (let n = 1; n <= tracks; n++) {
    const bytes = await mp3({ frames: 300, offset: n * 40, tags: { TALB: 'Album', TIT2: `Lied ${n}`, TRCK: `${n}` } });
    digests.push(sha(bytes));
    await writeFile(join(beside, `${n}.mp3`), bytes);
  }
  await writeFile(join(beside, 'cover.png'), picturePng);
  await rename(beside, join(home, 'inbox', 'Album'));
  return digests.sort();
}

const shapeOf = (albums: readonly AlbumView[]): string =>
  JSON.stringify(albums.map(({ oid, tracks: all }) => [oid, all.map(({ id }) => id)]).sort());

/** One album becomes three; of several, the first takes in the second. */
function next(albums: readonly AlbumView[]): ['split' | 'join', Record<string, string>] {
  const [first, second] = albums.toSorted((a, b) => a.oid - b.oid);
  if (first === undefined) throw new Error('there is no album');
  if (second !== undefined) return ['join', { action: 'join', uid: String(first.oid), other: String(second.oid) }];
  const ids = first.tracks.map(({ id }) => id);
  const parts = [ids.slice(0, 3), ids.slice(3, 7), ids.slice(7)];
  const form = parts.flatMap((part, n): [string, string][] => [
    [`part_${n + 1}_title`, `Teil ${n + 1}`],
    [`part_${n + 1}_tracks`, part.join()],
  ]);
  return [
    'split',
    { action: 'split', uid: String(first.oid), ...(Object.fromEntries(form) as Record<string, string>) },
  ];
}

/** In the folders of albums, each file by its bytes. */
async function eachOnce(home: string, given: readonly string[], round: number): Promise<void> {
  const found: string[] = [];
  for (const { path } of await walk(join(home, 'library/albums')))
    if (path.endsWith('.mp3')) found.push(sha(await readFile(path)));
  expect({ round, found: found.sort() }).toEqual({ round, found: given });
}

async function whole(daemon: RunningDaemon, round: number): Promise<AlbumView[]> {
  const albums = await until(`round ${round}: the albums`, async () => {
    const all = await daemon.albums();
    return all.length > 0 && all.every(({ gme_state: state }) => state === 'ready') && all;
  }).catch((error: unknown) => {
    throw new Error(`${String(error)}\n${daemon.output()}`);
  });
  expect(albums.flatMap(({ tracks: all }) => all)).toHaveLength(tracks);
  for (const { oid, tracks: all } of albums)
    for (const { id } of all) expect((await fetch(`${daemon.url}/library/${oid}/tracks/${id}`)).status).toBe(200);
  expect(await readdir(join(daemon.home, 'library/albums'))).toHaveLength(albums.length);
  expect(await readdir(join(daemon.home, 'library/gme'))).toHaveLength(albums.length);
  return albums;
}
