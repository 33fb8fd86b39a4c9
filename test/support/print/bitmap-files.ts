/** One-bit pictures out of files: PBM as poppler writes them, PNG as the patterns are served. */
import { inflateSync } from 'node:zlib';
import type { Bitmap } from '../../../workers/oid/pattern.js';

/** Clears what stands behind the last pixel of each row, which formats leave open. */
function tidied(bitmap: Bitmap): Bitmap {
  const { width, height, stride, rows } = bitmap;
  const spare = width & 7;
  if (spare > 0)
    for (let y = 1; y <= height; y++) rows[y * stride - 1] = (rows[y * stride - 1] ?? 0) & (0xff00 >> spare);
  return bitmap;
}

/**
 * A binary PBM file of one picture.
 * Facts: Netpbm manual, pbm(5):
 * magic number, width and height between white space, one white space, packed rows, 1 is black.
 */
export function readPbm(file: Buffer): Bitmap {
  const header = /^P4(?:\s+|#[^\n]*\n)+(\d+)(?:\s+|#[^\n]*\n)+(\d+)\s/.exec(file.toString('latin1', 0, 1000));
  if (!header)
    throw new Error(`This is no binary PBM file: it begins with ${JSON.stringify(file.toString('latin1', 0, 20))}.`);
  const [width, height] = [Number(header[1]), Number(header[2])];
  const stride = Math.ceil(width / 8);
  const rows = file.subarray(header[0].length);
  if (rows.length !== stride * height)
    throw new Error(
      `A PBM file of ${width} × ${height} pixels has ${stride * height} bytes of them, not ${rows.length}.`,
    );
  return tidied({ width, height, stride, rows: new Uint8Array(rows) });
}

interface PngBitmap extends Bitmap {
  /** Pixels a metre, where the file says so. */
  perMetre: number | undefined;
}

/** The chunks of a PNG file by their types; those of one type are joined. */
export function pngChunks(png: Buffer): Map<string, Buffer> {
  if (png.toString('latin1', 0, 8) !== '\x89PNG\r\n\x1a\n')
    throw new Error('This is no PNG file: its signature is missing.');
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    chunks.set(type, Buffer.concat([chunks.get(type) ?? Buffer.alloc(0), png.subarray(at + 8, at + 8 + length)]));
    at += 12 + length;
  }
  return chunks;
}

/** The rows without their first bytes, which name a filter: 0, none. */
function unfiltered(packed: Buffer, stride: number, height: number): Uint8Array {
  const rows = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    const at = y * (stride + 1);
    if (packed[at] !== 0) throw new Error(`Row ${y} has the filter ${packed[at]}; only 0 can be read here.`);
    rows.set(packed.subarray(at + 1, at + 1 + stride), y * stride);
  }
  return rows;
}

/**
 * A PNG file of one bit a pixel, without filters: grey, or black and one other colour.
 * Facts: PNG specification (W3C, third edition), chunks IHDR, pHYs, PLTE and IDAT.
 */
export function readPng(png: Buffer): PngBitmap {
  const chunks = pngChunks(png);
  const header = chunks.get('IHDR') ?? Buffer.alloc(13);
  const [width, height, depth, colour, interlace] = [
    header.readUInt32BE(0),
    header.readUInt32BE(4),
    header[8],
    header[9],
    header[12],
  ];
  if (depth !== 1 || (colour !== 0 && colour !== 3) || interlace !== 0) {
    throw new Error(
      'Only PNG files of one bit a pixel, not interlaced, can be read here, ' +
        `not depth ${depth}, colour type ${colour}, interlace ${interlace}.`,
    );
  }
  const stride = Math.ceil(width / 8);
  const packed = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0));
  if (packed.length !== (stride + 1) * height)
    throw new Error(
      `A PNG file of ${width} × ${height} pixels has ${(stride + 1) * height} bytes of them, not ${packed.length}.`,
    );
  const rows = unfiltered(packed, stride, height);
  const palette = chunks.get('PLTE');
  const blackIs = colour === 3 && palette?.readUIntBE(3, 3) === 0 ? 1 : 0;
  if (blackIs === 0) for (let at = 0; at < rows.length; at++) rows[at] = ~(rows[at] ?? 0);
  return { ...tidied({ width, height, stride, rows }), perMetre: chunks.get('pHYs')?.readUInt32BE(0) };
}
