/**
 * The parts of one-bit PNG files.
 * Facts: PNG specification (W3C, third edition), chunks IHDR, pHYs, PLTE, tRNS, IDAT, IEND.
 */
import { crc32 } from 'node:zlib';

export const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

export function chunk(type: string, content: Uint8Array): Buffer {
  const out = Buffer.alloc(12 + content.length);
  out.writeUInt32BE(content.length, 0);
  out.write(type, 4, 'latin1');
  out.set(content, 8);
  out.writeUInt32BE(crc32(out.subarray(4, 8 + content.length)), 8 + content.length);
  return out;
}

/** In grey, a bit that is 1 is white; with a palette it is the palette's second colour. */
export function header(width: number, height: number, colours: 'grey' | 'palette'): Buffer {
  const content = Buffer.alloc(13);
  content.writeUInt32BE(width, 0);
  content.writeUInt32BE(height, 4);
  content[8] = 1; // bit depth
  content[9] = colours === 'grey' ? 0 : 3;
  return chunk('IHDR', content);
}

/** @param dpi is told as pixels a metre, in both directions */
export function resolution(dpi: number): Buffer {
  const content = Buffer.alloc(9);
  const perMetre = Math.round(dpi / 0.0254);
  content.writeUInt32BE(perMetre, 0);
  content.writeUInt32BE(perMetre, 4);
  content[8] = 1;
  return chunk('pHYs', content);
}

export const end = chunk('IEND', Buffer.alloc(0));
