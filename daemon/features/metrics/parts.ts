import { countAnswers, metricsRoutes } from '../../../http/features/metrics/routes.js';
import type { FeatureParts } from '../../feature-parts.js';
import { Metrics } from './metrics.js';

export const parts: FeatureParts = {
  routes: metricsRoutes,
  api: () => import('../../../http/features/metrics/api.js'),
  around: ({ metrics }) => countAnswers(metrics),
  services({ version, services, settings, albums, events, metrics: others, disposables, onStart }) {
    const metrics = new Metrics({
      ...{ version, events },
      status: () => services.status(),
      albums: () => albums.list(),
      folders: () => ({
        ...{ data: settings.places.data, library: settings.current.library_path, inbox: settings.current.inbox_path },
      }),
    });
    onStart(() => metrics.addAll(others()));
    disposables.push('The job counter', metrics.follow());
    return { metrics };
  },
};
