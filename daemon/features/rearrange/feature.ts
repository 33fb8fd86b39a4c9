/** Splits albums and joins them. */
import type { Feature } from '../../feature.js';

export const rearrange: Feature = {
  name: 'rearrange',
  parts: async () => (await import('./parts.js')).parts,
};
