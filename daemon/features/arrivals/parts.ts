import { join } from 'node:path';
import { arrivalRoutes, arrivalsOf } from '../../../http/features/arrivals/routes.js';
import { systemClock } from '../../../workers/base/ports.js';
import type { FeatureParts } from '../../feature-parts.js';
import { Arrivals } from './arrivals.js';

export const parts: FeatureParts = {
  routes: arrivalRoutes,
  api: () => import('../../../http/features/arrivals/api.js'),
  scripts: { '/': ['seen.js'] },
  shows: { 'start.below': arrivalsOf },
  async services({ settings, events, log, disposables, albums, arrivals: notes }) {
    const { places, current } = settings;
    const arrivals = await Arrivals.open({
      ...{ path: join(places.data, 'arrivals.json'), inbox: current.inbox_path },
      replace: (oid, { name, files }) => albums.replaceTracks(oid, name, files),
      ...{ clock: systemClock, events, log: log.area('inbox') },
    });
    notes.connect(arrivals);
    disposables.push('The list of arrivals', () => arrivals.kept());
    return { arrivals };
  },
};
