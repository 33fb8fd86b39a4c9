/** Finds the parts of a page that dots fill, each with its own lattice. */
import type { Ink } from './ink.js';
import { addArrows, inkWithin, middleOf, phasesOf, pixelsWithin, strengthOf, sumsLength, type Wave } from './wave.js';

// Called for each window. In a separate context, as in tests, each lookup of a global is slow.
const { abs, max, min, round } = Math;

export interface Region {
  /** Buckets covered by the region's windows; indexes into the ink. */
  readonly buckets: readonly number[];
  /** Returns the part of the region within these buckets, with its own lattice; undefined if it is too small. */
  readonly part: (buckets: readonly number[]) => Region | undefined;
  /** Maps a pixel to its position along the rows, in cells. */
  readonly rows: Plane;
  readonly columns: Plane;
  readonly area: Area;
}

/** In pixels. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** at + x · X + y · Y */
export interface Plane {
  readonly at: number;
  readonly x: number;
  readonly y: number;
}

/** Side of a window in buckets: six cells, at two cells per bucket. */
const windowBuckets = 3;
/** Weaker windows are paper or contain other ink. */
const leastStrength = 0.2;
/** Minimum of strength² times pixels. By chance, 3 of 10,000 windows exceed it. */
const leastSure = 4;
/** Minimum ink of a window, relative to the region's median. */
const leastFull = 0.45;
/** Minimum windows of a region: 2.5 mm in each direction. The pen could not hit a smaller field. */
const leastWindows = 9;

/** Returns the sums of each window, stored at its first bucket. */
function windowSums(ink: Ink, wave: Wave): Float32Array {
  const { columns, rows, starts } = ink;
  const windows = new Float32Array(columns * rows * sumsLength);
  const sums = new Float32Array(sumsLength);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const bucket = row * columns + column;
      if (starts[bucket + 1] === starts[bucket]) continue;
      sums.fill(0);
      addArrows(ink, wave, bucket, { sums, at: 0 });
      for (let y = max(0, row - windowBuckets + 1); y <= row; y++)
        for (let x = max(0, column - windowBuckets + 1); x <= column; x++) {
          const at = (y * columns + x) * sumsLength;
          for (let n = 0; n < sumsLength; n++) windows[at + n] = (windows[at + n] as number) + (sums[n] as number);
        }
    }
  return windows;
}

interface Placed {
  /** The first bucket of the window. */
  readonly window: number;
  readonly turns: readonly [number, number];
  /** Centre of its ink, which differs from the window's centre at the edge of a field. */
  readonly middle: { readonly x: number; readonly y: number };
  readonly ink: number;
}

export function regionsOf(ink: Ink, wave: Wave): Region[] {
  const sums = windowSums(ink, wave);
  const { columns, rows } = ink;
  const left = new Uint8Array(columns * rows);
  for (let n = 0; n < left.length; n++) {
    const at = n * sumsLength;
    if (inkWithin(sums, at) === 0) continue;
    const strength = strengthOf(sums, at);
    if (strength > leastStrength && strength ** 2 * pixelsWithin(sums, at) > leastSure) left[n] = 1;
  }
  const regions: Region[] = [];
  for (let n = 0; n < left.length; n++) {
    if (left[n] === 0) continue;
    const together = takeTogether(left, sums, n, columns);
    if (together.length < leastWindows) continue;
    const weights = together.map((one) => one.ink).sort((a, b) => a - b);
    const full = weights[weights.length >> 1] as number;
    const placed = together.filter((one) => one.ink > leastFull * full);
    if (placed.length >= leastWindows) regions.push(regionOf(ink, placed, wave));
  }
  return regions;
}

