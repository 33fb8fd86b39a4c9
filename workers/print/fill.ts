/** Fills outlines into a bitmap, without grey: a pixel is black where its centre lies inside. */
import type { Bitmap } from '../oid/pattern.js';

/** A closed outline in pixels from the bitmap's upper left corner, y downwards; its last point joins its first. */
export type Contour = readonly (readonly [x: number, y: number])[];

/** Where an edge meets the middle of a row, and whether it goes down (1) or up (−1). */
interface Crossing {
  x: number;
  turn: number;
}

/** Blackens the pixels `from` to `to` (not included) of a row; what lies outside the bitmap is left out. */
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

/** The first pixel whose centre lies at or behind a place. */
const pixelFrom = (place: number): number => Math.ceil(place - 0.5);

/** Crossings by row, of rows within the bitmap. */
function crossingsOf(contours: readonly Contour[], height: number): Map<number, Crossing[]> {
  const found = new Map<number, Crossing[]>();
  for (const contour of contours) {
    for (const [n, end] of contour.entries()) {
      const start = contour.at(n - 1) ?? end;
      const turn = start[1] < end[1] ? 1 : -1;
      const [above, below] = turn === 1 ? [start, end] : [end, start];
      const slope = (below[0] - above[0]) / (below[1] - above[1]);
      const last = Math.min(height, pixelFrom(below[1]));
      for (let y = Math.max(0, pixelFrom(above[1])); y < last; y++) {
        const crossing = { x: above[0] + (y + 0.5 - above[1]) * slope, turn };
        const row = found.get(y);
        if (row === undefined) found.set(y, [crossing]);
        else row.push(crossing);
      }
    }
  }
  return found;
}

/**
 * Fills by the nonzero rule: an outline inside another that turns the other way is a hole. An outline with a coordinate
 * that is no number, or infinite, is left out.
 */
export function fill(bitmap: Bitmap, contours: readonly Contour[]): void {
  const sound = contours.filter((contour) => contour.every(([x, y]) => Number.isFinite(x) && Number.isFinite(y)));
  for (const [y, crossings] of crossingsOf(sound, bitmap.height)) {
    crossings.sort((a, b) => a.x - b.x);
    let winding = 0;
    let from = 0;
    for (const { x, turn } of crossings) {
      if (winding === 0) from = x;
      winding += turn;
      if (winding === 0) fillSpan(bitmap, y, pixelFrom(from), pixelFrom(x));
    }
  }
}
