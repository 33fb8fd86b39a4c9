import { describe, expect, it } from '@jest/globals';
import { drawPattern } from '../../../workers/oid/pattern.js';
import { seededRandom } from '../gme/random.js';
import { type Bitmap, blackPixels, blank, crop, set, stamp } from '../../support/print/bitmap.js';
import { comparePattern, findFields, nearestDistance, type FoundField } from '../../support/print/find-dots.js';
import { drawBox, drawDither, drawFrame, drawScreen, drawText } from '../../support/print/ink.js';
import { onePage, pixels, resolutions, square } from '../../support/print/pattern-pages.js';

describe('findFields', () => {
  it.each(resolutions)(
    'at %d dpi with dots of %d finds every code where it stands, among other ink',
    (dpi, dotSize) => {
      const random = seededRandom(dpi + dotSize);
      const mm = (length: number): number => pixels(length, dpi);
      const [columns, rows] = [5, 5];
      const page = blank(mm(columns * 11 + 30), mm(rows * 9 + 24));
      const drawn: { code: number; x: number; y: number; width: number; height: number; pattern: Bitmap }[] = [];
      for (let n = 0; n < columns * rows; n++) {
        const code = random(15_000);
        const pattern = drawPattern(
          code,
          { width: 4 + random(500) / 100, height: 4 + random(300) / 100 },
          { dpi, dotSize },
        );
        const [x, y] = [mm((n % columns) * 11 + 2) + random(5), mm(Math.floor(n / columns) * 9 + 2) + random(5)];
        stamp(page, pattern, x, y);
        drawn.push({ code, x, y, width: pattern.width, height: pattern.height, pattern });
        // A frame just over 1 mm around each.
        drawFrame(
          page,
          {
            x: x - mm(1) - 2,
            y: y - mm(1) - 2,
            width: pattern.width + 2 * mm(1) + 4,
            height: pattern.height + 2 * mm(1) + 4,
          },
          1 + random(2),
        );
      }
      const right = mm(columns * 11 + 3);
      drawDither(page, { x: right, y: mm(2), width: mm(20), height: mm(15) }, random);
      drawScreen(page, { x: right, y: mm(20), width: mm(20), height: mm(15) }, Math.ceil(dpi / 100));
      drawBox(page, { x: right, y: mm(38), width: mm(6), height: mm(6) });
      drawText(page, { x: mm(2), y: mm(rows * 9 + 3), width: mm(40), height: mm(8) }, random);
      drawText(page, { x: mm(2), y: mm(rows * 9 + 14), width: mm(40), height: mm(8) }, random);

      const found = findFields(page, { dpi });
      const places = ({ code, x, y }: { code: number; x: number; y: number }): string => `${code} at ${x}, ${y}`;
      expect(found.map(places).sort()).toEqual(drawn.map(places).sort());
      expect(found.filter((field) => !field.intact || field.dotSize !== dotSize)).toEqual([]);
      for (const field of found) {
        const { pattern, x, y } = drawn.find((one) => places(one) === places(field)) as (typeof drawn)[number];
        expect(comparePattern(page, field, pattern)).toEqual({ x, y, differing: 0 });
        // All ink is within; what is left of the pattern is its white rim.
        expect(blackPixels(crop(page, field.x, field.y, field.width, field.height))).toBe(blackPixels(pattern));
        expect(pattern.width - field.width).toBeLessThan(2 * Math.ceil(dpi / 100));
        expect(pattern.height - field.height).toBeLessThan(2 * Math.ceil(dpi / 100));
      }
    },
  );

  it('takes two fields of one code, 1 mm apart, for two', () => {
    for (const dpi of [300, 600, 1200]) {
      const pattern = drawPattern(920, square(4), { dpi, dotSize: dpi === 300 ? 1 : 2 });
      const tile = 4 * Math.ceil(dpi / 100);
      const page = blank(pixels(30, dpi), pixels(30, dpi));
      // The second also where its tiles go on with those of the first.
      const gap = pixels(1, dpi);
      const next = tile * Math.ceil((pattern.width + gap) / tile);
      const places = [
        [tile, tile],
        [tile + pattern.width + gap, tile],
        [tile, tile + next],
        [tile + next, tile + next],
      ] as const;
      for (const [x, y] of places) stamp(page, pattern, x, y);
      const found = findFields(page, { dpi });
      expect(found.map(({ code, x, y, intact }) => ({ code, x, y, intact }))).toEqual(
        places.map(([x, y]) => ({ code: 920, x, y, intact: true })),
      );
      expect(nearestDistance(found, dpi)).toBeGreaterThanOrEqual((gap * 25.4) / dpi);
    }
  });

  it('finds nothing on pages without a pattern', () => {
    const random = seededRandom(5);
    const page = blank(2000, 2000);
    drawDither(page, { x: 0, y: 0, width: 2000, height: 900 }, random);
    for (const [n, cell] of [3, 6, 12, 24].entries())
      drawScreen(page, { x: 0, y: 910 + 200 * n, width: 1000, height: 190 }, cell);
    drawText(page, { x: 1010, y: 910, width: 900, height: 900 }, random);
    for (const dpi of [300, 600, 1200, 2400]) expect(findFields(page, { dpi })).toEqual([]);
  });

  it('answers the ink of a field that ends with a whole tile', () => {
    const page = blank(300, 300);
    const tiles = drawPattern(920, square((4 * 24 * 25.4) / 600), { dpi: 600, dotSize: 2 });
    expect([tiles.width, tiles.height]).toEqual([96, 96]);
    stamp(page, tiles, 40, 50);
    const [field, ...others] = findFields(page, { dpi: 600 });
    expect(field).toMatchObject({ x: 40, y: 50, intact: true });
    expect(others).toEqual([]);
    const { width, height } = field as FoundField;
    expect([width, height].every((length) => length > 90 && length < 96)).toBe(true);
    expect(blackPixels(crop(page, 40 + width - 1, 50, 1, 96))).toBeGreaterThan(0);
    expect(blackPixels(crop(page, 40, 50 + height - 1, 96, 1))).toBeGreaterThan(0);
  });

  it('takes nothing for a tile that has more ink than its dots', () => {
    const { page, pattern, x, y } = onePage(920, 600, 2);
    // The lower right corner of every first cell.
    for (let row = y + 5; row < y + pattern.height; row += 24)
      for (let column = x + 5; column < x + pattern.width; column += 24) set(page, column, row);
    expect(findFields(page, { dpi: 600 })).toEqual([]);
  });

  it('looks for one dot size where it is told to', () => {
    const { page } = onePage(7, 1200, 2);
    expect(findFields(page, { dpi: 1200, dotSize: 2 })).toHaveLength(1);
    expect(findFields(page, { dpi: 1200, dotSize: 3 })).toEqual([]);
  });

  it('reads a page of A4 at 1200 dpi with hundreds of fields', () => {
    const random = seededRandom(11);
    const page = blank(9921, 14_031);
    const codes: number[] = [];
    for (let y = 200; y < 9000; y += 520) {
      for (let x = 200; x + 460 < 9921; x += 520) {
        codes.push(random(15_000));
        stamp(page, drawPattern(codes.at(-1) ?? 0, square(9.7), { dpi: 1200, dotSize: 2 }), x, y);
      }
    }
    const cover = blank(1000, 1000);
    drawDither(cover, { x: 0, y: 0, width: 1000, height: 1000 }, random);
    for (let n = 0; n < 16; n++) stamp(page, cover, 200 + 1000 * (n % 4), 9700 + 1000 * (n >> 2));
    const found = findFields(page, { dpi: 1200 });
    expect(found.map(({ code }) => code)).toEqual(codes);
    expect(codes.length).toBeGreaterThan(300);
  });
});

describe('nearestDistance', () => {
  const field = (x: number, y: number): { x: number; y: number; width: number; height: number } => ({
    x,
    y,
    width: 100,
    height: 50,
  });

  it('is that of edges or corners, in millimetres', () => {
    expect(nearestDistance([field(0, 0), field(160, 0), field(0, 500)], 600)).toBeCloseTo(2.54);
    expect(nearestDistance([field(0, 0), field(130, 90)], 1000)).toBeCloseTo(1.27);
    expect(nearestDistance([field(0, 0), field(99, 20)], 600)).toBe(0);
    expect(nearestDistance([field(0, 0)], 600)).toBe(Infinity);
  });
});
