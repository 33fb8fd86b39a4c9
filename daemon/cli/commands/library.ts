/** `tonstift library …`: accepts and rebuilds the library, without a daemon. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../../../config/settings.js';
import { createTranscoder } from '../../../workers/audio/ffmpeg/transcode.js';
import type { Listen } from '../../../workers/audio/probe.js';
import { acquireLock } from '../../../workers/base/files/lock.js';
import { adopt } from '../../../workers/library/adopt.js';
import { openKnownLibraries, type KnownLibraries } from '../../../workers/library/known-libraries.js';
import { Library } from '../../../workers/library/library.js';
import { claim } from '../../../workers/library/records/claim.js';
import { counted } from '../../../workers/base/text/counted.js';
import { LibraryLock } from '../../library/library-lock.js';
import type { DaemonLog } from '../../log/log.js';
import { oneLine } from '../../log/log-text.js';
import { exitCodes } from '../exit-codes.js';
import type { Command, Invocation } from '../invocation.js';
import { loadSettings } from '../load-settings.js';
import { withLog } from '../working-log.js';

/**
 * Accepts the contents of the library's folder as the library: another library, or a new one if the folder is empty.
 */
export const acceptLibrary: Command = (invocation) =>
  alone(invocation, async ({ path, known, log }) => {
    const library = Library.closed(path, log.area('library'), known);
    // Check first, without the known libraries, whether the folder can be a library: a foreign folder must not get any
    // file, not even a lock.
    if (existsSync(path)) await Library.closed(path, log.area('library')).check();
    const enter = (): Promise<void> => known.forget(path).then(() => library.enter());
    await whileLocked({ path, known, log }, enter, () => library.close());
    invocation.print(oneLine(`${path} is the library now (${counted(library.albums.length, 'album')}).`));
  });

/** Rebuilds the records from the remaining files, and creates albums for folders without a record. */
export const rebuildLibrary: Command = (invocation) =>
  alone(invocation, async ({ settings, path, known, log }) => {
    const library = Library.closed(path, log.area('library'), known);
    const transcoder = createTranscoder({ ffmpegPath: () => settings.current.ffmpeg_path, log: log.area('audio') });
    const listen: Listen = (path, signal) => transcoder.listen(path, signal);
    const enter = (): Promise<void> => claim(path, known).then(() => library.enter('rebuild'));
    await whileLocked({ path, known, log }, enter, async () => {
      for (const folder of await library.orphans()) {
        const album = await adopt(library, folder, { now: Date.now(), listen });
        const what = album === undefined ? 'no track in it can be read' : `album ${album.oid} "${album.album_title}"`;
        invocation.print(oneLine(`${folder}: ${what}.`));
      }
      await library.close();
      const tracks = library.albums.reduce((sum, album) => sum + album.tracks.length, 0);
      invocation.print(oneLine(`${path}: ${counted(library.albums.length, 'album')}, ${counted(tracks, 'track')}.`));
    }).finally(() => transcoder.stop());
  });

interface Alone {
  settings: Settings;
  path: string;
  known: KnownLibraries;
  log: DaemonLog;
}

/** Locks the library for exclusive use. If `enter` fails, restores what was known of the folder. */
async function whileLocked(
  { path, known, log }: Omit<Alone, 'settings'>,
  enter: () => Promise<void>,
  work: () => Promise<void>,
): Promise<void> {
  const former = known.idIn(path);
  const lock = new LibraryLock('tonstift library', log.area('library'));
  try {
    await lock.take(path, enter, { make: !existsSync(path) }).catch(async (error: unknown) => {
      if (former !== undefined) await known.remember(path, former);
      throw error;
    });
    await work();
  } finally {
    await lock.release();
  }
}

/** Locks this home for exclusive use. */
async function alone(invocation: Invocation, work: (parts: Alone) => Promise<void>): ReturnType<Command> {
  const settings = await loadSettings(invocation);
  const { data } = settings.places;
  await withLog(settings, async (log) => {
    const lock = await acquireLock(join(data, 'daemon.lock'), { purpose: 'tonstift library' });
    try {
      const known = await openKnownLibraries(join(data, 'libraries.json'));
      await work({ settings, path: settings.current.library_path, known, log });
    } finally {
      await lock.release();
    }
  });
  return exitCodes.done;
}
