/** The services of the daemon keep the contracts: real files, real audio, pens in folders, a local embedding API. */
import { describeAlerts } from './alerts.js';
import { describeAlbumFiles } from './album-files.js';
import { describeAlbumShapes } from './album-shapes.js';
import { describeAlbums } from './albums.js';
import { describeBackups } from './backups.js';
import { describeConfig } from './config.js';
import { describeDeleted } from './deleted.js';
import { describeArrivals } from './arrivals.js';
import { describePaperChanges } from './paper-changes.js';
import { describePapers } from './papers.js';
import { describePaperMaps } from './paper-maps.js';
import { describeSaved } from './saved.js';
import { describePens } from './pens.js';
import { describePrints } from './print.js';
import { describeTries } from './tries.js';
import {
  realAlbums,
  realBackups,
  realConfig,
  realDeleted,
  realArrivals,
  realPapers,
  realPens,
  realPrints,
  realTries,
} from './real.js';

for (const describeThem of [describeAlbums, describeAlbumFiles, describeAlbumShapes])
  describeThem('the daemon', realAlbums);
describeDeleted('the daemon', realDeleted);
describeBackups('the daemon', realBackups);
describePens('the daemon', realPens);
describePrints('the daemon', realPrints);
describeTries('the daemon', realTries);
describePapers('the daemon', realPapers);
describePaperMaps('the daemon', async () => {
  const opened = await realPapers();
  return { ...opened, papers: opened.service, maps: opened.service.maps };
});
describePaperChanges('the daemon', async () => {
  const opened = await realPapers();
  const { service } = opened;
  return { papers: service, saved: service.saved, changes: service.changes, close: () => opened.close() };
});
describeAlerts('the daemon', async () => {
  const opened = await realPapers();
  const { service } = opened;
  return { papers: service, alerts: service.alerts, feeds: service.feeds, close: () => opened.close() };
});
describeSaved('the daemon', async () => {
  const opened = await realPapers();
  return { papers: opened.service, saved: opened.service.saved, close: () => opened.close() };
});
describeConfig('the daemon', realConfig);
describeArrivals('the daemon', realArrivals);
