/** Ink that is no pattern, for pages that a decoder must not be led astray by. */
import { type Bitmap, set } from './bitmap.js';
import type { Rectangle } from './find-dots.js';

type Random = (below: number) => number;

export function drawBox(onto: Bitmap, { x, y, width, height }: Rectangle): void {
  for (let row = y; row < y + height; row++) for (let column = x; column < x + width; column++) set(onto, column, row);
}

export function drawFrame(onto: Bitmap, { x, y, width, height }: Rectangle, thickness: number): void {
  drawBox(onto, { x, y, width, height: thickness });
  drawBox(onto, { x, y: y + height - thickness, width, height: thickness });
  drawBox(onto, { x, y, width: thickness, height });
  drawBox(onto, { x: x + width - thickness, y, width: thickness, height });
}

/** A picture as single-pixel noise, from white on the left to black on the right. */
export function drawDither(onto: Bitmap, { x, y, width, height }: Rectangle, random: Random): void {
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) if (random(width) < column) set(onto, x + column, y + row);
}

/** A picture as a screen of squares that grow from left to right: a lattice, as a pattern is one. */
export function drawScreen(onto: Bitmap, { x, y, width, height }: Rectangle, cell: number): void {
  for (let row = 0; row + cell <= height; row += cell) {
    for (let column = 0; column + cell <= width; column += cell) {
      const side = Math.round((cell * column) / width);
      drawBox(onto, { x: x + column, y: y + row, width: side, height: side });
    }
  }
}

/** Strokes and specks of all sizes, down to single pixels, as text has them. */
export function drawText(onto: Bitmap, { x, y, width, height }: Rectangle, random: Random): void {
  const largest = Math.max(2, Math.floor(Math.min(width, height) / 4));
  for (let stroke = 0; stroke < 60; stroke++) {
    const [wide, high] = [1 + random(largest), 1 + random(random(3) === 0 ? largest : 4)];
    drawBox(onto, { x: x + random(width - wide), y: y + random(height - high), width: wide, height: high });
  }
}
