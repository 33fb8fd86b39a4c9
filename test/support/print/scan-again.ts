/** A page as a worse scanner would see it. */
import type { GreyImage } from '../../../workers/oid/read/ink.js';

// Called for each pixel; a look for a global takes its time in a context of its own.
const { floor, imul, round } = Math;

export interface Worse {
  /** Degrees to the right. */
  turned?: number;
  /** Quarter turns to the right, besides. */
  quarters?: number;
  scale?: number;
  /** Share of pixels that become black or white. */
  noise?: number;
  /** What becomes of each shade. */
  shade?: (value: number) => number;
}

/** Numbers from 0 to below 1, the same each time. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => (state = (imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
}

export function scanAgain(page: GreyImage, worse: Worse): GreyImage {
  const { turned = 0, quarters = 0, scale = 1, noise = 0, shade } = worse;
  const angle = ((turned + 90 * quarters) * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const isOnSide = quarters % 2 !== 0;
  const width = round((isOnSide ? page.height : page.width) * scale);
  const height = round((isOnSide ? page.width : page.height) * scale);
  const pixels = new Uint8Array(width * height).fill(255);
  const from = page.pixels;
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++) {
      const [dx, dy] = [(x + 0.5 - width / 2) / scale, (y + 0.5 - height / 2) / scale];
      const [u, v] = [cos * dx + sin * dy + page.width / 2 - 0.5, cos * dy - sin * dx + page.height / 2 - 0.5];
      const [left, top] = [floor(u), floor(v)];
      if (left < 0 || top < 0 || left >= page.width - 1 || top >= page.height - 1) continue;
      const [right, down, place] = [u - left, v - top, top * page.width + left];
      const upper = from[place]! * (1 - right) + from[place + 1]! * right;
      const lower = from[place + page.width]! * (1 - right) + from[place + page.width + 1]! * right;
      pixels[at] = upper * (1 - down) + lower * down;
    }
  if (shade !== undefined) for (let at = 0; at < pixels.length; at++) pixels[at] = shade(pixels[at]!);
  const random = randomFrom(3);
  for (let n = round(noise * pixels.length); n > 0; n--)
    pixels[floor(random() * pixels.length)] = random() < 0.5 ? 0 : 255;
  return { width, height, pixels };
}
