/** Patterns as PNG files: one bit a pixel, black on a transparent ground, with their resolution. */
import { Readable } from 'node:stream';
import { crc32, createDeflate } from 'node:zlib';
import type { PatternRows } from '../oid/pattern.js';

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** Rows that go through the packer at once, in bytes. */
const batchBytes = 256 * 1024;

function chunk(type: string, content: Uint8Array): Buffer {
  const out = Buffer.alloc(12 + content.length);
  out.writeUInt32BE(content.length, 0);
  out.write(type, 4, 'latin1');
  out.set(content, 8);
  out.writeUInt32BE(crc32(out.subarray(4, 8 + content.length)), 8 + content.length);
  return out;
}

function header(width: number, height: number): Buffer {
  const content = Buffer.alloc(13);
  content.writeUInt32BE(width, 0);
  content.writeUInt32BE(height, 4);
  content[8] = 1; // bit depth
  content[9] = 3; // palette
  return chunk('IHDR', content);
}

/** Pixels a metre, in both directions. */
function resolution(dpi: number): Buffer {
  const content = Buffer.alloc(9);
  const perMetre = Math.round(dpi / 0.0254);
  content.writeUInt32BE(perMetre, 0);
  content.writeUInt32BE(perMetre, 4);
  content[8] = 1;
  return chunk('pHYs', content);
}

/** Each row behind its filter byte (0: none), some at a time. */
function* filteredRows({ height, stride, rows, period }: PatternRows): Generator<Buffer> {
  const tile = Buffer.alloc(period * (stride + 1));
  for (let y = 0; y < period; y++) tile.set(rows.subarray(y * stride, (y + 1) * stride), y * (stride + 1) + 1);
  const tiles = Math.max(1, Math.floor(batchBytes / tile.length));
  const batch = Buffer.concat(Array.from({ length: Math.min(tiles, Math.ceil(height / period)) }, () => tile));
  for (let left = height * (stride + 1); left > 0; left -= batch.length) yield batch.subarray(0, Math.min(left, batch.length));
}

/**
 * The file, piece by piece; memory does not grow with it. Stops working when the reader does.
 * Facts: PNG specification (W3C, third edition), chunks IHDR, pHYs, PLTE, tRNS, IDAT, IEND.
 */
export async function* patternPng(pattern: PatternRows, dpi: number): AsyncGenerator<Buffer, void, void> {
  // Colour 0 is white and wholly transparent, colour 1 black.
  yield Buffer.concat([signature, header(pattern.width, pattern.height), resolution(dpi), chunk('PLTE', Buffer.from([255, 255, 255, 0, 0, 0])), chunk('tRNS', Buffer.from([0]))]);
  const rows = Readable.from(filteredRows(pattern));
  const packed = rows.pipe(createDeflate({ level: 6 }));
  try {
    for await (const piece of packed) yield chunk('IDAT', piece as Buffer);
  } finally {
    rows.destroy();
    packed.destroy();
  }
  yield chunk('IEND', Buffer.alloc(0));
}
