/** Bitmaps of one bit a pixel, as a printer sees a page. */

export interface Bitmap {
  /** Pixels. */
  width: number;
  height: number;
  /** Bytes of a row: its pixels from the highest bit on, the rest of the last byte 0. */
  stride: number;
  /** 1 is black. */
  rows: Uint8Array;
}

export function blank(width: number, height: number): Bitmap {
  const stride = Math.ceil(width / 8);
  return { width, height, stride, rows: new Uint8Array(stride * height) };
}

/** The eight pixels from x on, the left one in the highest bit; white beyond the edges. */
export function eightAt({ width, height, stride, rows }: Bitmap, x: number, y: number): number {
  if (y < 0 || y >= height || x <= -8 || x >= width) return 0;
  const byte = x >> 3;
  const row = y * stride;
  const left = byte < 0 ? 0 : (rows[row + byte] ?? 0);
  const right = byte + 1 < stride ? (rows[row + byte + 1] ?? 0) : 0;
  return (((left << 8) | right) >> (8 - (x & 7))) & 0xff;
}

/** 1 is black; white beyond the edges. */
export const get = (bitmap: Bitmap, x: number, y: number): number => eightAt(bitmap, x, y) >> 7;

/** Does nothing beyond the edges. */
export function set({ width, height, stride, rows }: Bitmap, x: number, y: number, black = true): void {
  if (x < 0 || y < 0 || x >= width || y >= height) return;
  const at = y * stride + (x >> 3);
  const bit = 0x80 >> (x & 7);
  rows[at] = black ? (rows[at] ?? 0) | bit : (rows[at] ?? 0) & ~bit;
}

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

/** Number of pixels in which two bitmaps of one size differ; stops counting beyond `enough`. */
export function differing(a: Bitmap, b: Bitmap, enough = Infinity): number {
  if (a.width !== b.width || a.height !== b.height)
    throw new Error(`${a.width} × ${a.height} pixels cannot be compared with ${b.width} × ${b.height}.`);
  let count = 0;
  for (let at = 0; at < a.rows.length && count <= enough; at++)
    count += ones[(a.rows[at] ?? 0) ^ (b.rows[at] ?? 0)] ?? 0;
  return count;
}
