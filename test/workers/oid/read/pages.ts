/** Pages with fields of dots, as a scanner would see them. */
import type { GreyImage } from '../../../../workers/oid/read/ink.js';
import { seededRandom } from '../../gme/random.js';
import { drawPattern } from '../../../support/print/draw-pattern.js';

// Called for each pixel; a look for a global takes its time in a context of its own.
const { floor } = Math;

export interface Printed {
  /** Of the printer. */
  dpi: number;
  dotSize: number;
  /** Millimetres. */
  fields: { code: number; x: number; y: number; width: number; height: number }[];
  width: number;
  height: number;
}

export interface Scan {
  /** Of the scanner. */
  dpi: number;
  /** Degrees. */
  turned?: number;
  scale?: number;
  /** Share of pixels that become black or white. */
  noise?: number;
  /** Pixels of the picture, to each side. */
  blur?: number;
}

/** White paper with fields and thin frames around them; 1 is black. */
function paper({ dpi, dotSize, fields, width, height }: Printed): { width: number; height: number; dots: Uint8Array } {
  const px = (mm: number): number => Math.round((mm * dpi) / 25.4);
  const page = { width: px(width), height: px(height), dots: new Uint8Array(px(width) * px(height)) };
  for (const field of fields) {
    const pattern = drawPattern(field.code, field, { dpi, dotSize });
    for (let y = 0; y < pattern.height; y++)
      for (let x = 0; x < pattern.width; x++)
        if (((pattern.rows[y * pattern.stride + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0)
          page.dots[(px(field.y) + y) * page.width + px(field.x) + x] = 1;
    const [gap, line] = [px(0.6), Math.max(1, px(0.1))];
    const [left, top] = [px(field.x) - gap - line, px(field.y) - gap - line];
    const [right, bottom] = [px(field.x) + pattern.width + gap, px(field.y) + pattern.height + gap];
    for (let y = top; y < bottom + line; y++)
      for (let x = left; x < right + line; x++)
        if (x < left + line || x >= right || y < top + line || y >= bottom) page.dots[y * page.width + x] = 1;
  }
  return page;
}

/** Each pixel of the scanner is the mean of some points of the paper. */
export function scanned(printed: Printed, { dpi, turned = 0, scale = 1, noise = 0, blur = 0 }: Scan): GreyImage {
  const page = paper(printed);
  const ratio = printed.dpi / dpi / scale;
  const [width, height] = [Math.round(page.width / ratio), Math.round(page.height / ratio)];
  const [cos, sin] = [Math.cos((turned * Math.PI) / 180), Math.sin((turned * Math.PI) / 180)];
  const pixels = new Uint8Array(width * height);
  const points = Math.max(1, Math.ceil(ratio) * 2);
  const spread = 1 + 2 * blur;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let black = 0;
      for (let n = 0; n < points * points; n++) {
        const dx = x + 0.5 + spread * (((n % points) + 0.5) / points - 0.5) - width / 2;
        const dy = y + 0.5 + spread * ((floor(n / points) + 0.5) / points - 0.5) - height / 2;
        const fromX = floor(page.width / 2 + ratio * (cos * dx + sin * dy));
        const fromY = floor(page.height / 2 + ratio * (cos * dy - sin * dx));
        if (fromX >= 0 && fromY >= 0 && fromX < page.width && fromY < page.height)
          black += page.dots[fromY * page.width + fromX] ?? 0;
      }
      pixels[y * width + x] = 255 - Math.round((255 * black) / (points * points));
    }
  }
  const random = seededRandom(3);
  for (let at = 0; at < pixels.length; at++) if (random(10_000) < noise * 10_000) pixels[at] = random(2) * 255;
  return { width, height, pixels };
}
