/** What the decoder says of patterns that are not printed as they should be. */
import { describe, expect, it } from '@jest/globals';
import { drawPattern } from '../../../workers/oid/pattern.js';
import { type Bitmap, blackPixels, blank, crop, get, set, stamp } from '../../support/print/bitmap.js';
import { comparePattern, findFields, type FoundField } from '../../support/print/find-dots.js';
import { drawBox } from '../../support/print/ink.js';
import { onePage, resolutions, square } from '../../support/print/pattern-pages.js';

/** Upper left pixels of whole dots in a field, well within it. */
function* dotsWithin(page: Bitmap, { x, y, width, height, dotSize }: FoundField): Generator<[number, number]> {
  for (let row = y + 8; row < y + height - 8; row++) {
    for (let column = x + 8; column < x + width - 8; column++) {
      const around = crop(page, column - 1, row - 1, dotSize + 2, dotSize + 2);
      if (
        get(page, column, row) === 1 &&
        blackPixels(around) === dotSize ** 2 &&
        blackPixels(crop(page, column, row, dotSize, dotSize)) === dotSize ** 2
      )
        yield [column, row];
    }
  }
}

function draw(page: Bitmap, x: number, y: number, size: number, black: boolean): void {
  for (let row = y; row < y + size; row++)
    for (let column = x; column < x + size; column++) set(page, column, row, black);
}

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
      for (let column = x + (row % 40); column < x + field.width - 5; column++) {
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
    for (const [dx, dy] of [
      [1, 0],
      [0, 1],
      [-1, -1],
    ] as const) {
      const moved = crop(page, -dx, -dy, page.width, page.height);
      const [field] = findFields(moved, { dpi });
      expect(field).toMatchObject({ x: x + dx, y: y + dy, intact: true });
      expect(comparePattern(moved, { x, y, width: pattern.width, height: pattern.height }, pattern)).toEqual({
        x: x + dx,
        y: y + dy,
        differing: 0,
      });
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

  it.each([
    [1, 1],
    [1, 2],
    [2, 1],
  ])('by smoothing over half a pixel is noticed (black from %d of 4 parts, dots of %d)', (least, dotSize) => {
    const { page, pattern } = onePage(920, dpi, dotSize);
    const smooth = blank(page.width, page.height);
    for (let y = 0; y < page.height; y++)
      for (let x = 0; x < page.width; x++) if (blackPixels(crop(page, x, y, 2, 2)) >= least) set(smooth, x, y);
    for (const field of findFields(smooth, { dpi, dotSize })) {
      expect(field.intact && comparePattern(smooth, field, pattern).differing === 0).toBe(false);
    }
    // Dots that have all grown alike are a pattern of their own; that they are larger is said.
    expect(findFields(smooth, { dpi }).filter((field) => field.intact && field.dotSize === dotSize)).toEqual([]);
  });

  it('by an enlargement of one pixel in a hundred is noticed', () => {
    const { page } = onePage(920, dpi, 2);
    const scaled = blank(page.width + 5, page.height + 5);
    for (let y = 0; y < scaled.height; y++)
      for (let x = 0; x < scaled.width; x++)
        if (get(page, Math.floor(x * 0.99), Math.floor(y * 0.99))) set(scaled, x, y);
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
    expect(
      comparePattern(page, field as FoundField, drawPattern(920, square(5.5), { dpi, dotSize: 2 })).differing,
    ).toBeGreaterThan(100);
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
