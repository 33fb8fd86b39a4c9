/** What of a picture may be dots: dark pixels that are part of nothing long, as lines and letters are. */

// Called for each pixel; in a context of its own, as tests have, each look for a global takes its time.
const { floor } = Math;

/** Grey, row by row: 0 is black, 255 white. */
export interface GreyImage {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** Pixels with their darkness, 1 to 255, in rows from top to bottom. */
export interface Ink {
  readonly x: Int32Array;
  readonly y: Int32Array;
  readonly weight: Float32Array;
}

/** Darker than this beside white paper is ink. Dots that a scan has smeared are not black. */
const leastDarkness = 40;
/** Of a stretch that is part of something long. */
const solidDarkness = 128;

/** @param longest pixels of the longest dark stretch that a dot may be, in each direction */
export function inkOf({ width, height, pixels }: GreyImage, longest: number): Ink {
  const isLong = new Uint8Array(width * height);
  markStretches(width, height, (line, at) => line * width + at);
  markStretches(height, width, (line, at) => at * width + line);
  const places: number[] = [];
  for (let at = 0; at < pixels.length; at++)
    if (255 - (pixels[at] as number) > leastDarkness && isLong[at] === 0) places.push(at);
  return {
    x: Int32Array.from(places, (at) => at % width),
    y: Int32Array.from(places, (at) => floor(at / width)),
    weight: Float32Array.from(places, (at) => 255 - (pixels[at] as number)),
  };

  /** @param place of a pixel, by its line and where it is along it */
  function markStretches(length: number, lines: number, place: (line: number, at: number) => number): void {
    for (let line = 0; line < lines; line++) {
      let begun = 0;
      for (let at = 0; at <= length; at++) {
        if (at < length && 255 - (pixels[place(line, at)] as number) > solidDarkness) continue;
        if (at - begun > longest) for (let n = begun; n < at; n++) isLong[place(line, n)] = 1;
        begun = at + 1;
      }
    }
  }
}
