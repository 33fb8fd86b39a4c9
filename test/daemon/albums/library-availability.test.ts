/** The library's folder comes and goes, with a clock that the test moves. */
import { afterEach, expect, it } from '@jest/globals';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { LibraryAvailability } from '../../../daemon/albums/library-availability.js';
import { openKnownLibraries } from '../../../workers/library/known-libraries.js';
import { Library } from '../../../workers/library/library.js';
import { temporaryFolders } from '../../support/folder.js';
import { manualClock } from '../../support/manual-clock.js';
import { recordedLog } from '../../support/recorded-log.js';

const folder = temporaryFolders();
let presence: LibraryAvailability;
afterEach(() => presence.stop());

async function opened() {
  const home = await folder();
  const root = join(home, 'library');
  const { log, logged } = recordedLog('info', 'error');
  const library = await Library.open(root, log, await openKnownLibraries(join(home, 'libraries.json')));
  const clock = manualClock();
  const changes: (string | null)[] = [];
  const disk = { why: null as string | null };
  presence = new LibraryAvailability({
    library,
    enter: () => library.enter(),
    clock,
    log,
    changed: async (away) => void changes.push(away),
    unwritable: (why) => logged.push(`unwritable: ${why}`),
    whyUnwritable: async () => disk.why,
  });
  presence.start();
  const pass = async (ms: number): Promise<void> => {
    for (let left = ms; left > 0; left -= 500) {
      clock.advance(500);
      await presence.idle();
    }
  };
  const away = join(home, 'unmounted');
  return { root, away, library, logged, changes, disk, pass };
}

it('goes away within two seconds, is said to once, and is back by itself', async () => {
  const { root, away, library, logged, changes, pass } = await opened();
  await pass(5000);
  expect([changes, logged]).toEqual([[], []]);
  await rename(root, away);
  await mkdir(root);
  await pass(2000);
  expect(changes).toEqual([expect.stringContaining('the folder is empty')]);
  await pass(600_000);
  expect(logged).toHaveLength(1);
  expect(logged[0]).toContain('tonstift library accept');
  expect(await readdir(root)).toEqual([]);
  await rm(root, { recursive: true });
  await rename(away, root);
  await pass(2000);
  expect([changes.at(-1), changes.length, library.away]).toEqual([null, 2, null]);
  expect(logged.at(-1)).toBe(`The library in ${root} is back.`);
  await rename(root, away);
  await pass(2000);
  expect([changes.length, logged.length]).toEqual([3, 3]);
});

it('says once that nothing can be written, and that it can be again', async () => {
  const { root, logged, changes, disk, pass } = await opened();
  disk.why = 'EROFS: read-only file system';
  await pass(4000);
  expect(logged).toEqual([
    `The library in ${root} cannot be written (EROFS: read-only file system); changes are rejected until it can.`,
    'unwritable: EROFS: read-only file system',
  ]);
  disk.why = null;
  await pass(4000);
  expect(logged.slice(2)).toEqual([`The library in ${root} is writable again.`, 'unwritable: null']);
  expect(changes).toEqual([]);
});
