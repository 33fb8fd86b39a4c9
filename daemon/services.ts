/** Creates the services of the HTTP layer from the parts of the daemon. */
import { join } from 'node:path';
import { countsOf } from '../http/features/problems/service.js';
import type { DaemonStatus } from '../http/resources/status/service.js';
import type { Services } from '../http/services.js';
import { systemClock } from '../workers/base/ports.js';
import { createPatternImages } from '../workers/print/output/pattern-images.js';
import { createPrintRenderer } from '../workers/print/renderer.js';
import { FirstRun } from './features/first-run/first-run.js';
import type { OpenLibrary } from './open-library.js';
import { statesOf } from './albums/views.js';
import { LastOrder } from './print/last-order.js';
import { Prints } from './print/prints.js';
import type { Troubled } from './features/problems/problem-list.js';
import { accountTrouble, clockTrouble } from './features/problems/machine.js';
import { Problems } from './features/problems/problems.js';
import type { Reconcilers } from './reconcilers.js';
import { allowedHosts } from './settings/allowed-hosts.js';
import { settingsService } from './settings/service.js';
import { holdUploadFolder } from './upload-folder.js';
import { Backups } from './features/backup/backups.js';
import { readVersion } from './version.js';
import { KeptFiles } from './features/try/kept-files.js';
import { TestSheetFile } from './features/try/test-sheet-file.js';
import { Tries } from './features/try/tries.js';
import { Parcels } from './features/uploads/parcels.js';

/** Creates all services except those that only the start provides. */
export async function createServices(
  opened: OpenLibrary,
  reconcilers: Reconcilers,
  commandToken?: string,
): Promise<Omit<Services, 'version' | 'notReady' | 'restart' | 'metrics'>> {
  const { settings, log, library, jobs, albums, arrivals, deleted, events, releases } = opened;
  const { papers, pens } = reconcilers;
  const renderer = createPrintRenderer(systemClock);
  releases.push('The print renderer', () => renderer.stop());
  const problems = followProblems(opened, reconcilers);
  const lastOrder = await LastOrder.open(join(settings.places.data, 'last-print.json'), log.area('print'));
  const maxUploadBytes = (): number => settings.current.max_upload_mb * 1e6;
  const parcels = new Parcels({
    hold: (make) => holdUploadFolder(library, make),
    maxBytes: maxUploadBytes,
    clock: systemClock,
    log: log.area('http'),
  });
  releases.push('The cleanup of old uploads', parcels.start());
  return {
    albums,
    arrivals,
    deleted,
    backups: new Backups({ ...opened, clock: systemClock, log: log.area('library'), version: readVersion() }),
    firstRun: await followFirstRun(opened),
    problems,
    events,
    papers,
    saved: papers.saved,
    paperMaps: papers.maps,
    patterns: createPatternImages(),
    print: new Prints({ settings, library, jobs, renderer, lastOrder }),
    pens,
    tries: followTries(opened, maxUploadBytes),
    config: settingsService(settings),
    logs: {
      level: () => log.level(),
      recent: (lines, level) => log.recent(lines, level),
      setLevel: async (level) => void (await settings.update({ log_level: level })),
    },
    access: {
      allowedHosts: () => allowedHosts(settings.current),
      password: () => settings.current.password || undefined,
      commandToken: () => commandToken,
      anyAccount: () => settings.current.allow_unauthenticated,
    },
    status: () => statusOf(opened, reconcilers, problems),
    parcels,
    uploadFolder: () => holdUploadFolder(library),
    maxUploadBytes,
  };
}

function followTries({ settings, log, albums, releases }: OpenLibrary, maxBytes: () => number): Tries {
  const folder = join(settings.places.data, 'tries');
  const kept = new KeptFiles({ folder, maxBytes, clock: systemClock, log: log.area('http') });
  releases.push('The cleanup of old try files', kept.start());
  const testSheet = new TestSheetFile({ folder, kept, language: () => settings.current.pen_language });
  return new Tries({ albums, kept, testSheet, clock: systemClock });
}

function followProblems(opened: OpenLibrary, reconcilers: Reconcilers): Problems {
  const { log, events, releases } = opened;
  const problems = new Problems({
    trouble: () => troubleIn(opened, reconcilers),
    papers: () => reconcilers.papers.status(),
    events,
    clock: systemClock,
    log: log.area('http'),
  });
  problems.start();
  reconcilers.unwatched.changed = () => problems.wake();
  releases.push('The check for problems', () => problems.stop());
  return problems;
}

function troubleIn({ albums, library, settings }: OpenLibrary, reconcilers: Reconcilers): Omit<Troubled, 'papers'> {
  const { inbox, pens, handEdits, unwatched, accounts, writing } = reconcilers;
  const gone = [...handEdits.gone()].flatMap((folder) => library.inFolder(folder)?.oid ?? []);
  const times = library.albums.flatMap(({ added_at, changed_at }) => [added_at, changed_at]);
  return {
    machine: [
      ...accountTrouble(accounts.areHidden, settings.current),
      ...clockTrouble(systemClock.now(), times),
      ...unwatched.list(),
    ],
    library: { path: library.path, away: library.awayWords, unwritable: writing.unwritable },
    inbox: inbox.status().problems,
    albums: albums.list(),
    gone: new Set(library.away === null ? gone : []),
    pens: pens.list(),
  };
}

async function followFirstRun({ settings, log, albums, library, events, releases }: OpenLibrary): Promise<FirstRun> {
  const firstRun = await FirstRun.open({
    path: join(settings.places.data, 'first-run.json'),
    isEmpty: () => library.away === null && albums.count() === 0,
    events,
    log: log.area('http'),
  });
  releases.push('The first run', firstRun.follow());
  return firstRun;
}

function statusOf(
  { albums, arrivals, library }: OpenLibrary,
  { inbox, pens }: Reconcilers,
  problems: Problems,
): DaemonStatus {
  const views = albums.list();
  const states = statesOf(views);
  return {
    inbox: inbox.status(),
    problems: countsOf(problems.list()),
    arrivals: arrivals.unseen(),
    library: {
      albums: views.length,
      building: states.get('building') ?? 0,
      failed: states.get('failed') ?? 0,
      away: library.awayWords,
    },
    pens: pens.list().filter((pen) => pen.plugged_in),
  };
}
