import { describe, expect, it } from '@jest/globals';
import { drawPattern } from '../../workers/oid/pattern.js';
import { seededRandom } from '../gme/random.js';
import { type Bitmap, blackPixels, blank, crop, get, set, stamp } from '../support/bitmap.js';
import { comparePattern, findFields, nearestDistance, type FoundField } from '../support/find-dots.js';
import { drawBox, drawDither, drawFrame, drawScreen, drawText } from '../support/ink.js';

const pixels = (mm: number, dpi: number): number => Math.round((mm * dpi) / 25.4);
const square = (mm: number): { width: number; height: number } => ({ width: mm, height: mm });

/** A page with one field of 6 mm, not on any grid, and its pattern. */
function onePage(code: number, dpi: number, dotSize: number): { page: Bitmap; pattern: Bitmap; x: number; y: number } {
  const pattern = drawPattern(code, square(6), { dpi, dotSize });
  const page = blank(pixels(10, dpi) + 3, pixels(10, dpi) + 5);
  const [x, y] = [pixels(2, dpi) + 3, pixels(2, dpi) + 1];
  stamp(page, pattern, x, y);
  return { page, pattern, x, y };
}

/** Upper left pixels of whole dots in a field, well within it. */
function* dotsWithin(page: Bitmap, { x, y, width, height, dotSize }: FoundField): Generator<[number, number]> {
  for (let row = y + 8; row < y + height - 8; row++) {
    for (let column = x + 8; column < x + width - 8; column++) {
      const around = crop(page, column - 1, row - 1, dotSize + 2, dotSize + 2);
      if (get(page, column, row) === 1 && blackPixels(around) === dotSize ** 2 && blackPixels(crop(page, column, row, dotSize, dotSize)) === dotSize ** 2) yield [column, row];
    }
  }
}

function draw(page: Bitmap, x: number, y: number, size: number, black: boolean): void {
  for (let row = y; row < y + size; row++) for (let column = x; column < x + size; column++) set(page, column, row, black);
}

const resolutions: [dpi: number, dotSize: number][] = [[300, 1], [400, 2], [600, 1], [600, 2], [600, 3], [600, 4], [601, 4], [1200, 1], [1200, 2], [1200, 3], [1200, 4], [2400, 1], [2400, 2], [2400, 3], [2400, 4]];

