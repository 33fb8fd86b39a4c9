/** Pages with a pattern, for the tests of the decoder. */
import { drawPattern } from '../../../workers/oid/pattern.js';
import { type Bitmap, blank, stamp } from './bitmap.js';

/** Resolutions with dots that they allow, up to those that touch each other (600 and 601 dpi, 4 pixels). */
export const resolutions: [dpi: number, dotSize: number][] = [
  [300, 1],
  [400, 2],
  [600, 1],
  [600, 2],
  [600, 3],
  [600, 4],
  [601, 4],
  [1200, 1],
  [1200, 2],
  [1200, 3],
  [1200, 4],
  [2400, 1],
  [2400, 2],
  [2400, 3],
  [2400, 4],
];

export const pixels = (mm: number, dpi: number): number => Math.round((mm * dpi) / 25.4);
export const square = (mm: number): { width: number; height: number } => ({ width: mm, height: mm });

/** A page with one field of 6 mm, not on any grid, and its pattern. */
export function onePage(
  code: number,
  dpi: number,
  dotSize: number,
): { page: Bitmap; pattern: Bitmap; x: number; y: number } {
  const pattern = drawPattern(code, square(6), { dpi, dotSize });
  const page = blank(pixels(10, dpi) + 3, pixels(10, dpi) + 5);
  const [x, y] = [pixels(2, dpi) + 3, pixels(2, dpi) + 1];
  stamp(page, pattern, x, y);
  return { page, pattern, x, y };
}
