/** Paper sizes in millimetres. */
import type { Size } from '../types.js';

export type PaperName = 'A4' | 'A5' | 'Letter';

export const paperSizes: Readonly<Record<PaperName, Size>> = {
  A4: { width: 210, height: 297 },
  A5: { width: 148, height: 210 },
  Letter: { width: 215.9, height: 279.4 },
};
