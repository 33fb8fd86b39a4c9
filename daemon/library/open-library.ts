/** Opens the library and the services that make albums and GME files; the daemon and the commands share it. */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { stagingFolder } from '../../config/places.js';
import type { Settings } from '../../config/settings.js';
import { createTranscoder } from '../../workers/audio/ffmpeg/transcode.js';
import { createSpeaker } from '../../workers/audio/speaker.js';
import { completeImports } from '../../workers/import/complete.js';
import type { ImportContext } from '../../workers/import/types.js';
import { Library } from '../../workers/library/library.js';
import { systemClock, type Log } from '../../workers/base/ports.js';
import { ArrivalNotes } from '../arrival-notes.js';
import { Albums } from '../albums/albums.js';
import { createEvents, type EventBus } from '../events.js';
import { editOf, Jobs, libraryKinds } from '../jobs.js';
import { messageOf, TonstiftError } from '../../workers/base/errors.js';
import { inFolder } from '../../workers/base/files/held-folder.js';
import { acquireLock, type Lock } from '../../workers/base/files/lock.js';
import { removeTemporaries } from '../../workers/base/files/remove-old.js';
import { removeTree } from '../../workers/base/files/remove-tree.js';
import { unlessGone } from '../../workers/base/files/walk.js';
import { duplicatesFolder, failedFolder } from '../inbox/scan.js';
import { openKnownLibraries } from '../../workers/library/known-libraries.js';
import { say } from '../../workers/base/language/sentence.js';
import { LibraryAway } from '../../workers/library/site.js';
import { LibraryLock } from './library-lock.js';
import type { DaemonLog } from '../log/log.js';
import { Builds } from '../albums/builds.js';
import { Thumbnails } from '../albums/thumbnails.js';
import { PenMemory } from '../pens/memory.js';
import { targetOf, type PenKind } from '../pens/wanted.js';
import type { GmeTarget } from '../../workers/library/fingerprint.js';
import { Disposables } from '../disposables.js';

export interface OpenOptions {
  settings: Settings;
  log: DaemonLog;
  /** Purpose of the locks: `the daemon`, `tonstift import`. */
  purpose: string;
  /** If the library is unavailable but may return, continue without it. */
  mayBeAway?: boolean;
  /** Create a library where there is none. By default true. */
  mayCreate?: boolean;
}

interface LockedLibrary {
  library: Library;
  libraryLock: LibraryLock;
  homeLock: Lock;
}

export interface OpenLibrary extends LockedLibrary {
  settings: Settings;
  log: DaemonLog;
  jobs: Jobs;
  events: EventBus;
  builds: Builds;
  /** All pens that were ever plugged in. */
  memory: PenMemory;
  /** The kind of files for a pen. */
  targetOf: (pen: PenKind) => GmeTarget;
  albums: Albums;
  thumbnails: Thumbnails;
  arrivals: ArrivalNotes;
  importing: Omit<ImportContext, 'signal'>;
  disposables: Disposables;
}

/**
 * Locks the home and the library, opens the library, and finishes imports that a crash interrupted.
 * Throws TonstiftError `locked`, `library_unavailable`.
 */
export async function openLibrary(options: OpenOptions): Promise<OpenLibrary> {
  const disposables = new Disposables(options.log);
  try {
    const locked = await lockLibrary(options, disposables);
    return { ...locked, ...(await servicesOf(locked.library, options, disposables)) };
  } catch (error) {
    await disposables.run();
    throw error;
  }
}

async function servicesOf(
  library: Library,
  { settings, log }: OpenOptions,
  disposables: Disposables,
): Promise<Omit<OpenLibrary, keyof LockedLibrary>> {
  const cores = availableParallelism();
  const clock = systemClock;
  const transcoder = createTranscoder({
    ffmpegPath: () => settings.current.ffmpeg_path,
    cores,
    log: log.area('audio'),
  });
  disposables.push('The transcoder', () => transcoder.stop());
  const events = createEvents();
  const jobs = new Jobs(events, cores);
  const memory = await PenMemory.open(join(settings.places.data, 'pens.json'), log.area('pen'));
  const own = (): GmeTarget => ({ language: settings.current.pen_language, format: settings.current.audio_format });
  const targetOfPen = (pen: PenKind): GmeTarget => targetOf(pen, own(), settings.current.pen_follow);
  const builds = new Builds({
    library,
    transcoder,
    speaker: createSpeaker(() => settings.current.speaker_path),
    jobs,
    clock,
    cores,
    log: log.area('gme'),
    targets: () => [own(), ...memory.all().map(targetOfPen)],
    changed: (folder) => albums.announce(folder),
  });
  disposables.push('Running jobs', async () => {
    await builds.stop();
    await jobs.stop();
  });
  const importing: OpenLibrary['importing'] = {
    library,
    transcoder,
    cores,
    log: log.area('import'),
    now: () => clock.now(),
    maxBytes: () => settings.current.max_upload_mb * 1e6,
    alone: (album, work) => jobs.run({ ...editOf(album), nested: true }, work),
  };
  const folder = join(settings.places.cache, 'thumbnails');
  const arrivals = new ArrivalNotes();
  const ofLibrary = { library, log: log.area('library') };
  const thumbnails = new Thumbnails({ ...ofLibrary, folder });
  const albums = new Albums({ ...ofLibrary, builds, jobs, events, importing, clock, thumbnails, arrivals });
  const shared = { settings, log, disposables, jobs, events, memory, builds, albums, importing };
  return { ...shared, thumbnails, arrivals, targetOf: targetOfPen };
}

