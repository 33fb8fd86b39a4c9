/** All services, in memory with real files in a temporary folder; they keep the contracts of test/contracts. */
import { mkdtemp, mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SheetFile } from '../../http/features/first-run/service.js';
import type { Services } from '../../http/services.js';
import type { Paper } from '../../workers/papers/types.js';
import { patternImage } from '../../workers/print/output/pattern-images.js';
import { fakeAlerts } from './fakes/alerts.js';
import { fakeFeeds } from './fakes/feeds.js';
import { fakeAlbums, type FakeAlbums } from './fakes/albums.js';
import { fakeArrivals, type FakeArrivals } from './fakes/arrivals.js';
import { fakeProblems, type FakeProblems } from './fakes/problems.js';
import { fakeBackups, type FakeBackups } from './fakes/backups.js';
import { fakeConfig, type FakeConfig } from './fakes/config.js';
import { fakeEvents, type FakeEvents } from './fakes/events.js';
import { fakeLogs, type FakeLogs } from './fakes/logs.js';
import { fakeMetrics } from './fakes/metrics.js';
import { fakePapers, type FakePapers } from './fakes/papers.js';
import { fakePaperMaps, type FakePaperMaps } from './fakes/paper-maps.js';
import { fakePaperChanges } from './fakes/paper-changes.js';
import { fakeSaved } from './fakes/saved.js';
import { fakePens, type FakePens } from './fakes/pens.js';
import { countsOf } from '../../http/resources/status/problem.js';
import { FirstRun } from '../../daemon/features/first-run/first-run.js';
import { Parcels } from '../../daemon/features/uploads/parcels.js';
import { silentLog } from '../../workers/base/ports.js';
import { manualClock, type ManualClock } from '../support/manual-clock.js';
import { TonstiftError } from '../../workers/base/errors.js';
import { holdFolder } from '../../workers/base/files/held-folder.js';
import { say } from '../../workers/base/language/sentence.js';
import { testPrints } from './prints.js';
import { testTries } from './tries.js';

export interface FakeServices extends Services {
  albums: FakeAlbums;
  arrivals: FakeArrivals;
  problems: FakeProblems;
  backups: FakeBackups;
  config: FakeConfig;
  events: FakeEvents;
  logs: FakeLogs;
  papers: FakePapers;
  paperMaps: FakePaperMaps;
  /** The file of the test sheet for the first run: it is on these pens, or cannot be made. */
  sheetFile: SheetFile;
  pens: FakePens;
  folder: string;
  password: string | undefined;
  anyAccount: boolean;
  commandToken: string | undefined;
  isReady: boolean;
  basePath: string;
  /** Whether a proxy on this machine is trusted. */
  trustsProxy: boolean;
  /** True if other devices can connect. */
  isOpen: boolean;
  uploadLimit: number;
  /** Addresses for other devices. */
  atHome: string[];
  /** By which uploads in pieces expire. */
  clock: ManualClock;
  /** Takes away those that have, from now on; what it answers ends that. */
  sweepParcels(): () => void;
  /** Titles of what was printed. */
  printJobs: string[];
  close(): Promise<void>;
}

/** What a page must not take for markup or lead to. */
const hostilePaper: Paper = {
  uid: 'a',
  title: 'On <b>Pens</b>',
  authors: ['Ada'],
  abstract: 'Ink & sound.',
  year: 2020,
  conference: 'EMNLP',
  session: '',
  poster_position: '',
  paper_pdf_url: 'javascript:alert(1)',
};

export async function makeServices(): Promise<FakeServices> {
  const folder = await mkdtemp(join(tmpdir(), 'tonstift-http-'));
  const [uploads, media] = [join(folder, 'uploads'), join(folder, 'media')];
  await mkdir(uploads);
  await mkdir(media);
  const events = fakeEvents();
  const albums = fakeAlbums(media, events.publish);
  const prints = await testPrints(folder, (oid) => albums.get(oid));
  const clock = manualClock();
  const tries = testTries(join(folder, 'tries'), albums, clock, () => services.uploadLimit);
  // The daemon's own: what it does with files and bytes is what is tested.
  const parcels = new Parcels({
    hold: () => services.uploadFolder(),
    maxBytes: () => services.uploadLimit,
    clock,
    log: silentLog,
  });
  const firstRun = await FirstRun.open({
    path: join(folder, 'first-run.json'),
    isEmpty: () => albums.list().length === 0,
    sheetFile: () => services.sheetFile,
    events,
    log: silentLog,
  });
  const papers = fakePapers([hostilePaper], events.publish);
  const saved = fakeSaved(papers);
  const paperChanges = fakePaperChanges(papers, saved);
  const services: FakeServices = {
    clock,
    parcels,
    sweepParcels: () => parcels.start(),
    version: '0.0.1-test',
    command: 'tonstift --home=/srv/music',
    folder,
    password: undefined,
    anyAccount: false,
    commandToken: undefined,
    isReady: true,
    isOpen: false,
    basePath: '',
    trustsProxy: false,
    uploadLimit: 10_000_000,
    atHome: [],
    albums,
    rearranging: albums,
    arrivals: fakeArrivals(events.publish),
    deleted: albums.deleted,
    backups: fakeBackups(),
    firstRun,
    sheetFile: { made: false, pens: [], trouble: null },
    problems: fakeProblems(events.publish),
    pens: fakePens(albums, events.publish),
    papers,
    saved,
    paperChanges,
    alerts: fakeAlerts(papers),
    feeds: fakeFeeds(),
    paperMaps: fakePaperMaps(papers, papers.all),
    config: fakeConfig(),
    logs: fakeLogs(),
    metrics: fakeMetrics(),
    events,
    patterns: { image: patternImage },
    tries: tries.tries,
    print: prints.print,
    printJobs: prints.started,
    access: {
      allowedHosts: () => new Set(['tonstift.home']),
      basePath: () => services.basePath,
      isTrustedProxy: (address) => services.trustsProxy && address === '127.0.0.1',
      isOpen: () => services.isOpen,
      password: () => services.password,
      anyAccount: () => services.anyAccount,
      commandToken: () => services.commandToken,
    },
    status: () => ({
      arrivals: services.arrivals.unseen(),
      problems: countsOf(services.problems.list()),
      inbox: { path: '/home/me/Tonstift Inbox', arriving: [], problems: [] },
      library: { albums: albums.list().length, building: 0, failed: 0, away: null },
      pens: [],
    }),
    inbox: {
      importComplete(name) {
        if (name !== 'Forest') throw new TonstiftError('conflict', say('error.waits_not', { name }));
      },
    },
    notReady: () => (services.isReady ? [] : ['It is still starting.']),
    uploadFolder: () => holdFolder(uploads),
    homeAddresses: () => services.atHome,
    maxUploadBytes: () => services.uploadLimit,
    restart: null,
    async close() {
      await prints.stop();
      tries.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return services;
}
