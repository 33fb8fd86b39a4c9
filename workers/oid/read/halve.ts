import type { GreyImage } from './ink.js';

/**
 * Halves width and height. Each pixel becomes twice as dark as the mean of its four: a single dark one would otherwise
 * be hard to see. An odd last row or column is dropped.
 */
export function halved({ width, height, pixels }: GreyImage): GreyImage {
  const [columns, rows] = [width >> 1, height >> 1];
  const half = new Uint8Array(columns * rows);
  for (let y = 0; y < rows; y++) {
    for (let x = 0, from = 2 * y * width, to = y * columns; x < columns; x++, from += 2, to++) {
      const upper = (pixels[from] as number) + (pixels[from + 1] as number);
      const lower = (pixels[from + width] as number) + (pixels[from + width + 1] as number);
      const twice = (upper + lower - 510) >> 1;
      half[to] = twice < 0 ? 0 : twice;
    }
  }
  return { width: columns, height: rows, pixels: half };
}
