/** Parts of a page that dots fill, each with a lattice of its own. */
import type { Ink } from './ink.js';
import { addArrows, inkWithin, middleOf, phasesOf, pixelsWithin, strengthOf, sumsLength, type Wave } from './wave.js';

// Called for each window; in a context of its own, as tests have, a look for a global takes its time.
const { abs, max, min, round } = Math;

export interface Region {
  /** Buckets that its windows cover, as the ink counts them. */
  readonly buckets: readonly number[];
  /** The part of it that lies in some of its buckets, with a lattice of its own; undefined where too little does. */
  readonly part: (buckets: readonly number[]) => Region | undefined;
  /** Cells along a row at a pixel: `x`, `y` times its place, and `at`. */
  readonly rows: Plane;
  readonly columns: Plane;
  readonly area: Area;
}

/** Pixels. */
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

/** Buckets of the side of a window: six cells, where a bucket has two. */
const windowBuckets = 3;
/** Weaker windows are paper, or hold other ink. */
const leastStrength = 0.2;
/** Strength² times pixels: chance has it above this in 3 of 10,000 windows. */
const leastSure = 4;
/** Of the ink that most windows of the region have. */
const leastFull = 0.45;
/** Fewer windows, 2.5 mm in each direction, are no field that a pen could meet. */
const leastWindows = 9;

/** The sums of each window, at its first bucket. */
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
  /** Its first bucket. */
  readonly window: number;
  readonly turns: readonly [number, number];
  /** Where its ink is; at the edge of a field not where its middle is. */
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

/** One window and all that it touches, with phases that go on from one to the next. */
function takeTogether(left: Uint8Array, sums: Float32Array, first: number, columns: number): Placed[] {
  const placed = (window: number, turns: readonly [number, number]): Placed => {
    left[window] = 0;
    const at = window * sumsLength;
    return { window, turns, middle: middleOf(sums, at), ink: inkWithin(sums, at) };
  };
  const together = [placed(first, phasesOf(sums, first * sumsLength))];
  // A list goes on with what comes in meanwhile.
  for (const { window, turns } of together) {
    const column = window % columns;
    for (const next of [window + 1, window - 1, window + columns, window - columns]) {
      if (left[next] !== 1 || abs((next % columns) - column) > 1) continue;
      const phases = phasesOf(sums, next * sumsLength);
      const there = [nearest(phases[0], turns[0]), nearest(phases[1], turns[1])] as const;
      // Beside another field the lattice jumps.
      if (abs(there[0] - turns[0]) > 0.2 || abs(there[1] - turns[1]) > 0.2) continue;
      together.push(placed(next, there));
    }
  }
  return together;
}

/** The phase, by whole turns nearest to another. */
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
  // The phase of a window says how far its dots are from where the lattice of the page would have them. It drifts from
  // window to window by what the page's lattice is off.
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

/** Of the buckets at its edges those count that have half as much ink as others. */
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

/** Least squares. */
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
  // Windows in one line tell nothing across it.
  if (det < 1e-6 * (xx + yy) ** 2)
    return { at: mv - (xx > 0 ? (xv / xx) * mx : 0), x: xx > 0 ? xv / xx : 0, y: yy > 0 && xx === 0 ? yv / yy : 0 };
  const slope = { x: (xv * yy - yv * xy) / det, y: (yv * xx - xv * xy) / det };
  return { at: mv - slope.x * mx - slope.y * my, ...slope };
}
