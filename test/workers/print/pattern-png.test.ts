import { describe, expect, it } from '@jest/globals';
import { Jimp } from 'jimp';
import { buffer } from 'node:stream/consumers';
import { patternRows, type PatternSize } from '../../../workers/oid/pattern.js';
import { patternImage } from '../../../workers/print/output/pattern-images.js';
import { patternPng } from '../../../workers/print/output/pattern-png.js';
import { differing } from '../../support/print/bitmap.js';
import { pngChunks, readPng } from '../../support/print/bitmap-files.js';
import { drawPattern } from '../../support/print/draw-pattern.js';

const sizes: [PatternSize, number, number][] = [
  [{ width: 24, height: 24 }, 1200, 2],
  [{ width: 10, height: 3 }, 600, 2],
  [{ width: 0.3, height: 0.2 }, 600, 1],
  [{ width: 33.3, height: 7.7 }, 2400, 4],
];

describe('patternPng', () => {
  it.each(sizes)('of %j at %d dpi holds the pattern bit for bit', async (size, dpi, dotSize) => {
    const png = await buffer(patternPng(patternRows(920, size, { dpi, dotSize }), dpi));
    expect([...pngChunks(png).keys()]).toEqual(['IHDR', 'pHYs', 'PLTE', 'tRNS', 'IDAT', 'IEND']);
    const { perMetre, ...bitmap } = readPng(png);
    expect(differing(bitmap, drawPattern(920, size, { dpi, dotSize }))).toBe(0);
    expect(perMetre).toBe(Math.round(dpi / 0.0254));
  });

  it('is read by another program: black dots on nothing', async () => {
    const picture = await Jimp.read(
      await buffer(patternPng(patternRows(920, { width: 24, height: 24 }, { dpi: 1200, dotSize: 2 }), 1200)),
    );
    let black = 0;
    let other = 0;
    for (let at = 0; at < picture.bitmap.data.length; at += 4) {
      const [red, alpha] = [picture.bitmap.data[at], picture.bitmap.data[at + 3]];
      if (alpha === 255 && red === 0) black++;
      else if (alpha !== 0) other++;
    }
    expect([picture.width, picture.height, black, other]).toEqual([1134, 1134, 35_624, 0]);
  });
});

describe('patternImage', () => {
  const request = { code: 920, width: 24, height: 24, dpi: 1200, dotSize: 2 };

  it('gives a large one in pieces, and stops when nobody reads on', async () => {
    const image = await patternImage({ ...request, width: 500, height: 500, dpi: 2400 });
    expect(Buffer.isBuffer(image)).toBe(false);
    let pieces = 0;
    for await (const piece of image as AsyncIterable<Buffer>) {
      expect(piece.length).toBeGreaterThan(0);
      if (++pieces === 2) break;
    }
  });

  it('refuses what cannot be drawn', async () => {
    for (const bad of [{ code: 99_999 }, { width: 0 }, { width: 1e9 }, { dotSize: 9 }, { dpi: 1 }]) {
      await expect(patternImage({ ...request, ...bad })).rejects.toMatchObject({ code: 'bad_field' });
    }
  });
});
