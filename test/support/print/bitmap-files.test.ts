import { describe, expect, it } from '@jest/globals';
import { crc32, deflateSync } from 'node:zlib';
import { drawPattern, patternRows } from '../../../workers/oid/pattern.js';
import { patternPng } from '../../../workers/print/output/pattern-png.js';
import { readPbm, readPng } from './bitmap-files.js';
import { crop, differing, get, stamp, blank } from './bitmap.js';

describe('readPng', () => {
  it.each([
    [24, 1200, 2],
    [4.3, 600, 2],
    [33, 2400, 4],
  ])('reads a pattern of %d mm, %d dpi, dots of %d as it was drawn', async (mm, dpi, dotSize) => {
    const size = { width: mm, height: mm / 2 };
    const pieces: Buffer[] = [];
    for await (const piece of patternPng(patternRows(920, size, { dpi, dotSize }), dpi)) pieces.push(piece);
    const read = readPng(Buffer.concat(pieces));
    expect(differing(read, drawPattern(920, size, { dpi, dotSize }))).toBe(0);
    expect(read.perMetre).toBe(Math.round(dpi / 0.0254));
  });

  const chunk = (type: string, content: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(content.length, 0);
    ends.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  const png = (header: readonly number[], rows: readonly number[]): Buffer =>
    Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      chunk('IHDR', Buffer.from(header)),
      chunk('IDAT', deflateSync(Buffer.from(rows))),
      chunk('IEND', Buffer.alloc(0)),
    ]);

  it('reads grey with all filters; 0 is black', () => {
    const header = [0, 0, 0, 12, 0, 0, 0, 5, 1, 0, 0, 0, 0];
    // Each row is 0xa5 0x70, by its filter: none, left, above, mean, Paeth.
    const rows = [
      0,
      0xa5,
      0x70,
      1,
      0xa5,
      (0x70 - 0xa5) & 0xff,
      2,
      0,
      0,
      3,
      0xa5 - (0xa5 >> 1),
      (0x70 - ((0xa5 + 0x70) >> 1)) & 0xff,
      4,
      0,
      0,
    ];
    const { rows: read } = readPng(png(header, rows));
    expect([...read]).toEqual(Array.from({ length: 5 }, () => [0x5a, 0x80]).flat());
  });

  it('refuses what it cannot read', () => {
    expect(() => readPng(Buffer.from('no picture'))).toThrow('signature');
    expect(() => readPng(png([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0], [0, 0]))).toThrow('depth 8');
    expect(() => readPng(png([0, 0, 0, 8, 0, 0, 0, 2, 1, 0, 0, 0, 0], [0, 0]))).toThrow('not 2');
  });
});

describe('readPbm', () => {
  it('reads a picture with a comment, and drops what stands behind a row', () => {
    const bitmap = readPbm(
      Buffer.concat([Buffer.from('P4\n# by hand\n10 2\n'), Buffer.from([0x80, 0x7f, 0x0a, 0xff])]),
    );
    expect([bitmap.width, bitmap.height, bitmap.stride]).toEqual([10, 2, 2]);
    expect([...bitmap.rows]).toEqual([0x80, 0x40, 0x0a, 0xc0]);
  });

  it('refuses other files and cut ones', () => {
    expect(() => readPbm(Buffer.from('P5\n1 1\n255\n0'))).toThrow('no binary PBM');
    expect(() => readPbm(Buffer.from('P4\n8 2\n0'))).toThrow('not 1');
  });
});

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
