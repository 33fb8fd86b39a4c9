import { join } from 'node:path';
import { stagingFolder } from '../../../config/places.js';
import { firstRunOnStart, firstRunRoutes } from '../../../http/features/first-run/routes.js';
import { firstSteps } from '../../../http/features/first-run/view.js';
import type { FeatureParts } from '../../feature-parts.js';
import { FirstRun } from './first-run.js';
import { SheetOnPens } from './sheet-on-pens.js';

export const parts: FeatureParts = {
  routes: firstRunRoutes,
  api: () => import('../../../http/features/first-run/api.js'),
  pages: [{ path: '/first-run', asks: true }],
  shows: { 'start.above': firstRunOnStart, 'help.steps': firstSteps },
  async services({ settings, log, albums, library, memory, pens, events, disposables }) {
    const firstRun: FirstRun = await FirstRun.open({
      path: join(settings.places.data, 'first-run.json'),
      isEmpty: () => library.away === null && albums.list().length === 0,
      sheetFile: () => sheet.view(),
      events,
      log: log.area('http'),
    });
    const sheet = new SheetOnPens({
      folder: stagingFolder(settings.places),
      isWanted: () => firstRun.state().aid === 'test_sheet',
      knownPens: () => memory.all(),
      changed: () => events.emit('first-run.changed', firstRun.state()),
      log: log.area('pen'),
    });
    pens.carry((target) => sheet.files(target));
    disposables.push('The file of the test sheet', () => sheet.stop());
    disposables.push('The first run', firstRun.follow());
    const unfollow = events.subscribe(({ type }) => void (type === 'first-run.changed' && pens.follow()));
    disposables.push('The pens of the first run', unfollow);
    return { firstRun };
  },
};
