/** Restores deleted albums, and empties the trash. */
import type { Feature } from '../../feature.js';

export const deleted: Feature = {
  name: 'deleted',
  parts: async () => (await import('./parts.js')).parts,
};
