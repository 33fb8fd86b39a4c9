import { join } from 'node:path';
import { firstRunOnStart, firstRunRoutes } from '../../../http/features/first-run/routes.js';
import { firstSteps } from '../../../http/features/first-run/view.js';
import type { FeatureParts } from '../../feature-parts.js';
import { FirstRun } from './first-run.js';

export const parts: FeatureParts = {
  routes: firstRunRoutes,
  api: () => import('../../../http/features/first-run/api.js'),
  pages: [{ path: '/first-run', asks: true }],
  shows: { 'start.above': firstRunOnStart, 'help.steps': firstSteps },
  async services({ settings, log, albums, library, events, disposables }) {
    const firstRun = await FirstRun.open({
      path: join(settings.places.data, 'first-run.json'),
      isEmpty: () => library.away === null && albums.count() === 0,
      events,
      log: log.area('http'),
    });
    disposables.push('The first run', firstRun.follow());
    return { firstRun };
  },
};
