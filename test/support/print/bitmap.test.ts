import { describe, expect, it } from '@jest/globals';
import { blackPixels, blank, crop, differing, get, stamp, wrongPixels } from './bitmap.js';
import { drawPattern } from './draw-pattern.js';

describe('crop and stamp', () => {
  const bitmap = drawPattern(920, { width: 4, height: 4 }, { dpi: 600, dotSize: 2 });

  it.each([
    [0, 0],
    [3, 5],
    [-7, -9],
    [80, 80],
    [-200, 0],
  ])('from %d, %d take and give every pixel', (left, top) => {
    const part = crop(bitmap, left, top, 45, 40);
    const stamped = blank(45, 40);
    stamp(stamped, bitmap, -left, -top);
    expect(differing(part, stamped)).toBe(0);
    for (let y = 0; y < 40; y++)
      for (let x = 0; x < 45; x++)
        if (get(part, x, y) !== get(bitmap, left + x, top + y)) throw new Error(`${x}, ${y} differs`);
  });
});

it('wrongPixels counts those of the pattern and of the white around it', () => {
  const pattern = drawPattern(920, { width: 4, height: 3 }, { dpi: 600, dotSize: 2 });
  const page = blank(200, 150);
  stamp(page, pattern, 37, 41);
  expect(wrongPixels(page, pattern, { x: 37, y: 41 }, 6)).toBe(0);
  expect(wrongPixels(page, pattern, { x: 38, y: 41 }, 6)).toBeGreaterThan(100);
  expect(wrongPixels(blank(200, 150), pattern, { x: 37, y: 41 }, 6)).toBe(blackPixels(pattern));
  stamp(page, { width: 1, height: 1, stride: 1, rows: Uint8Array.of(0x80) }, 32, 36);
  expect(wrongPixels(page, pattern, { x: 37, y: 41 }, 6)).toBe(1);
  expect(wrongPixels(page, pattern, { x: 37, y: 41 }, 4)).toBe(0);
});
