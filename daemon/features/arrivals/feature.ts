/** Lists what arrived last, and what became of it. */
import type { Feature } from '../../feature.js';

export const arrivals: Feature = {
  name: 'arrivals',
  parts: async () => (await import('./parts.js')).parts,
};
