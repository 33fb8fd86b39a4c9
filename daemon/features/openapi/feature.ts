/** The OpenAPI document and its pages. */
import type { Feature } from '../../feature.js';

export const openapi: Feature = {
  name: 'openapi',
  parts: async () => (await import('./parts.js')).parts,
};
