import type { GreyImage } from './ink.js';

/**
 * Half as wide and high. Each pixel is twice as dark as four on average, since a dot that is one of the four would be
 * hard to see. What is left over at the right and below is cut off.
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
