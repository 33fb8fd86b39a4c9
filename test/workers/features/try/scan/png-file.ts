/** PNG files of all kinds, out of shades of grey. Facts: PNG specification (W3C, third edition). */
import { deflateSync } from 'node:zlib';
import type { GreyImage } from '../../../../../workers/oid/read/ink.js';
import { pngOfChunks } from '../../../../fixtures/picture.js';

export interface PngKind {
  colour: 0 | 2 | 3 | 4 | 6;
  depth: 1 | 8 | 16;
  /** The filter of each row; by its number if there are several. */
  filter?: 0 | 1 | 2 | 3 | 4;
  interlaced?: boolean;
  /** Pixels an inch, for pHYs. */
  dpi?: number;
}

const passes = [
  [0, 8, 0, 8],
  [4, 8, 0, 8],
  [0, 4, 4, 8],
  [2, 4, 0, 4],
  [0, 2, 2, 4],
  [1, 2, 0, 2],
  [0, 1, 1, 2],
] as const;
const channels = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Samples of one pixel, as they are stored; white is also made of what is transparent. */
function samples(value: number, { colour, depth }: PngKind): number[] {
  if (depth === 1) return [colour === 3 ? (value < 128 ? 1 : 0) : value < 128 ? 0 : 1];
  const shades = { 0: [value], 2: [value, value, value], 3: [value], 4: [0, 255 - value], 6: [0, 0, 0, 255 - value] };
  return shades[colour];
}

function filtered(row: Buffer, above: Buffer, step: number, filter: number): Buffer {
  const coded = Buffer.alloc(row.length + 1);
  coded[0] = filter;
  for (let x = 0; x < row.length; x++) {
    const [a, b, c] = [row[x - step] ?? 0, above[x] ?? 0, above[x - step] ?? 0];
    const p = a + b - c;
    const [pa, pb, pc] = [Math.abs(p - a), Math.abs(p - b), Math.abs(p - c)];
    const paeth = pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
    coded[x + 1] = row[x]! - [0, a, b, (a + b) >> 1, paeth][filter]!;
  }
  return coded;
}

export function pngFile({ width, height, pixels }: GreyImage, kind: PngKind): Buffer {
  const { colour, depth, filter = 0, interlaced = false, dpi } = kind;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colour, 0, 0, interlaced ? 1 : 0], 8);
  const rows: Buffer[] = [];
  for (const [left, across, top, down] of interlaced ? passes : ([[0, 1, 0, 1]] as const)) {
    const columns = Math.ceil((width - left) / across);
    if (columns <= 0) continue;
    let above = Buffer.alloc(0);
    for (let y = top; y < height; y += down) {
      const row = Buffer.alloc(Math.ceil((columns * channels[colour] * depth) / 8));
      for (let n = 0; n < columns; n++)
        for (const [c, sample] of samples(pixels[y * width + left + n * across]!, kind).entries()) {
          const at = n * channels[colour] + c;
          if (depth === 1) row[at >> 3] = row[at >> 3]! | (sample << (7 - (at & 7)));
          else if (depth === 8) row[at] = sample;
          else row.writeUInt16BE(sample * 257, 2 * at);
        }
      rows.push(filtered(row, above, Math.max(1, (channels[colour] * depth) >> 3), filter));
      above = row;
    }
  }
  const physical = Buffer.alloc(9, 1);
  if (dpi !== undefined) for (const at of [0, 4]) physical.writeUInt32BE(Math.round(dpi / 0.0254), at);
  const packed = deflateSync(Buffer.concat(rows), { level: 1 });
  const palette = Buffer.from(depth === 1 ? [9, 9, 9, 0, 0, 0] : Array.from({ length: 768 }, (_, n) => n / 3));
  return pngOfChunks(
    ['IHDR', header],
    ...(dpi === undefined ? [] : [['pHYs', physical] as const]),
    ...(colour === 3 ? [['PLTE', palette] as const] : []),
    // The first colour of the small palette is transparent.
    ...(colour === 3 && depth === 1 ? [['tRNS', Buffer.from([0])] as const] : []),
    ['IDAT', packed.subarray(0, packed.length >> 1)],
    ['IDAT', packed.subarray(packed.length >> 1)],
  );
}