async function lockLibrary(
  { settings, log, purpose, mayBeAway = false, mayCreate = true }: OpenOptions,
  disposables: Disposables,
): Promise<LockedLibrary> {
  const { data } = settings.places;
  const homeLock = await acquireLock(join(data, 'daemon.lock'), { purpose });
  disposables.push('The lock of the home', () => homeLock.release());
  await tidyHome(settings, log);
  const known = await openKnownLibraries(join(data, 'libraries.json'));
  const library = Library.closed(settings.current.library_path, log.area('library'), known);
  const libraryLock = new LibraryLock(purpose, log.area('library'));
  disposables.push('The lock of the library', () => libraryLock.release());
  disposables.push('The library', () => library.close());
  try {
    await enterLibrary({ settings, library, libraryLock, log }, mayCreate);
  } catch (error) {
    if (!(mayBeAway && error instanceof LibraryAway)) throw error;
  }
  return { library, libraryLock, homeLock };
}

/** Removes half-written files of a crash in the home and the inbox, and temporary copies. */
async function tidyHome({ places, current }: Settings, log: DaemonLog): Promise<void> {
  const staging = stagingFolder(places);
  await inFolder(places.data, '', (folder) => removeTree(folder, basename(staging)))
    .catch(unlessGone(undefined))
    .catch((error: unknown) => log.warn(`Cannot remove ${staging}: ${messageOf(error)}`));
  const folders = [places.data, dirname(places.configFile)].map((root) => ({ root, below: '' }));
  const asides = ['', failedFolder, duplicatesFolder].map((below) => ({ root: current.inbox_path, below }));
  for (const { root, below } of [...folders, ...asides])
    await inFolder(root, below, removeTemporaries)
      .catch(unlessGone([]))
      .catch((error: unknown) => log.warn(`Cannot remove temporary files in ${root}: ${messageOf(error)}`));
}

/**
 * If the library is available: locks and opens it, and finishes imports. Throws as `Library.enter`, and `locked`. No
 * job that changes it may be running.
 */
async function enterLibrary(
  { settings, library, libraryLock, log }: Pick<OpenLibrary, 'settings' | 'library' | 'libraryLock' | 'log'>,
  mayCreate = true,
): Promise<void> {
  // A lock is a file: it must not be made where the library is not. The library's disk may disappear at any moment.
  const make = !existsSync(library.path);
  const { path } = library;
  if (!(await library.check()) && !mayCreate)
    throw library.leave(new TonstiftError('library_unavailable', say('away.none', { path })));
  await libraryLock
    .take(library.path, () => library.enter(), { make })
    .catch(async (error: unknown) => {
      await library.check();
      // A disk that refuses a lock may accept it later.
      throw error instanceof TonstiftError ? error : library.leave(error);
    });
  await endImports(settings, library, log.area('import'));
}

/** Enters the library while no job runs, as at a start: clears staging and finishes imports. */
export async function enterAgain(
  opened: Pick<OpenLibrary, 'settings' | 'library' | 'libraryLock' | 'log' | 'jobs'>,
): Promise<void> {
  // Fails early if the library is not back, so that no job has to pause. Jobs that are running fail, since the
  // library cannot be written.
  await opened.library.check();
  const resume = await opened.jobs.pause({ to: 'opened', kinds: libraryKinds });
  await enterLibrary(opened).finally(resume);
}

/**
 * Retries imports that could not be finished. Does nothing while an import runs, which finishes its own files.
 * @param log should drop repeated messages
 */
export async function endLateImports(
  { settings, library, jobs }: Pick<OpenLibrary, 'settings' | 'library' | 'jobs'>,
  log: Log,
): Promise<void> {
  if (library.away !== null || library.albums.every(({ pending }) => pending === null)) return;
  const resume = await jobs.pause({ to: 'ended', kinds: ['import', 'edit', 'restore'], ms: 0 }).catch(() => null);
  if (resume === null) return;
  await endImports(settings, library, log).finally(resume);
}

/**
 * Finishes imports that a crash, a full disk or a missing disk interrupted; those that fail are retried later. Only
 * sources in the inbox are deleted: commands and uploads copy theirs.
 */
const endImports = (settings: Settings, library: Library, log: Log): Promise<void> =>
  completeImports(library, { log, given: [settings.current.inbox_path] }).catch((error: unknown) =>
    log.error(`Cannot finish an import yet: ${messageOf(error)}`),
  );
