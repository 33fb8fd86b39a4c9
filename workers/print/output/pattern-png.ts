/** Patterns as PNG files: one bit a pixel, black on a transparent ground, with their resolution. */
import { deflateSync } from 'node:zlib';
import type { PatternRows } from '../../oid/pattern.js';
import { chunk, end, header, imageData, resolution, signature } from './png.js';

/** Rows that go through the packer at once, in bytes. */
const batchBytes = 256 * 1024;

/** Each row behind its filter byte (0: none), some at a time. */
function* filteredRows({ height, stride, rows, period }: PatternRows): Generator<Buffer> {
  const tile = Buffer.alloc(period * (stride + 1));
  for (let y = 0; y < period; y++) tile.set(rows.subarray(y * stride, (y + 1) * stride), y * (stride + 1) + 1);
  const tiles = Math.max(1, Math.floor(batchBytes / tile.length));
  const batch = Buffer.concat(Array.from({ length: Math.min(tiles, Math.ceil(height / period)) }, () => tile));
  for (let left = height * (stride + 1); left > 0; left -= batch.length)
    yield batch.subarray(0, Math.min(left, batch.length));
}

/** The file, piece by piece; memory does not grow with it. Stops working when the reader does. */
export async function* patternPng(pattern: PatternRows, dpi: number): AsyncGenerator<Buffer, void, void> {
  // Colour 0 is white and wholly transparent, colour 1 black.
  yield Buffer.concat([
    signature,
    header(pattern.width, pattern.height, 'palette'),
    resolution(dpi),
    chunk('PLTE', Buffer.from([255, 255, 255, 0, 0, 0])),
    chunk('tRNS', Buffer.from([0])),
  ]);
  yield* imageData(filteredRows(pattern));
  yield end;
}

/**
 * The whole file in grey, black on white: what a PDF takes as it is. Its size is meant for fields of a sheet, not for
 * a wall.
 */
export function opaquePatternPng(pattern: PatternRows, dpi: number): Buffer {
  const turned = { ...pattern, rows: pattern.rows.map((byte) => byte ^ 0xff) };
  const rows = deflateSync(Buffer.concat([...filteredRows(turned)]), { level: 6 });
  return Buffer.concat([
    signature,
    header(pattern.width, pattern.height, 'grey'),
    resolution(dpi),
    chunk('IDAT', rows),
    end,
  ]);
}
