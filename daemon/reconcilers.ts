/**
 * All that keeps the actual state at the desired one, and what wakes it.
 *
 * presence   the library's folder → an open library, or one that is away
 * inbox      inbox → library
 * handEdits  the library's folder → records
 * builds     library → files for the pen (of the open library, since commands build too)
 * pens       files for the pen → pens
 * papers     papers → embeddings
 */
import { join } from 'node:path';
import { messageOf } from '../workers/base/errors.js';
import { systemClock } from '../workers/base/ports.js';
import { watchUsb } from '../workers/pen/find/usb-hints.js';
import { HandEdits } from './albums/hand-edits.js';
import { Presence } from './albums/presence.js';
import { PaperIntake } from './inbox/paper-intake.js';
import { InboxReconciler } from './inbox/reconciler.js';
import { endLateImports, enterAgain, type OpenLibrary } from './open-library.js';
import { Papers } from './papers/papers.js';
import { openPens } from './pens/open-pens.js';
import type { Pens } from './pens/pens.js';
import { Unwatched } from './problems/machine.js';
import { ReplacedWatch } from './reconcile/replaced-watch.js';
import { SayOnce } from './reconcile/say-once.js';
import { watchFolder, type FolderWatch } from './reconcile/watch-folder.js';
import { startWatcher, type Watcher } from './reconcile/watchers.js';

export interface Reconcilers {
  inbox: InboxReconciler;
  handEdits: HandEdits;
  pens: Pens;
  papers: Papers;
  unwatched: Unwatched;
  /** Whether Linux hides which account asks; see `http/security/socket-owner.ts`. */
  accounts: { areHidden: boolean };
  /** Why nothing can be written into the library. */
  writing: { unwritable: string | null };
}

/**
 * None of them does anything before `startReconcilers`.
 * @param stoodStill see `DaemonOptions`
 */
export function createReconcilers(opened: OpenLibrary, stoodStill: boolean): Reconcilers {
  const { settings, log, library, importing, jobs, events, albums, arrivals } = opened;
  const clock = systemClock;
  const settleMs = (): number => settings.current.inbox_settle_seconds * 1000;
  const { data } = settings.places;
  const papers = new Papers({
    settings: () => settings.current,
    data,
    jobs,
    events,
    clock,
    log: log.area('papers'),
  });
  const inbox = new InboxReconciler({
    papers: new PaperIntake({
      put: (source, title, context) => papers.importWithin(source, title, context),
      kept: join(data, 'imported-papers'),
    }),
    inbox: settings.current.inbox_path,
    ...{ atWork: join(data, 'inbox-at-work.json'), stoodStill },
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
    log: log.area('library'),
    changed: (folder) => albums.changed(folder),
  });
  const unwatched = new Unwatched();
  const accounts = { areHidden: false };
  return { inbox, handEdits, pens: openPens(opened), papers, unwatched, accounts, writing: { unwritable: null } };
}

/** Of a minute each. */
const sweepsPerWholeOne = 60;

export interface Watches {
  /** The library is elsewhere now, away, or back. */
  followLibrary(): Promise<void>;
}

/** From now on changes of folders, pens and albums wake them. */
export async function watchForReconcilers(opened: OpenLibrary, reconcilers: Reconcilers): Promise<Watches> {
  const { log, events, releases } = opened;
  const { inbox, handEdits, pens, papers } = reconcilers;
  const watches = await watchFolders(opened, reconcilers);
  releases.push('The watchers', () => watches.stop());
  const presence = presenceOf(opened, reconcilers, watches);
  releases.push('The trash', emptyTrashInTime(opened));
  releases.push('The presence of the library', () => presence.stop());
  releases.push('The inbox', () => inbox.stop());
  releases.push('The library folder', () => handEdits.stop());
  releases.push('The pens', () => pens.stop());
  releases.push('The papers', () => papers.stop());
  releases.push('The USB bus', await watchUsb(() => pens.wake(), log.area('pen')));
  releases.push(
    'Following the albums',
    events.subscribe(({ type }) => {
      if (type === 'album.changed' || type === 'album.added' || type === 'album.removed') pens.follow();
    }),
  );
  return watches;
}

/** None of it rejects: one thing that cannot be looked at now must not stop the others. */
async function lookAtFiles({ builds, log }: Pick<OpenLibrary, 'builds' | 'log'>): Promise<void> {
  await builds
    .look()
    .catch((error: unknown) =>
      log.area('gme').warn(`The files for the pen could not be looked at: ${messageOf(error)}`),
    );
}

/** The files for the pen: nothing is watched, since all that changes there is ours. */
function surveyFiles(opened: OpenLibrary): Watcher {
  // The first word comes from the start, which looks by itself.
  let isFirst = true;
  const look = (): void => {
    if (!isFirst) void lookAtFiles(opened);
    isFirst = false;
  };
  const order = { folder: opened.library.gmeFolder, passedOver: [], hasEvents: false, isSurveyed: true };
  return startWatcher(order, { changed: look, failed: look });
}

/** What is found where nothing has told of it: less often, since all that could be other is looked through. */
function sweepAll(opened: OpenLibrary, { handEdits }: Reconcilers): void {
  handEdits.wake();
  void lookAtFiles(opened).then(() => tidyLater(opened));
}

/** What nobody waits for: the facts beside the tracks, and what a crash has left. Never rejects. */
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
      .catch((error: unknown) => log.area('gme').warn(`What had no room is not built again: ${messageOf(error)}`));
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

/** Has all others rest while the library is away, and compare when it is back. */
function presenceOf(opened: OpenLibrary, reconcilers: Reconcilers, watches: Watches): Presence {
  const { inbox, pens, writing } = reconcilers;
  const { library, builds, events, log } = opened;
  const presence = new Presence({
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
      // What is left over goes best while nothing is built.
      await lookAtFiles(opened);
      builds.resume();
      inbox.resume();
      void tidyLater(opened);
    },
  });
  presence.start();
  return presence;
}

/** Albums that were deleted go for good when their time is over. @returns what ends it */
function emptyTrashInTime({ deleted, log }: OpenLibrary): () => void {
  const look = (): void =>
    void deleted
      .look()
      .catch((error: unknown) => log.area('library').warn(`The trash could not be emptied: ${messageOf(error)}`));
  look();
  return systemClock.every(3_600_000, look);
}

/** Each compares once what should be with what is. */
export async function startReconcilers(opened: OpenLibrary, { inbox, pens, papers }: Reconcilers): Promise<void> {
  const { builds, library, log } = opened;
  if (library.away === null) {
    // Before anything is built: what is being built may have its name, and not yet its record. The disk may go, or the
    // library be moved, at any moment: it is looked at again when it is back, and every minute.
    await lookAtFiles(opened);
    await builds
      .retryFailed()
      .catch((error: unknown) => log.area('gme').warn(`What failed is not built again: ${messageOf(error)}`));
  }
  inbox.wake();
  pens.start();
  papers.start();
  void tidyLater(opened);
}
