import { countAnswers, metricsRoutes } from '../../../http/features/metrics/routes.js';
import type { FeatureParts } from '../../feature-parts.js';
import { Metrics } from './metrics.js';

export const parts: FeatureParts = {
  routes: metricsRoutes,
  api: () => import('../../../http/features/metrics/api.js'),
  around: ({ metrics }) => countAnswers(metrics),
  services({ version, services, albums, events, metrics: others, disposables, onStart }) {
    const metrics = new Metrics({
      ...{ version, events },
      status: () => services.status(),
      albums: () => albums.list(),
    });
    onStart(() => metrics.addAll(others()));
    disposables.push('The job counter', metrics.follow());
    disposables.push('The event loop monitor', () => metrics.stop());
    return { metrics };
  },
};
