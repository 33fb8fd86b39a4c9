/**
 * What of a picture may be dots: spots that are darker than what is around them, and small in both directions, as
 * neither lines nor letters are. Shades of a photograph, shadows and grey paper are no ink: only what stands out is.
 */

// Called for each pixel; in a context of its own, as tests have, each look for a global takes its time.
const { ceil, max, min } = Math;

/** Grey, row by row: 0 is black, 255 white. */
export interface GreyImage {
  /** At most 65,535 each. */
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/**
 * Pixels with their darkness against what is around them, in the buckets of a grid: the ink of bucket n, counted row by
 * row, is that from `starts[n]` on, below `starts[n + 1]`.
 */
export interface Ink {
  readonly x: Uint16Array;
  readonly y: Uint16Array;
  /** 1 to 255. */
  readonly weight: Uint8Array;
  /** Pixels of a bucket in each direction. */
  readonly side: number;
  readonly columns: number;
  readonly rows: number;
  readonly starts: Int32Array;
}

/**
 * Less darker than what is around it is none. Dots that a scan has smeared are not black; where a dot is smaller than a
 * pixel, they are pale.
 */
const leastDarkness = 24;
const leastDarknessOfSmall = 12;
/** Pixels of a dot, at most, where that counts. */
const small = 4;

/** Ink as it comes, in arrays that grow. */
class Growing {
  x = new Uint16Array(1 << 16);
  y = new Uint16Array(1 << 16);
  weight = new Uint8Array(1 << 16);
  length = 0;

  /** Room for so many more. */
  reserve(more: number): void {
    if (this.length + more <= this.x.length) return;
    const size = max(this.length + more, ceil(this.x.length * 1.5));
    const [x, y, weight] = [new Uint16Array(size), new Uint16Array(size), new Uint8Array(size)];
    x.set(this.x.subarray(0, this.length));
    y.set(this.y.subarray(0, this.length));
    weight.set(this.weight.subarray(0, this.length));
    [this.x, this.y, this.weight] = [x, y, weight];
  }
}

/**
 * @param longest pixels of the longest dark stretch that a dot may be, in each direction; at most 32
 * @param side pixels of a bucket
 */
export function inkOf(image: GreyImage, longest: number, side: number): Ink {
  const { width, height } = image;
  const [columns, rows] = [ceil(width / side), ceil(height / side)];
  const starts = new Int32Array(columns * rows + 1);
  const found = new Growing();
  const closing = closingAt(image, longest + 1);
  const least = longest > small ? leastDarkness : leastDarknessOfSmall;
  // A band of buckets at a time: its ink is put in the order of the buckets at once.
  const band = { x: new Uint16Array(width * side), y: new Uint16Array(width * side), weight: new Uint8Array(0) };
  band.weight = new Uint8Array(width * side);
  const next = new Int32Array(columns);
  for (let row = 0; row < rows; row++) {
    const count = inkOfRows(image, closing, { top: row * side, bottom: min(height, (row + 1) * side), least }, band);
    found.reserve(count);
    next.fill(0);
    for (let n = 0; n < count; n++) {
      const column = ((band.x[n] as number) / side) | 0;
      next[column] = (next[column] as number) + 1;
    }
    for (let column = 0, at = found.length; column < columns; column++) {
      starts[row * columns + column] = at;
      const size = next[column] as number;
      next[column] = at;
      at += size;
    }
    for (let n = 0; n < count; n++) {
      const x = band.x[n] as number;
      const column = (x / side) | 0;
      const at = next[column] as number;
      next[column] = at + 1;
      found.x[at] = x;
      found.y[at] = band.y[n] as number;
      found.weight[at] = band.weight[n] as number;
    }
    found.length += count;
  }
  starts[columns * rows] = found.length;
  const { x, y, weight, length } = found;
  const all = { x: x.subarray(0, length), y: y.subarray(0, length), weight: weight.subarray(0, length) };
  return { ...all, side, columns, rows, starts };
}

type Closing = (at: number, step: number, before: number, after: number) => number;

/** @returns how many pixels of these rows are ink; they are put into `ink` */
function inkOfRows(
  { width, height, pixels }: GreyImage,
  closing: Closing,
  { top, bottom, least }: { top: number; bottom: number; least: number },
  ink: { x: Uint16Array; y: Uint16Array; weight: Uint8Array },
): number {
  let count = 0;
  for (let y = top; y < bottom; y++) {
    for (let x = 0, at = y * width; x < width; x++, at++) {
      const value = pixels[at] as number;
      if (value > 255 - least) continue;
      const across = closing(at, 1, x, width - 1 - x) - value;
      if (across < least) continue;
      const weight = min(across, closing(at, width, y, height - 1 - y) - value);
      if (weight < least) continue;
      ink.x[count] = x;
      ink.y[count] = y;
      ink.weight[count++] = weight;
    }
  }
  return count;
}

/**
 * How bright a pixel gets along a line when each dark stretch below so many pixels is filled: the morphological closing.
 * Each stretch of that length with the pixel in it has a brightest one; the least of those it is. What is beyond the
 * edges is not bright.
 */
function closingAt({ pixels }: GreyImage, length: number): Closing {
  /** The brightest of the pixels before, by how many. */
  const behind = new Uint8Array(length);
  return (at, step, before, after) => {
    const value = pixels[at] as number;
    behind[0] = value;
    const back = min(before, length - 1);
    let brightest = value;
    for (let n = 1, place = at - step; n <= back; n++, place -= step) {
      const one = pixels[place] as number;
      if (one > brightest) brightest = one;
      behind[n] = brightest;
    }
    for (let n = back + 1; n < length; n++) behind[n] = brightest;
    let least = brightest;
    let ahead = value;
    for (let n = 1, place = at + step; n < length; n++, place += step) {
      if (n <= after) {
        const one = pixels[place] as number;
        if (one > ahead) ahead = one;
      }
      const other = behind[length - 1 - n] as number;
      const both = other > ahead ? other : ahead;
      if (both < least) least = both;
    }
    return least;
  };
}
