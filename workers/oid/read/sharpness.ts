import type { GreyImage } from './ink.js';

/** Distance between the examined rows. */
const apart = 7;

/**
 * Measures the sharpest edges of a picture: the change between a pixel and the next but one, relative to the range from
 * the darkest to the brightest pixel. 1 is sharp; 0.4 is a blur that erases the dots. Returns undefined for a picture
 * of one shade.
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
  // A page has few edges: one pixel in 5,000 is enough.
  const few = Math.max(3, (width * height) / apart / 5000);
  const range = highest(shades, few) - (255 - highest(shades.toReversed(), few));
  return range < 40 ? undefined : Math.min(1, highest(changes, few) / range);
}

/** Returns the highest value that at least `few` pixels reach. */
function highest(counts: Uint32Array, few: number): number {
  let count = 0;
  for (let value = 255; value > 0; value--) if ((count += counts[value] as number) >= few) return value;
  return 0;
}
