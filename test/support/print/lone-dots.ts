/** Black squares that stand alone, which is what most dots of a pattern are. */
import { type Bitmap, eightAt } from './bitmap.js';

export interface LoneDot {
  /** Upper left pixel. */
  x: number;
  y: number;
  /** Pixels in each direction, 1–4. */
  size: number;
}

const largest = 4;

/** Size of the square with its upper left pixel here and nothing but white around it; 0 where there is none. */
function loneSizeAt(bitmap: Bitmap, x: number, y: number): number {
  const across = eightAt(bitmap, x - 1, y);
  let size = 1;
  while ((across >> (6 - size)) & 1) if (++size > largest) return 0;
  const around = 6 - size;
  if (eightAt(bitmap, x - 1, y - 1) >> around !== 0 || eightAt(bitmap, x - 1, y + size) >> around !== 0) return 0;
  const row = ((1 << size) - 1) << 1;
  for (let below = 0; below < size; below++) if (eightAt(bitmap, x - 1, y + below) >> around !== row) return 0;
  return size;
}

/** All of a page, row by row. */
export function* loneDots(bitmap: Bitmap): Generator<LoneDot> {
  const { height, stride, rows } = bitmap;
  for (let y = 0; y < height; y++) {
    const row = y * stride;
    for (let byte = 0; byte < stride; byte++) {
      const here = rows[row + byte] ?? 0;
      if (here === 0) continue;
      const before = byte > 0 ? (rows[row + byte - 1] ?? 0) : 0;
      const above = y > 0 ? (rows[row + byte - stride] ?? 0) : 0;
      // Only pixels with white on their left and above them can be the upper left one of a square.
      let corners = here & ~((here >> 1) | (before << 7)) & ~above;
      while (corners !== 0) {
        const bit = Math.clz32(corners) - 24;
        corners &= 0x7f >> bit;
        const x = 8 * byte + bit;
        const size = loneSizeAt(bitmap, x, y);
        if (size > 0) yield { x, y, size };
      }
    }
  }
}
