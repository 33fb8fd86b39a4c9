/**
 * The picture behind the fields of one row. It is as dark as the darkest covers, because a printer mixes black into
 * those first.
 */
import { deflateSync } from 'node:zlib';
import { chunk, end, header, signature } from '../output/png.js';

/** Pixels; the shape is that of a field's frame. */
const [width, height] = [86, 56];
/** Bands from top to bottom, so that each tap of the pen sees the darkest part too. */
const bands = 3;

/** Red, green or blue, from 0 to 1, for a pure colour; `hue` goes around once from 0 to 1. */
const share = (hue: number, from: number): number => Math.min(1, Math.max(0, Math.abs(((hue * 6 + from) % 6) - 3) - 1));

/** Draws all hues from left to right, between black and half of their brightness. */
export function darkPicture(): Buffer {
  const rows = Buffer.alloc(height * (1 + 3 * width));
  for (let y = 0; y < height; y++) {
    const brightness = 0.5 * Math.abs(Math.sin(((y + 0.5) / height) * bands * Math.PI));
    for (let x = 0; x < width; x++) {
      const place = y * (1 + 3 * width) + 1 + 3 * x;
      for (const [n, from] of [0, 4, 2].entries())
        rows[place + n] = Math.round(255 * brightness * share(x / width, from));
    }
  }
  return Buffer.concat([signature, header(width, height, 'rgb'), chunk('IDAT', deflateSync(rows)), end]);
}
