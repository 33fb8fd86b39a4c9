/** Lists what is wrong, with advice. */
import type { Feature } from '../../feature.js';

export const problems: Feature = {
  name: 'problems',
  parts: async () => (await import('./parts.js')).parts,
};