/** Collects a window and all windows connected to it whose phases continue from one to the next. */
function takeTogether(left: Uint8Array, sums: Float32Array, first: number, columns: number): Placed[] {
  const placed = (window: number, turns: readonly [number, number]): Placed => {
    left[window] = 0;
    const at = window * sumsLength;
    return { window, turns, middle: middleOf(sums, at), ink: inkWithin(sums, at) };
  };
  const together = [placed(first, phasesOf(sums, first * sumsLength))];
  // The loop also visits windows added during the iteration.
  for (const { window, turns } of together) {
    const column = window % columns;
    for (const next of [window + 1, window - 1, window + columns, window - columns]) {
      if (left[next] !== 1 || abs((next % columns) - column) > 1) continue;
      const phases = phasesOf(sums, next * sumsLength);
      const there = [nearest(phases[0], turns[0]), nearest(phases[1], turns[1])] as const;
      // The lattice jumps at the border to another field.
      if (abs(there[0] - turns[0]) > 0.2 || abs(there[1] - turns[1]) > 0.2) continue;
      together.push(placed(next, there));
    }
  }
  return together;
}

/** Adds whole turns to a phase, so that it is nearest to another one. */
const nearest = (phase: number, to: number): number => phase + round(to - phase);

function regionOf(ink: Ink, placed: readonly Placed[], wave: Wave): Region {
  const { columns } = ink;
  const [rows, down] = ([0, 1] as const).map((n) =>
    planeThrough(placed.map(({ middle, turns }) => ({ ...middle, value: turns[n] }))),
  ) as [Plane, Plane];
  const buckets = new Set<number>();
  for (const { window } of placed)
    for (let y = 0; y < windowBuckets; y++)
      for (let x = 0; x < windowBuckets; x++) buckets.add(window + y * columns + x);
  // The phase of a window is the offset of its dots from the lattice of the page. It drifts from window to window by
  // the error of that lattice.
  return {
    buckets: [...buckets],
    part: (some) => {
      const within = new Set(some);
      const inside = placed.filter(({ window }) => within.has(window));
      return inside.length < leastWindows ? undefined : { ...regionOf(ink, inside, wave), buckets: some };
    },
    rows: { at: -rows.at, x: wave.x - rows.x, y: wave.y - rows.y },
    columns: { at: -down.at, x: -wave.y - down.x, y: wave.x - down.y },
    area: areaOf(ink, [...buckets]),
  };
}

/** Includes a bucket only if it has at least half of the usual ink. */
function areaOf({ columns, side, starts }: Ink, buckets: readonly number[]): Area {
  const inkOf = (n: number): number => (starts[n + 1] as number) - (starts[n] as number);
  const sizes = buckets.map(inkOf).sort((a, b) => a - b);
  const full = sizes[sizes.length >> 1] as number;
  let [left, top, right, bottom] = [Infinity, Infinity, 0, 0];
  for (const n of buckets) {
    if (inkOf(n) < full / 2) continue;
    const [column, row] = [n % columns, Math.floor(n / columns)];
    left = min(left, column);
    top = min(top, row);
    right = max(right, column + 1);
    bottom = max(bottom, row + 1);
  }
  return { x: left * side, y: top * side, width: (right - left) * side, height: (bottom - top) * side };
}

/** Fits a plane by least squares. */
function planeThrough(points: readonly { x: number; y: number; value: number }[]): Plane {
  const n = points.length;
  const mean = (of: (point: { x: number; y: number; value: number }) => number): number =>
    points.reduce((sum, point) => sum + of(point), 0) / n;
  const [mx, my, mv] = [mean(({ x }) => x), mean(({ y }) => y), mean(({ value }) => value)];
  let [xx, xy, yy, xv, yv] = [0, 0, 0, 0, 0];
  for (const { x, y, value } of points) {
    const [dx, dy, dv] = [x - mx, y - my, value - mv];
    xx += dx * dx;
    xy += dx * dy;
    yy += dy * dy;
    xv += dx * dv;
    yv += dy * dv;
  }
  const det = xx * yy - xy * xy;
  // Windows in one line determine no slope across it.
  if (det < 1e-6 * (xx + yy) ** 2)
    return { at: mv - (xx > 0 ? (xv / xx) * mx : 0), x: xx > 0 ? xv / xx : 0, y: yy > 0 && xx === 0 ? yv / yy : 0 };
  const slope = { x: (xv * yy - yv * xy) / det, y: (yv * xx - xv * xy) / det };
  return { at: mv - slope.x * mx - slope.y * my, ...slope };
}
