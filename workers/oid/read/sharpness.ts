import type { GreyImage } from './ink.js';

/** Rows between those that are looked at. */
const apart = 7;

/**
 * How sharp the sharpest edges of a picture are: the change from one pixel to the next but one, against that from its
 * darkest to its brightest. 1 is sharp, 0.4 a blur that takes the dots away; undefined for a picture of one shade.
 */
export function sharpnessOf({ width, height, pixels }: GreyImage): number | undefined {
  const changes = new Uint32Array(256);
  const shades = new Uint32Array(256);
  for (let y = 0; y < height; y += apart) {
    for (let at = y * width, end = at + width - 2; at < end; at++) {
      const change = Math.abs((pixels[at + 2] as number) - (pixels[at] as number));
      changes[change] = (changes[change] as number) + 1;
      const shade = pixels[at] as number;
      shades[shade] = (shades[shade] as number) + 1;
    }
  }
  // Edges are few on a page: one pixel in 5,000 is enough.
  const few = Math.max(3, (width * height) / apart / 5000);
  const range = highest(shades, few) - (255 - highest(shades.toReversed(), few));
  return range < 40 ? undefined : Math.min(1, highest(changes, few) / range);
}

/** The highest value that so many reach. */
function highest(counts: Uint32Array, few: number): number {
  let count = 0;
  for (let value = 255; value > 0; value--) if ((count += counts[value] as number) >= few) return value;
  return 0;
}
