/**
 * Finds pixels that may be dots: spots that are darker than their surroundings and small in both directions, unlike
 * lines and letters. Shades of a photograph, shadows and grey paper do not count as ink.
 */

// Called for each pixel. In a separate context, as in tests, each lookup of a global is slow.
const { ceil, max, min } = Math;

/** A grey picture, row by row: 0 is black, 255 white. */
export interface GreyImage {
  /** At most 65,535 each. */
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/**
 * Pixels with their darkness relative to their surroundings, sorted into the buckets of a grid. Buckets are numbered
 * row by row; the ink of bucket n is from `starts[n]` up to, but not including, `starts[n + 1]`.
 */
export interface Ink {
  readonly x: Uint16Array;
  readonly y: Uint16Array;
  /** 1 to 255. */
  readonly weight: Uint8Array;
  /** Width and height of a bucket in pixels. */
  readonly side: number;
  readonly columns: number;
  readonly rows: number;
  readonly starts: Int32Array;
}

/**
 * Minimum darkness relative to the surroundings. Dots blurred by a scan are not black; dots smaller than a pixel are
 * pale.
 */
const leastDarkness = 24;
const leastDarknessOfSmall = 12;
/** Dots of at most this many pixels count as small. */
const small = 4;

/** Collects ink in growing arrays. */
class Growing {
  x = new Uint16Array(1 << 16);
  y = new Uint16Array(1 << 16);
  weight = new Uint8Array(1 << 16);
  length = 0;

  /** Makes room for `more` pixels. */
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
 * @param longest maximum length of a dark stretch that may be a dot, in pixels and each direction; at most 32
 * @param side width and height of a bucket in pixels
 */
export function inkOf(image: GreyImage, longest: number, side: number): Ink {
  const { width, height } = image;
  const [columns, rows] = [ceil(width / side), ceil(height / side)];
  const starts = new Int32Array(columns * rows + 1);
  const found = new Growing();
  const closing = closingOf(image, longest + 1);
  const least = longest > small ? leastDarkness : leastDarknessOfSmall;
  // Processes one row of buckets at a time and sorts its ink by bucket.
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

/** Writes the ink of these rows into `ink` and returns its number of pixels. */
function inkOfRows(
  image: GreyImage,
  closing: Closing,
  { top, bottom, least }: { top: number; bottom: number; least: number },
  ink: { x: Uint16Array; y: Uint16Array; weight: Uint8Array },
): number {
  const { width, height, pixels } = image;
  let count = 0;
  for (let y = top; y < bottom; y++) {
    const start = y * width;
    const row = pixels.subarray(start, start + width);
    if (!hasBelow(row, 255 - least)) continue;
    const across = closing.row(row);
    for (let x = 0; x < width; x++) {
      const value = row[x] as number;
      const by = (across[x] as number) - value;
      if (by < least) continue;
      const weight = min(by, closing.column(start + x, y, height - 1 - y) - value);
      if (weight < least) continue;
      ink.x[count] = x;
      ink.y[count] = y;
      ink.weight[count++] = weight;
    }
  }
  return count;
}

function hasBelow(row: Uint8Array, shade: number): boolean {
  for (let x = 0; x < row.length; x++) if ((row[x] as number) <= shade) return true;
  return false;
}

/**
 * The morphological closing along a line: the brightness of a pixel after filling every dark stretch that is too short.
 * Each stretch of the given length that contains the pixel has a brightest pixel; the result is the minimum of these.
 * Pixels beyond the edges count as dark.
 */
interface Closing {
  /** Closes a whole row. The returned array is reused for the next one. */
  row(row: Uint8Array): Uint8Array;
  /** Closes one pixel in its column; `before` and `after` count the pixels above and below it. */
  column(at: number, before: number, after: number): number;
}

function closingOf({ width, pixels }: GreyImage, length: number): Closing {
  /** Maximum brightness of the pixel and the n pixels above it, by n. */
  const behind = new Uint8Array(length);
  const wide = new Uint8Array(width + 2 * length);
  const brightest = new Uint8Array(width + length);
  const closed = new Uint8Array(width);
  return {
    row(row) {
      wide.set(row, length - 1);
      for (let x = 0; x < width + length - 1; x++) {
        let most = wide[x] as number;
        for (let n = x + 1; n < x + length; n++) if ((wide[n] as number) > most) most = wide[n] as number;
        brightest[x] = most;
      }
      for (let x = 0; x < width; x++) {
        let least = brightest[x] as number;
        for (let n = x + 1; n < x + length; n++) if ((brightest[n] as number) < least) least = brightest[n] as number;
        closed[x] = least;
      }
      return closed;
    },
    column(at, before, after) {
      const value = pixels[at] as number;
      behind[0] = value;
      const back = min(before, length - 1);
      let most = value;
      for (let n = 1, place = at - width; n <= back; n++, place -= width) {
        const one = pixels[place] as number;
        if (one > most) most = one;
        behind[n] = most;
      }
      for (let n = back + 1; n < length; n++) behind[n] = most;
      let least = most;
      let ahead = value;
      for (let n = 1, place = at + width; n < length; n++, place += width) {
        if (n <= after && (pixels[place] as number) > ahead) ahead = pixels[place] as number;
        const other = behind[length - 1 - n] as number;
        const both = other > ahead ? other : ahead;
        if (both < least) least = both;
      }
      return least;
    },
  };
}
