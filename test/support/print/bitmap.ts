/** Bitmaps of one bit a pixel, as a printer sees a page. */
import type { Bitmap } from '../../../workers/oid/pattern.js';

export function blank(width: number, height: number): Bitmap {
  const stride = Math.ceil(width / 8);
  return { width, height, stride, rows: new Uint8Array(stride * height) };
}

/** The eight pixels from x on, the left one in the highest bit; white beyond the edges. */
function eightAt({ width, height, stride, rows }: Bitmap, x: number, y: number): number {
  if (y < 0 || y >= height || x <= -8 || x >= width) return 0;
  const byte = x >> 3;
  const row = y * stride;
  const left = byte < 0 ? 0 : (rows[row + byte] ?? 0);
  const right = byte + 1 < stride ? (rows[row + byte + 1] ?? 0) : 0;
  return (((left << 8) | right) >> (8 - (x & 7))) & 0xff;
}

/** 1 is black; white beyond the edges. */
export const get = (bitmap: Bitmap, x: number, y: number): number => eightAt(bitmap, x, y) >> 7;

/** A part, which may reach over the edges: there it is white. */
export function crop(bitmap: Bitmap, left: number, top: number, width: number, height: number): Bitmap {
  const part = blank(width, height);
  const lastByte = 0xff << ((8 - (width & 7)) & 7);
  for (let y = 0; y < height; y++) {
    for (let byte = 0; byte < part.stride; byte++) {
      const mask = byte === part.stride - 1 ? lastByte : 0xff;
      part.rows[y * part.stride + byte] = eightAt(bitmap, left + 8 * byte, top + y) & mask;
    }
  }
  return part;
}

/** Adds the black pixels of another bitmap; what reaches over the edges is left out. */
export function stamp(onto: Bitmap, bitmap: Bitmap, left: number, top: number): void {
  const shift = left & 7;
  const first = (left - shift) / 8;
  // Bits beyond the width stay white.
  const lastByte = 0xff << ((8 - (onto.width & 7)) & 7);
  for (let y = Math.max(0, -top); y < Math.min(bitmap.height, onto.height - top); y++) {
    const [from, to] = [y * bitmap.stride, (top + y) * onto.stride];
    for (let byte = 0; byte <= bitmap.stride; byte++) {
      const at = first + byte;
      if (at < 0 || at >= onto.stride) continue;
      const here = byte < bitmap.stride ? (bitmap.rows[from + byte] ?? 0) : 0;
      const before = byte > 0 ? (bitmap.rows[from + byte - 1] ?? 0) : 0;
      const mask = at === onto.stride - 1 ? lastByte : 0xff;
      onto.rows[to + at] = (onto.rows[to + at] ?? 0) | ((((before << 8) | here) >> shift) & mask);
    }
  }
}

const ones = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length);

export const blackPixels = ({ rows }: Bitmap): number => rows.reduce((sum, byte) => sum + (ones[byte] ?? 0), 0);

/** Number of pixels in which two bitmaps of one size differ. */
export function differing(a: Bitmap, b: Bitmap): number {
  if (a.width !== b.width || a.height !== b.height)
    throw new Error(`${a.width} × ${a.height} pixels cannot be compared with ${b.width} × ${b.height}.`);
  let count = 0;
  for (let at = 0; at < a.rows.length; at++) count += ones[(a.rows[at] ?? 0) ^ (b.rows[at] ?? 0)] ?? 0;
  return count;
}

/**
 * Number of pixels of a page that are not as they should be where a pattern is.
 * @param place upper left pixel of the pattern
 * @param white pixels around the pattern that are white
 */
export function wrongPixels(page: Bitmap, pattern: Bitmap, place: { x: number; y: number }, white: number): number {
  const ideal = blank(pattern.width + 2 * white, pattern.height + 2 * white);
  stamp(ideal, pattern, white, white);
  return differing(crop(page, place.x - white, place.y - white, ideal.width, ideal.height), ideal);
}
