import { describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import type { Bitmap } from '../../../workers/oid/pattern.js';
import { drawPattern } from '../../support/print/draw-pattern.js';

/** One byte a pixel, row by row. */
function pixels({ width, height, stride, rows }: Bitmap): Buffer {
  const out = Buffer.alloc(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) out[y * width + x] = ((rows[y * stride + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1;
  return out;
}

const square = (mm: number): { width: number; height: number } => ({ width: mm, height: mm });

describe('drawPattern', () => {
  it.each([
    [920, 1200, 2, 1134, 35_624, 'b29815f103373a7b68e2ac40a7215e1dc94236e8495a911c9dec74d91e7b9d06'],
    [2047, 1200, 2, 1134, 35_720, '18d744369674d8cba4645733f001c4c3ef8c3aa59ec02a1bc36549425ed69465'],
    [4716, 600, 2, 567, 35_440, 'e25beac7ead94d23d16904c6f4df62f204dd79dad261d83c32834d8b9ddc7bd3'],
    [4716, 600, 1, 567, 8884, '55bdde727281e7a881e5da901cfe9377de946adfd4408ee29827255710f8152b'],
    [920, 300, 1, 283, 8882, 'c98dd0b56a190df3423f30cfd4b57ee9781d9555dc648a5da409e4ed17b50dcd'],
    [2047, 2400, 3, 2268, 80_442, '45af573a15360cc4aa9b8c831c2e2ee79a08b8c90ab93ce5d48b98a6f5c973b1'],
    [4716, 2400, 4, 2268, 141_760, '4fe88c0373cc91729ede888abf0ade0d559aea9588afd9da600eccc4f2947875'],
  ])('draws code %d at %d dpi with dots of %d to the pixel', (code, dpi, dotSize, side, black, digest) => {
    const bitmap = drawPattern(code, square(24), { dpi, dotSize });
    expect([bitmap.width, bitmap.height]).toEqual([side, side]);
    const all = pixels(bitmap);
    expect(all.reduce((sum, pixel) => sum + pixel, 0)).toBe(black);
    expect(createHash('sha256').update(all).digest('hex')).toBe(digest);
  });

  it('draws rectangles as a part of the same pattern', () => {
    const whole = drawPattern(920, square(24), { dpi: 600, dotSize: 2 });
    const part = drawPattern(920, { width: 11, height: 7 }, { dpi: 600, dotSize: 2 });
    const [all, some] = [pixels(whole), pixels(part)];
    for (let y = 0; y < part.height; y++) {
      expect(
        some
          .subarray(y * part.width, (y + 1) * part.width)
          .equals(all.subarray(y * whole.width, y * whole.width + part.width)),
      ).toBe(true);
    }
  });

  it.each([
    [99_999, 24, 1200, 2, 'code'],
    [-1, 24, 1200, 2, 'code'],
    [1.5, 24, 1200, 2, 'code'],
    [920, 0, 1200, 2, 'size'],
    [920, 1e9, 1200, 2, 'size'],
    [920, NaN, 1200, 2, 'size'],
    [920, -3, 1200, 2, 'size'],
    [920, 24, 299, 2, 'dpi'],
    [920, 24, 2401, 2, 'dpi'],
    [920, 24, 600.5, 2, 'dpi'],
    [920, 24, 1200, 0, 'pixel_size'],
    [920, 24, 1200, 5, 'pixel_size'],
    [920, 24, 300, 2, 'pixel_size'],
  ])('refuses code %d, %d mm, %d dpi, dots of %d', (code, mm, dpi, dotSize, field) => {
    expect(() => drawPattern(code, square(mm), { dpi, dotSize })).toThrow(
      expect.objectContaining({ code: 'bad_field', fields: { [field]: expect.any(String) as unknown } }),
    );
  });
});
