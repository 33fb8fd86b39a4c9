/**
 * All reconcilers, and the events that wake them.
 *
 * availability   the library's folder → an open or unavailable library
 * inbox      inbox → library
 * handEdits  the library's folder → records
 * builds     library → files for the pen (part of the open library, since commands build too)
 * pens       files for the pen → pens
 */
import { join } from 'node:path';
import { messageOf } from '../workers/base/errors.js';
import { systemClock } from '../workers/base/ports.js';
import { watchUsb } from '../workers/pen/find/usb-hints.js';
import { HandEdits } from './albums/hand-edits.js';
import { LibraryAvailability } from './albums/library-availability.js';
import { InboxReconciler } from './inbox/reconciler.js';
import { endLateImports, enterAgain, type OpenLibrary } from './library/open-library.js';
import { openPens } from './pens/open-pens.js';
import type { Pens } from './pens/pens.js';
import { Unwatched } from './machine-trouble.js';
import { ReplacedWatch } from './reconcile/replaced-watch.js';
import { SayOnce } from './reconcile/say-once.js';
import { watchFolder, type FolderWatch } from './reconcile/watch-folder.js';
import { startWatcher, type Watcher } from './reconcile/watchers.js';

export interface Reconcilers {
  inbox: InboxReconciler;
  handEdits: HandEdits;
  pens: Pens;
  unwatched: Unwatched;
  /** True if Linux hides the account of a connection; see `http/security/socket-owner.ts`. */
  accounts: { areHidden: boolean };
  /** Why the library cannot be written. */
  writing: { unwritable: string | null };
}

/**
 * Creates the reconcilers. They start with `startReconcilers`.
 * @param stoodStill see `DaemonOptions`
 */
export function createReconcilers(opened: OpenLibrary, stoodStill: boolean): Reconcilers {
  const { settings, log, library, importing, jobs, events, albums, arrivals } = opened;
  const clock = systemClock;
  const settleMs = (): number => settings.current.inbox_settle_seconds * 1000;
  const { data } = settings.places;
  const inbox = new InboxReconciler({
    inbox: settings.current.inbox_path,
    ...{ atWork: join(data, 'inbox-at-work.json'), leftAlone: join(data, 'inbox-left-alone.json'), stoodStill },
    settleMs,
    importing,
    jobs,
    events,
    clock,
    log: log.area('inbox'),
    arrived: (fresh) => albums.arrived(fresh),
    note: (arrival) => arrivals.add(arrival),
  });
  const handEdits = new HandEdits({
    library,
    jobs,
    settleMs,
    clock,
    listen: importing.transcoder.listen,
    log: log.area('library'),
    changed: (folder) => albums.changed(folder),
  });
  const unwatched = new Unwatched();
  const accounts = { areHidden: false };
  return { inbox, handEdits, pens: openPens(opened), unwatched, accounts, writing: { unwritable: null } };
}

/** A sweep runs every minute, a full one every hour. */
const sweepsPerWholeOne = 60;

export interface Watches {
  /** Call this after the library was moved, became unavailable or returned. */
  followLibrary(): Promise<void>;
}

/** Subscribes the reconcilers to changes of folders, pens and albums. */
export async function watchForReconcilers(opened: OpenLibrary, reconcilers: Reconcilers): Promise<Watches> {
  const { log, events, disposables } = opened;
  const { inbox, handEdits, pens } = reconcilers;
  const watches = await watchFolders(opened, reconcilers);
  disposables.push('The watchers', () => watches.stop());
  const availability = availabilityOf(opened, reconcilers, watches);
  disposables.push('The library monitor', () => availability.stop());
  disposables.push('The inbox', () => inbox.stop());
  disposables.push('The library folder', () => handEdits.stop());
  disposables.push('The pens', () => pens.stop());
  disposables.push('The USB bus', await watchUsb(() => pens.wake(), log.area('pen')));
  disposables.push(
    'Following the albums',
    events.subscribe(({ type }) => {
      if (type === 'album.changed' || type === 'album.added' || type === 'album.removed') pens.follow();
    }),
  );
  return watches;
}

/** Checks the files for the pen. Never rejects: an error here must not stop the other checks. */
async function lookAtFiles({ builds, log }: Pick<OpenLibrary, 'builds' | 'log'>): Promise<void> {
  await builds
    .look()
    .catch((error: unknown) => log.area('gme').warn(`Cannot check the files for the pen: ${messageOf(error)}`));
}

