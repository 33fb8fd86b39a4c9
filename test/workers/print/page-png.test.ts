import { describe, expect, it } from '@jest/globals';
import { Jimp } from 'jimp';
import { buffer } from 'node:stream/consumers';
import { pixelsOf } from '../../../workers/oid/pattern.js';
import { drawPage } from '../../../workers/print/output/page-bitmap.js';
import { pagePng } from '../../../workers/print/output/page-png.js';
import { createTypesetter } from '../../../workers/print/text/typeset.js';
import type { FieldItem, Item, Page, TextItem } from '../../../workers/print/types.js';
import { blackPixels, blank, crop, differing, get, stamp } from '../../support/print/bitmap.js';
import { readPng } from '../../support/print/bitmap-files.js';
import { drawPattern } from '../../support/print/draw-pattern.js';

const pageOf = (items: Item[], width = 60, height = 40): Page => ({ width, height, items });
const field = (x: number, y: number, dpi: number, dotSize: number): FieldItem => ({
  kind: 'field',
  code: 993,
  label: 'start',
  x,
  y,
  width: 16,
  height: 10,
  dpi,
  dotSize,
});

describe('pagePng', () => {
  const fields = [
    field(3.333, 4.567, 300, 1),
    field(23.01, 4.01, 600, 2),
    field(3.07, 20.002, 600, 3),
    field(23.4999, 21.77, 1200, 2),
  ];

  it('holds fields pixel for pixel at whole pixels, and nothing else', async () => {
    const picture = readPng(await buffer(pagePng(pageOf(fields), 1200)));
    const expected = blank(picture.width, picture.height);
    for (const { code, x, y, width, height, dpi, dotSize } of fields) {
      const pattern = drawPattern(code, { width, height }, { dpi, dotSize });
      const scale = 1200 / dpi;
      const enlarged = blank(pattern.width * scale, pattern.height * scale);
      for (let row = 0; row < enlarged.height; row++) {
        for (let column = 0; column < enlarged.width; column++) {
          if (get(pattern, Math.floor(column / scale), Math.floor(row / scale)))
            enlarged.rows[row * enlarged.stride + (column >> 3)]! |= 0x80 >> (column & 7);
        }
      }
      stamp(expected, enlarged, Math.round((x * 1200) / 25.4), Math.round((y * 1200) / 25.4));
    }
    expect([picture.width, picture.height, picture.perMetre]).toEqual([2835, 1890, 47_244]);
    expect(blackPixels(expected)).toBeGreaterThan(50_000);
    expect(differing(picture, expected)).toBe(0);
  });

  it('is black on white to another program', async () => {
    const page = pageOf(
      [
        {
          kind: 'shape',
          points: [
            [1, 1],
            [3, 1],
            [3, 4],
            [1, 4],
          ],
        },
      ],
      5,
      5,
    );
    const picture = await Jimp.read(await buffer(pagePng(page, 254)));
    expect([picture.width, picture.height]).toEqual([50, 50]);
    const colours = new Map<string, number>();
    for (let at = 0; at < picture.bitmap.data.length; at += 4) {
      const colour = picture.bitmap.data.subarray(at, at + 4).join();
      colours.set(colour, (colours.get(colour) ?? 0) + 1);
    }
    expect(Object.fromEntries(colours)).toEqual({ '0,0,0,255': 600, '255,255,255,255': 1900 });
    expect(picture.getPixelColor(20, 20)).toBe(0x000000ff);
  });

  it('takes as many rows as there are, whatever their number', async () => {
    for (const height of [0.1, 19.9, 20, 20.1, 40.1]) {
      const picture = readPng(await buffer(pagePng(pageOf([], 3, height), 254)));
      expect([picture.width, picture.height, blackPixels(picture)]).toEqual([30, Math.round(height * 10), 0]);
    }
  });

  it('stops when nobody reads on', async () => {
    const pieces = pagePng(pageOf(fields), 1200);
    expect((await pieces.next()).done).toBe(false);
    await pieces.return();
    expect((await pieces.next()).done).toBe(true);
  });
});

describe('drawPage', () => {
  it('draws lines along their middle, never thinner than a pixel, and cuts off what is outside', () => {
    const line = (x1: number, y1: number, x2: number, y2: number, thickness: number): Item => ({
      kind: 'line',
      x1,
      y1,
      x2,
      y2,
      thickness,
    });
    const drawn = drawPage(
      pageOf([line(1, 2, 5, 2, 0.4), line(8, 9, 8, 6, 0.4), line(1, 8, 5, 8, 0.001), line(-3, 0, 2, 0, 0.2)], 10, 10),
      254,
    );
    expect(blackPixels(crop(drawn, 10, 18, 40, 4))).toBe(160);
    expect(blackPixels(crop(drawn, 78, 60, 4, 30))).toBe(120);
    expect(blackPixels(crop(drawn, 10, 80, 40, 1))).toBe(40);
    expect(blackPixels(crop(drawn, 0, 0, 20, 1))).toBe(20);
    expect(blackPixels(drawn)).toBe(160 + 120 + 40 + 20);
  });

  it('writes text on its baseline', () => {
    const style = { size: 4, bold: false };
    const item = (text: string): TextItem => ({
      kind: 'text',
      x: 2,
      y: 7,
      style,
      line: createTypesetter().line(text, style),
    });
    const drawn = drawPage(pageOf([item('HH')], 12, 12), 2540);
    // Noto Sans: the letter stands on the baseline and is 0.714 em high, its stems begin 0.098 em from the left.
    const inked = (left: number, top: number, width: number, height: number): number =>
      blackPixels(crop(drawn, left, top, width, height));
    const [capital, stem] = [286, 36];
    expect(Math.abs(inked(200 + 39, 700 - capital, stem, capital) / (stem * capital) - 1)).toBeLessThan(0.02);
    expect([inked(0, 0, 1200, 700 - capital - 1), inked(0, 701, 1200, 499), inked(0, 0, 238, 1200)]).toEqual([0, 0, 0]);
    // An o has a hole.
    const round = drawPage(pageOf([item('o')], 12, 12), 2540);
    expect(get(round, 200 + 121, 700 - 107)).toBe(0);
    expect(blackPixels(round)).toBeGreaterThan(5000);
  });

  it('draws fields at the edge of the paper as far as they are on it', () => {
    const [inside, outside] = [
      drawPage(pageOf([field(0, 0, 1200, 2)]), 1200),
      drawPage(pageOf([field(50, 35, 1200, 2)]), 1200),
    ];
    const [width, height] = [pixelsOf(60, 1200) - pixelsOf(50, 1200), pixelsOf(40, 1200) - pixelsOf(35, 1200)];
    expect(
      differing(
        crop(outside, pixelsOf(50, 1200), pixelsOf(35, 1200), width, height),
        crop(inside, 0, 0, width, height),
      ),
    ).toBe(0);
  });
});
