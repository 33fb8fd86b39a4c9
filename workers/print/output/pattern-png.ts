/** Writes patterns as PNG files: one bit per pixel, black on a transparent background, with their resolution. */
import { deflateSync } from 'node:zlib';
import type { PatternRows } from '../../oid/pattern.js';
import { chunk, end, header, imageData, resolution, signature } from './png.js';

/** Bytes of rows that are compressed together. */
const batchBytes = 256 * 1024;

/** Yields batches of rows, each after its filter byte (0: none). */
function* filteredRows({ height, stride, rows, period }: PatternRows): Generator<Buffer> {
  const tile = Buffer.alloc(period * (stride + 1));
  for (let y = 0; y < period; y++) tile.set(rows.subarray(y * stride, (y + 1) * stride), y * (stride + 1) + 1);
  const tiles = Math.max(1, Math.floor(batchBytes / tile.length));
  const batch = Buffer.concat(Array.from({ length: Math.min(tiles, Math.ceil(height / period)) }, () => tile));
  for (let left = height * (stride + 1); left > 0; left -= batch.length)
    yield batch.subarray(0, Math.min(left, batch.length));
}

/** Yields the file piece by piece, so memory does not grow with its size. Stops if the reader stops. */
export async function* patternPng(pattern: PatternRows, dpi: number): AsyncGenerator<Buffer, void, void> {
  // Colour 0 is white and fully transparent, colour 1 black.
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
 * The transparent colour, white. The value has two bytes. pdfkit reads the first; a decoder that follows the
 * specification reads the last bits, as many as a pixel has.
 */
const clearWhite = chunk('tRNS', Buffer.from([1, 1]));

/**
 * Returns the whole file in grey, black on white, which a PDF embeds unchanged. It is held in memory, so use it only
 * for fields of a sheet.
 * @param isClear makes white transparent; the PDF uses a mask of one colour, so no pixel is half transparent
 */
export function greyPatternPng(pattern: PatternRows, dpi: number, isClear = false): Buffer {
  const turned = { ...pattern, rows: pattern.rows.map((byte) => byte ^ 0xff) };
  const rows = deflateSync(Buffer.concat([...filteredRows(turned)]), { level: 6 });
  return Buffer.concat([
    signature,
    header(pattern.width, pattern.height, 'grey'),
    resolution(dpi),
    ...(isClear ? [clearWhite] : []),
    chunk('IDAT', rows),
    end,
  ]);
}
