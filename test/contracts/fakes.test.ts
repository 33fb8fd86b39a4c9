/** The made-up services behind the HTTP tests keep the same contracts as the daemon's. */
import { fakeAlerts } from '../http/fakes/alerts.js';
import { fakeFeeds } from '../http/fakes/feeds.js';
import { fakeArrivals } from '../http/fakes/arrivals.js';
import { describeArrivals } from './arrivals.js';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fakeAlbums } from '../http/fakes/albums.js';
import { emptyReport, fakeBackups } from '../http/fakes/backups.js';
import { describeBackups } from './backups.js';
import { fakeConfig } from '../http/fakes/config.js';
import { fakePapers } from '../http/fakes/papers.js';
import { fakePaperMaps } from '../http/fakes/paper-maps.js';
import { fakePaperChanges } from '../http/fakes/paper-changes.js';
import { fakeSaved } from '../http/fakes/saved.js';
import { fakePens } from '../http/fakes/pens.js';
import { describeAlerts } from './alerts.js';
import { describeAlbumFiles } from './album-files.js';
import { describeAlbumShapes } from './album-shapes.js';
import { describeAlbums } from './albums.js';
import { describeConfig } from './config.js';
import { describeDeleted } from './deleted.js';
import type { Told } from './kit.js';
import { describePaperChanges } from './paper-changes.js';
import { describePapers } from './papers.js';
import { describePaperMaps } from './paper-maps.js';
import { describeSaved } from './saved.js';
import { describePens } from './pens.js';

const nothing = async (): Promise<void> => undefined;

async function home() {
  const folder = await mkdtemp(join(tmpdir(), 'tonstift-contract-'));
  const media = join(folder, 'media');
  await mkdir(media);
  const published: Told[] = [];
  const publish = (type: string, data: unknown): void => void published.push({ type, data });
  const close = (): Promise<void> => rm(folder, { recursive: true, force: true });
  return { folder, published, publish, albums: fakeAlbums(media, publish), close };
}

for (const describeThem of [describeAlbums, describeAlbumFiles, describeAlbumShapes])
  describeThem('the made-up one', async () => {
    const { albums, ...rest } = await home();
    return { service: albums, ...rest };
  });

describeDeleted('the made-up one', async () => {
  const { albums, ...rest } = await home();
  return { service: albums.deleted, albums, ...rest };
});

describeBackups('the made-up one', async () => {
  const { folder, close } = await home();
  const service = fakeBackups();
  service.state = { albums: 1, bytes: 100, restoring: null, last: null, lacks: [], weekly: null };
  service.report = { ...emptyReport, here: [{ oid: 920, album_title: 'A', edited: false }] };
  return { service, folder, close };
});

describePens('the made-up one', async () => {
  const { albums, publish, ...rest } = await home();
  const pens = fakePens(albums, publish);
  return {
    service: pens,
    albums,
    ...rest,
    async plugIn(serial) {
      pens.plugIn(serial);
      await pens.sync(serial);
      return serial;
    },
    unplug: async (serial) => pens.unplug(serial),
  };
});

describePaperMaps('the made-up one', async () => {
  const papers = fakePapers();
  return { papers, maps: fakePaperMaps(papers, papers.all), settled: nothing, close: nothing };
});

describeSaved('the made-up one', async () => {
  const papers = fakePapers();
  return { papers, saved: fakeSaved(papers), close: nothing };
});

describeAlerts('the made-up one', async () => {
  const papers = fakePapers();
  return { papers, alerts: fakeAlerts(papers), feeds: fakeFeeds(), close: nothing };
});

describePaperChanges('the made-up one', async () => {
  const papers = fakePapers();
  const saved = fakeSaved(papers);
  return { papers, saved, changes: fakePaperChanges(papers, saved), close: nothing };
});

describePapers('the made-up one', async () => {
  const published: Told[] = [];
  const service = fakePapers([], (type, data) => void published.push({ type, data }));
  return {
    service,
    published,
    settled: async () => void (await service.embed()),
    away: () => void (service.away = true),
    close: nothing,
  };
});

describeConfig('the made-up one', async () => ({ service: fakeConfig(), close: nothing }));

describeArrivals('the made-up one', async () => {
  const service = fakeArrivals();
  return {
    service,
    add: (arrival) => service.add(arrival),
    setAside: async (name, more = {}) =>
      service.add({ end: 'duplicate', name, aside: [`duplicates/${name}`], ...more }),
    takeAway: async () => void (service.gone = true),
    close: nothing,
  };
});
