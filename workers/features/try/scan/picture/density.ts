/** Reads the resolution stored in a picture, in pixels per inch; undefined if it has none. */
import { pngChunks } from './png-chunks.js';

/** Maximum relative difference between the horizontal and the vertical resolution. */
const mostAskew = 0.02;

const perInch = (across: number, down: number, unit: number): number | undefined =>
  across > 0 && Math.abs(down / across - 1) < mostAskew ? Math.round(across * unit * 10) / 10 : undefined;

/** PNG, 11.3.4.3: pixels per metre if the unit is 1. */
export function pngDensity(bytes: Uint8Array): number | undefined {
  for (const { type, data } of pngChunks(bytes)) {
    if (type === 'IDAT') return undefined;
    if (type !== 'pHYs' || data.length < 9 || data[8] !== 1) continue;
    const view = new DataView(data.buffer, data.byteOffset, data.length);
    return perInch(view.getUint32(0), view.getUint32(4), 0.0254);
  }
  return undefined;
}

/** Units of JFIF 1.02: pixels per inch and per centimetre. */
const jfifUnits: Readonly<Record<number, number>> = { 1: 1, 2: 2.54 };

/** JFIF 1.02: the segment APP0, which is the first one. */
export function jpegDensity(bytes: Uint8Array): number | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 2; at + 18 < bytes.length && bytes[at] === 0xff && (bytes[at + 1] as number) >= 0xe0;) {
    if (bytes[at + 1] === 0xe0 && String.fromCharCode(...bytes.subarray(at + 4, at + 9)) === 'JFIF\0') {
      const unit = jfifUnits[bytes[at + 11] as number];
      return unit === undefined ? undefined : perInch(view.getUint16(at + 12), view.getUint16(at + 14), unit);
    }
    at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}
