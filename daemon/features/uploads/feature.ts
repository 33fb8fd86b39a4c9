/** Uploads in chunks that can be resumed. */
import type { Feature } from '../../feature.js';

export const uploads: Feature = {
  name: 'uploads',
  parts: async () => (await import('./parts.js')).parts,
};