/** Checks the files for the pen regularly. There are no events, since only this program changes them. */
function surveyFiles(opened: OpenLibrary): Watcher {
  // The first call is skipped: the start does its own check.
  let isFirst = true;
  const look = (): void => {
    if (!isFirst) void lookAtFiles(opened);
    isFirst = false;
  };
  const order = { folder: opened.library.gmeFolder, passedOver: [], hasEvents: false, isSurveyed: true };
  return startWatcher(order, { changed: look, failed: look });
}

/** Finds changes without events. It runs rarely, since it checks everything. */
function sweepAll(opened: OpenLibrary, { handEdits }: Reconcilers): void {
  handEdits.wake();
  void lookAtFiles(opened).then(() => tidyLater(opened));
}

/** Background work: writes the per-album fact files and removes leftovers of a crash. Never rejects. */
async function tidyLater({ library, builds }: OpenLibrary): Promise<void> {
  await library.keepFacts();
  await builds.tidy();
}

async function watchFolders(opened: OpenLibrary, reconcilers: Reconcilers): Promise<Watches & FolderWatch> {
  const { inbox, handEdits, unwatched } = reconcilers;
  const { settings, library, builds, log } = opened;
  const clock = systemClock;
  const imports = log.area('import');
  const once = new SayOnce(imports);
  const importLog = { ...imports, error: (sentence: string) => once.say(sentence, 'error', sentence) };
  let files: Watcher | null = null;
  let sweeps = 0;
  const sweep = (): void => {
    void endLateImports(opened, importLog);
    files?.look(1);
    void builds
      .lookForRoom()
      .catch((error: unknown) => log.area('gme').warn(`Cannot retry builds after a full disk: ${messageOf(error)}`));
    if (++sweeps % sweepsPerWholeOne === 0) sweepAll(opened, reconcilers);
  };
  const watchLibrary = (): Promise<FolderWatch> =>
    watchFolder(library.albumsFolder, {
      wake: (folders) => handEdits.wake(folders),
      sweep,
      clock,
      unwatched,
      isSurveyed: true,
      log: log.area('library'),
    });
  const inboxWatch = await watchFolder(settings.current.inbox_path, {
    wake: () => inbox.wake(),
    sweep: () => inbox.wake(),
    clock,
    unwatched,
    log: log.area('inbox'),
  });
  const libraryWatch = new ReplacedWatch();
  const watchBoth = async (): Promise<FolderWatch | null> => {
    files = null;
    if (library.away !== null) return null;
    const survey = (files = surveyFiles(opened));
    const watch = await watchLibrary();
    return { stop: async () => void (await Promise.all([watch.stop(), survey.close()])) };
  };
  const watches = {
    followLibrary: () => libraryWatch.replace(watchBoth),
    async stop() {
      await Promise.all([inboxWatch.stop(), libraryWatch.stop()]);
    },
  };
  await watches.followLibrary();
  return watches;
}

/** Pauses the others while the library is unavailable, and lets them compare when it is back. */
function availabilityOf(opened: OpenLibrary, reconcilers: Reconcilers, watches: Watches): LibraryAvailability {
  const { inbox, pens, writing } = reconcilers;
  const { library, builds, events, log } = opened;
  const availability = new LibraryAvailability({
    library,
    enter: () => enterAgain(opened),
    clock: systemClock,
    log: log.area('library'),
    unwritable(why) {
      writing.unwritable = why;
      events.emit('library.changed', { away: library.awayWords });
    },
    async changed(away) {
      await watches.followLibrary();
      events.emit('library.changed', { away: library.awayWords });
      pens.follow();
      if (away !== null) return;
      // Leftovers are removed first, because no build is running now.
      await lookAtFiles(opened);
      builds.resume();
      inbox.resume();
      void tidyLater(opened);
    },
  });
  availability.start();
  return availability;
}

/** Starts each reconciler with one comparison. */
export async function startReconcilers(opened: OpenLibrary, { inbox, pens }: Reconcilers): Promise<void> {
  const { builds, library, log } = opened;
  if (library.away === null) {
    // Before any build: a file that is being built may have its name, and not yet its record. The disk may disappear,
    // or the library be moved, at any moment: the check is repeated when it is back, and every minute.
    await lookAtFiles(opened);
    await builds
      .retryFailed()
      .catch((error: unknown) => log.area('gme').warn(`Cannot retry failed builds: ${messageOf(error)}`));
  }
  inbox.wake();
  pens.start();
  void tidyLater(opened);
}
