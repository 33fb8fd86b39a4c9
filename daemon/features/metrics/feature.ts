/** Metrics for Prometheus. */
import type { Feature } from '../../feature.js';

export const metrics: Feature = {
  name: 'metrics',
  parts: async () => (await import('./parts.js')).parts,
};
