/** Fills outlines into a bitmap without grey: a pixel is black if its centre is inside. */
import type { Bitmap } from '../../oid/pattern.js';

/**
 * A closed outline in pixels from the bitmap's upper left corner, y downwards. The last point connects to the first.
 */
export type Contour = readonly (readonly [x: number, y: number])[];

/** Blackens the pixels from `from` up to, but not including, `to` of a row. Clips to the bitmap. */
export function fillSpan({ width, height, stride, rows }: Bitmap, y: number, from: number, to: number): void {
  const [left, right] = [Math.max(0, from), Math.min(width, to)];
  if (y < 0 || y >= height || !(left < right)) return;
  const row = y * stride;
  const [first, last] = [row + (left >> 3), row + ((right - 1) >> 3)];
  const [firstBits, lastBits] = [0xff >> (left & 7), 0xff & (0xff << (7 - ((right - 1) & 7)))];
  if (first === last) {
    rows[first] = (rows[first] ?? 0) | (firstBits & lastBits);
    return;
  }
  rows[first] = (rows[first] ?? 0) | firstBits;
  rows.fill(0xff, first + 1, last);
  rows[last] = (rows[last] ?? 0) | lastBits;
}

/** The first pixel whose centre is at or after a position. */
const pixelFrom = (place: number): number => Math.ceil(place - 0.5);

/**
 * Returns where edges cross the centres of rows, sorted by row and from left to right. Each crossing is one number, so
 * that sorting is fast: twice the index of the first pixel to its right (counted in rows of width + 1), plus 1 if the
 * edge runs down.
 */
function crossingsOf(contours: readonly Contour[], { width, height }: Bitmap): Float64Array {
  const found: number[] = [];
  for (const contour of contours) {
    let start = contour.at(-1);
    for (const end of contour) {
      const [x0, y0] = start ?? end;
      const [x1, y1] = end;
      start = end;
      const isDown = y0 < y1 ? 1 : 0;
      const last = Math.min(height, pixelFrom(Math.max(y0, y1)));
      for (let y = Math.max(0, pixelFrom(Math.min(y0, y1))); y < last; y++) {
        const x = x0 + ((y + 0.5 - y0) * (x1 - x0)) / (y1 - y0);
        const pixel = Math.min(width, Math.max(0, pixelFrom(x)));
        found.push(2 * (y * (width + 1) + pixel) + isDown);
      }
    }
  }
  return Float64Array.from(found).sort();
}

/** Fills by the nonzero rule: an inner outline with the opposite direction is a hole. */
export function fill(bitmap: Bitmap, contours: readonly Contour[]): void {
  let winding = 0;
  let from = 0;
  for (const crossing of crossingsOf(contours, bitmap)) {
    const place = Math.floor(crossing / 2);
    if (winding === 0) from = place;
    winding += crossing % 2 === 1 ? 1 : -1;
    if (winding !== 0) continue;
    const y = Math.floor(from / (bitmap.width + 1));
    const row = y * (bitmap.width + 1);
    fillSpan(bitmap, y, from - row, place - row);
  }
}
