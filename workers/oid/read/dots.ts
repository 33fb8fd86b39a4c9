/** Measures the dots of a region: their darkness, their size, and how many are missing. */
import type { GreyImage, Ink } from './ink.js';
import type { Region } from './regions.js';

// Called for each pixel. In a separate context, as in tests, each lookup of a global is slow.
const { floor, max, min, round } = Math;

export interface Dots {
  /** Share of the expected dots that are missing or have less than a fifth of the usual ink. */
  readonly missing: number;
  /** Black area of a dot, in cells: 0.11 is black and a third of a cell wide, or larger and grey. */
  readonly size: number;
  /** Darkness of the darkest pixel of each bucket, 0 to 1. */
  readonly darkest: readonly number[];
}

/** Minimum ink of a dot, relative to the median dot. */
const leastInk = 0.2;
/** Buckets at the edge of the region that are ignored, because windows extend past the edge. */
const margin = 2;

/**
 * @param image the scanned picture, `factor` times as large as the one of the ink
 * @returns undefined if the region is too small to measure
 */
export function dotsOf(ink: Ink, region: Region, image: GreyImage, factor: number): Dots | undefined {
  const inner = innerBuckets(ink, region.buckets);
  if (inner.length < 6) return undefined;
  const { x, y, weight, starts, columns, side } = ink;
  const { rows, columns: down } = region;
  const cells = new Map<number, number>();
  // A cell belongs to the bucket that contains its centre.
  const within = new Set(inner);
  const step = 1 / Math.hypot(rows.x, rows.y);
  const determinant = rows.x * down.y - rows.y * down.x;
  const isWithin = (across: number, below: number): boolean => {
    const [a, b] = [across - rows.at, below - down.at];
    const [px, py] = [(a * down.y - b * rows.y) / determinant, (b * rows.x - a * down.x) / determinant];
    return within.has(floor(py / side) * columns + floor(px / side));
  };
  const keyOf = (across: number, below: number): number => below * 65_536 + across;
  const [first] = inner as [number];
  const base = {
    across: round(rows.at + rows.x * (first % columns) * side + rows.y * floor(first / columns) * side) - 30_000,
    below: round(down.at + down.x * (first % columns) * side + down.y * floor(first / columns) * side) - 30_000,
  };
  for (const bucket of region.buckets) {
    for (let at = starts[bucket] as number; at < (starts[bucket + 1] as number); at++) {
      const [px, py] = [x[at] as number, y[at] as number];
      const key = keyOf(
        round(rows.at + rows.x * px + rows.y * py) - base.across,
        round(down.at + down.x * px + down.y * py) - base.below,
      );
      cells.set(key, (cells.get(key) ?? 0) + (weight[at] as number));
    }
  }
  const counted = [...cells]
    .filter(([key]) => isWithin((key % 65_536) + base.across, floor(key / 65_536) + base.below))
    .map(([, ink]) => ink)
    .sort((a, b) => a - b);
  const expected = (inner.length * side * side) / (step * step);
  const usual = counted[counted.length >> 1] ?? 0;
  const there = counted.filter((one) => one > leastInk * usual).length;
  const all = counted.reduce((sum, one) => sum + one, 0);
  return {
    missing: max(0, 1 - there / expected),
    size: all / max(1, there) / 255 / (step * step),
    darkest: darkestOf(inner, ink, image, factor),
  };
}

function innerBuckets({ columns }: Ink, buckets: readonly number[]): number[] {
  const all = new Set(buckets);
  return buckets.filter((bucket) => {
    for (let y = -margin; y <= margin; y++)
      for (let x = -margin; x <= margin; x++) if (!all.has(bucket + y * columns + x)) return false;
    return true;
  });
}

/** Maximum number of buckets to examine. */
const mostLooked = 200;

function darkestOf(inner: readonly number[], { side, columns }: Ink, image: GreyImage, factor: number): number[] {
  const stride = Math.ceil(inner.length / mostLooked);
  return inner
    .filter((_, n) => n % stride === 0)
    .map((bucket) => {
      const [left, top] = [(bucket % columns) * side * factor, floor(bucket / columns) * side * factor];
      const [right, bottom] = [min(image.width, left + side * factor), min(image.height, top + side * factor)];
      let [dark, bright] = [255, 0];
      for (let y = top; y < bottom; y++)
        for (let x = left; x < right; x++) {
          const value = image.pixels[y * image.width + x] as number;
          dark = min(dark, value);
          bright = max(bright, value);
        }
      return bright === 0 ? 0 : 1 - dark / bright;
    });
}