describe('findFields', () => {
  it.each(resolutions)('at %d dpi with dots of %d finds every code where it stands, among other ink', (dpi, dotSize) => {
    const random = seededRandom(dpi + dotSize);
    const mm = (length: number): number => pixels(length, dpi);
    const [columns, rows] = [5, 5];
    const page = blank(mm(columns * 11 + 30), mm(rows * 9 + 24));
    const drawn: { code: number; x: number; y: number; width: number; height: number; pattern: Bitmap }[] = [];
    for (let n = 0; n < columns * rows; n++) {
      const code = random(15_000);
      const pattern = drawPattern(code, { width: 4 + random(500) / 100, height: 4 + random(300) / 100 }, { dpi, dotSize });
      const [x, y] = [mm((n % columns) * 11 + 2) + random(5), mm(Math.floor(n / columns) * 9 + 2) + random(5)];
      stamp(page, pattern, x, y);
      drawn.push({ code, x, y, width: pattern.width, height: pattern.height, pattern });
      // A frame just over 1 mm around each.
      drawFrame(page, { x: x - mm(1) - 2, y: y - mm(1) - 2, width: pattern.width + 2 * mm(1) + 4, height: pattern.height + 2 * mm(1) + 4 }, 1 + random(2));
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
  });

  it('takes two fields of one code, 1 mm apart, for two', () => {
    for (const dpi of [300, 600, 1200]) {
      const pattern = drawPattern(920, square(4), { dpi, dotSize: dpi === 300 ? 1 : 2 });
      const tile = 4 * Math.ceil(dpi / 100);
      const page = blank(pixels(30, dpi), pixels(30, dpi));
      // The second also where its tiles go on with those of the first.
      const gap = pixels(1, dpi);
      const next = tile * Math.ceil((pattern.width + gap) / tile);
      const places = [[tile, tile], [tile + pattern.width + gap, tile], [tile, tile + next], [tile + next, tile + next]] as const;
      for (const [x, y] of places) stamp(page, pattern, x, y);
      const found = findFields(page, { dpi });
      expect(found.map(({ code, x, y, intact }) => ({ code, x, y, intact }))).toEqual(places.map(([x, y]) => ({ code: 920, x, y, intact: true })));
      expect(nearestDistance(found, dpi)).toBeGreaterThanOrEqual(gap * 25.4 / dpi);
    }
  });

  it('finds nothing on pages without a pattern', () => {
    const random = seededRandom(5);
    const page = blank(2000, 2000);
    drawDither(page, { x: 0, y: 0, width: 2000, height: 900 }, random);
    for (const [n, cell] of [3, 6, 12, 24].entries()) drawScreen(page, { x: 0, y: 910 + 200 * n, width: 1000, height: 190 }, cell);
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
    for (let row = y + 5; row < y + pattern.height; row += 24) for (let column = x + 5; column < x + pattern.width; column += 24) set(page, column, row);
    expect(findFields(page, { dpi: 600 })).toEqual([]);
  });

  it('looks for one dot size where it is told to', () => {
    const { page } = onePage(7, 1200, 2);
    expect(findFields(page, { dpi: 1200, dotSize: 2 })).toHaveLength(1);
    expect(findFields(page, { dpi: 1200, dotSize: 3 })).toEqual([]);
  });

  it('reads a page of A4 at 1200 dpi with hundreds of fields in a few seconds', () => {
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
    const started = performance.now();
    const found = findFields(page, { dpi: 1200 });
    const took = performance.now() - started;
    expect(found.map(({ code }) => code)).toEqual(codes);
    expect(codes.length).toBeGreaterThan(300);
    expect(took).toBeLessThan(20_000);
  });
});

describe('damage', () => {
  it.each(resolutions)('of a single dot is noticed at %d dpi with dots of %d', (dpi, dotSize) => {
    const { page, pattern, x, y } = onePage(3947, dpi, dotSize);
    const [field] = findFields(page, { dpi });
    if (field === undefined) throw new Error('no field');
    expect(field).toMatchObject({ code: 3947, x, y, wrong: 0, intact: true });
    const dots = [...dotsWithin(page, field)];
    expect(dots.length).toBeGreaterThan(100);
    for (const at of [0, Math.floor(dots.length / 2), dots.length - 1]) {
      const [left, top] = dots[at] ?? [0, 0];
      draw(page, left, top, dotSize, false);
      expect(findFields(page, { dpi })).toMatchObject([{ code: 3947, x, y, wrong: dotSize ** 2, intact: false }]);
      expect(comparePattern(page, field, pattern)).toEqual({ x, y, differing: dotSize ** 2 });
      draw(page, left, top, dotSize, true);
    }
    // A dot too many, at places that are white.
    const free = crop(page, 0, 0, page.width, page.height);
    let added = 0;
    for (let row = y + 5; added < 3 && row < y + 200; row += 17) {
      for (let column = x + row % 40; column < x + field.width - 5; column++) {
        if (blackPixels(crop(free, column, row, dotSize, dotSize)) > 0) continue;
        draw(page, column, row, dotSize, true);
        expect(findFields(page, { dpi })).toMatchObject([{ code: 3947, x, y, wrong: dotSize ** 2, intact: false }]);
        draw(page, column, row, dotSize, false);
        added++;
        break;
      }
    }
    expect(added).toBe(3);
    expect(findFields(page, { dpi })).toMatchObject([{ intact: true }]);
  });

  it('of any pixel is noticed, wherever in a field it is', () => {
    const { page, pattern, x, y } = onePage(14_091, 300, 1);
    const unnoticed: string[] = [];
    for (let row = y; row < y + pattern.height; row++) {
      for (let column = x; column < x + pattern.width; column++) {
        const black = get(page, column, row) === 1;
        set(page, column, row, !black);
        const found = findFields(page, { dpi: 300 });
        if (found.length !== 1 || found[0]?.intact !== false) unnoticed.push(`${column}, ${row}`);
        set(page, column, row, black);
      }
    }
    expect(unnoticed).toEqual([]);
  });

  const dpi = 1200;

  it('by a shift of one pixel is noticed', () => {
    const { page, pattern, x, y } = onePage(920, dpi, 2);
    for (const [dx, dy] of [[1, 0], [0, 1], [-1, -1]] as const) {
      const moved = crop(page, -dx, -dy, page.width, page.height);
      const [field] = findFields(moved, { dpi });
      expect(field).toMatchObject({ x: x + dx, y: y + dy, intact: true });
      expect(comparePattern(moved, { x, y, width: pattern.width, height: pattern.height }, pattern)).toEqual({ x: x + dx, y: y + dy, differing: 0 });
    }
  });

  it('by half a pattern that is shifted is noticed', () => {
    const { page, pattern, y } = onePage(920, dpi, 2);
    const middle = y + (pattern.height >> 1);
    const lower = crop(page, 0, middle, page.width, page.height - middle);
    draw(page, 0, middle, page.width, false);
    stamp(page, lower, 1, middle);
    const found = findFields(page, { dpi });
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter(({ intact }) => intact)).toEqual([]);
  });

  it.each([[1, 1], [1, 2], [2, 1]])('by smoothing over half a pixel is noticed (black from %d of 4 parts, dots of %d)', (least, dotSize) => {
    const { page, pattern } = onePage(920, dpi, dotSize);
    const smooth = blank(page.width, page.height);
    for (let y = 0; y < page.height; y++) for (let x = 0; x < page.width; x++) if (blackPixels(crop(page, x, y, 2, 2)) >= least) set(smooth, x, y);
    for (const field of findFields(smooth, { dpi, dotSize })) {
      expect(field.intact && comparePattern(smooth, field, pattern).differing === 0).toBe(false);
    }
    // Dots that have all grown alike are a pattern of their own; that they are larger is said.
    expect(findFields(smooth, { dpi }).filter((field) => field.intact && field.dotSize === dotSize)).toEqual([]);
  });

  it('by an enlargement of one pixel in a hundred is noticed', () => {
    const { page } = onePage(920, dpi, 2);
    const scaled = blank(page.width + 5, page.height + 5);
    for (let y = 0; y < scaled.height; y++) for (let x = 0; x < scaled.width; x++) if (get(page, Math.floor(x * 0.99), Math.floor(y * 0.99))) set(scaled, x, y);
    const found = findFields(scaled, { dpi });
    expect(found.filter(({ intact }) => intact)).toEqual([]);
  });

  it('by ink in the white around is noticed', () => {
    const { page, x, y } = onePage(920, dpi, 2);
    drawBox(page, { x: x - 8, y, width: 1, height: 200 });
    expect(findFields(page, { dpi })).toMatchObject([{ code: 920, x, y, wrong: 200, intact: false }]);
  });

  it('by more of the pattern than was expected is noticed', () => {
    const { page } = onePage(920, dpi, 2);
    const [field] = findFields(page, { dpi });
    expect(field).toMatchObject({ intact: true });
    expect(comparePattern(page, field as FoundField, drawPattern(920, square(5.5), { dpi, dotSize: 2 })).differing).toBeGreaterThan(100);
  });

  it('by a missing strip of the pattern is noticed against what was expected', () => {
    const { page, pattern, x, y } = onePage(920, dpi, 2);
    drawRight(page, x + pattern.width - 30);
    const [field] = findFields(page, { dpi });
    expect(field).toMatchObject({ code: 920, x, y });
    expect(comparePattern(page, field as FoundField, pattern).differing).toBeGreaterThan(20);
    const larger = drawPattern(920, square(5), { dpi, dotSize: 2 });
    expect(comparePattern(page, field as FoundField, larger).differing).toBeGreaterThan(20);
  });
});

function drawRight(page: Bitmap, from: number): void {
  for (let y = 0; y < page.height; y++) for (let x = from; x < page.width; x++) set(page, x, y, false);
}

describe('nearestDistance', () => {
  const field = (x: number, y: number): { x: number; y: number; width: number; height: number } => ({ x, y, width: 100, height: 50 });

  it('is that of edges or corners, in millimetres', () => {
    expect(nearestDistance([field(0, 0), field(160, 0), field(0, 500)], 600)).toBeCloseTo(2.54);
    expect(nearestDistance([field(0, 0), field(130, 90)], 1000)).toBeCloseTo(1.27);
    expect(nearestDistance([field(0, 0), field(99, 20)], 600)).toBe(0);
    expect(nearestDistance([field(0, 0)], 600)).toBe(Infinity);
  });
});
