/** Leads through the first three steps. */
import type { Feature } from '../../feature.js';

export const firstRun: Feature = {
  name: 'first-run',
  parts: async () => (await import('./parts.js')).parts,
};
