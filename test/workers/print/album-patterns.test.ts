/** The patterns of an album as single pictures in a ZIP. */
import { describe, expect, it } from '@jest/globals';
import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';
import { controlCodes, trackCode } from '../../../workers/gme/codes.js';
import { albumPatterns } from '../../../workers/print/output/album-patterns.js';
import { readPng } from '../../support/print/bitmap-files.js';
import { albumOf } from './sheets.js';
import { processorTime } from '../../support/linear.js';
import { drawPattern } from '../../support/print/draw-pattern.js';

const look = { width: 12, height: 8, dpi: 600, dotSize: 2 };

async function unpacked(zip: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const opened = await fromBufferPromise(zip, { lazyEntries: true });
  for await (const entry of opened.eachEntry())
    files.set(entry.fileName, await buffer(await opened.openReadStreamPromise(entry)));
  return files;
}

function refused(changes: Partial<typeof look>, tracks = 12): unknown {
  try {
    albumPatterns(albumOf({ oid: 920, tracks }), { ...look, ...changes });
    return undefined;
  } catch (error) {
    return (error as { fields?: unknown }).fields;
  }
}

describe('albumPatterns', () => {
  it('holds each pattern under a name that says what it is for', async () => {
    const titles = ['Der Kuckuck', 'AC/DC: "Hör zu"', '夜'.repeat(300)];
    const files = await unpacked(await buffer(albumPatterns(albumOf({ oid: 37, tracks: 3, titles }), look)()));
    const { prev, play, stop, next } = controlCodes;
    const wanted: [string | RegExp, number][] = [
      ['start.png', 37],
      ['back.png', prev],
      ['play.png', play],
      ['stop.png', stop],
      ['next.png', next],
      ['01 Der Kuckuck.png', trackCode(0)],
      ['02 AC_DC_ _Hör zu_.png', trackCode(1)],
      [/^03 夜{60,70}\.png$/, trackCode(2)],
    ];
    expect(files.size).toBe(wanted.length);
    for (const [n, [name, png]] of [...files].entries()) {
      const [wantedName = '', code = 0] = wanted[n] ?? [];
      if (typeof wantedName === 'string') expect(name).toBe(wantedName);
      else expect(name).toMatch(wantedName);
      const { width, height, rows, perMetre } = readPng(png);
      const pattern = drawPattern(code, look, look);
      expect([name, width, height, perMetre]).toEqual([name, pattern.width, pattern.height, Math.round(600 / 0.0254)]);
      expect(Buffer.from(rows).equals(Buffer.from(pattern.rows))).toBe(true);
    }
  });

  it('draws nothing before it is read, and ends with its reader', async () => {
    const look = { width: 49, height: 49, dpi: 2400, dotSize: 2 };
    const large = albumPatterns(albumOf({ oid: 37, tracks: 99 }), look);
    const one = await processorTime(() => drawPattern(37, look, look));
    const none = await processorTime(async () => {
      const zip = large();
      zip.destroy();
      await new Promise((resolve) => zip.once('close', resolve));
    });
    // There are 101 of them to draw.
    expect(none / one).toBeLessThan(5);
  });

  it('refuses what cannot be, and more than anybody needs', () => {
    expect(refused({ dpi: 300 })).toEqual({ pixel_size: expect.stringContaining('run into each other') });
    expect(refused({ width: 0 })).toEqual({ size: 'must be from 0.1 to 500 mm, not 0.' });
    expect(refused({ width: 98, height: 98, dpi: 1200 }, 99)).toBeUndefined();
    expect(refused({ width: 49, height: 49, dpi: 2400 }, 99)).toBeUndefined();
    expect(refused({ width: 99, height: 99, dpi: 1200 }, 99)).toEqual({
      size: expect.stringMatching(/^is too large: 104 patterns .* 1200 dpi; at most 2240000000 are drawn\.$/),
    });
  });
});
