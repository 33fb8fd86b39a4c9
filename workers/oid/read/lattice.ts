/**
 * Finds the lattice of the dots: at the right step and angle, all dots have nearly the same position within a cell.
 * Dots are shifted by at most a third of a cell, so the true step gives a stronger signal than half of it.
 */
import type { Ink } from './ink.js';
import { addArrows, sumsLength, strengthOf, waveOf, type Wave } from './wave.js';

// Called for each window and wave. In a separate context, as in tests, each lookup of a global is slow.
const { max, sqrt } = Math;

/** Side of a window in buckets: 12 cells, at two cells per bucket. */
const windowBuckets = 6;
/** Side of a part of the page in buckets. Only the best window of each part is examined. */
const partBuckets = 10;
/** Sampled pixels per window. */
const samples = 140;
/** Minimum pixels of a window with dots. */
const leastPixels = 50;
/**
 * Maximum unevenness: the standard deviation of ink per bucket, divided by its mean. Dots are spread evenly, letters
 * are not.
 */
const mostUneven = 0.7;
/**
 * Maximum number of windows, the most even first. More take time without adding information. Searching all angles uses
 * fewer.
 */
const mostWindows = { nearly: 800, anyhow: 160 };

/** Grid of steps and angles for the first search; a window of twelve cells distinguishes neighbours. */
const coarse = { ratio: 1.02, angle: (1.2 * Math.PI) / 180 };
/** Weaker signals are chance. Dots shifted by a third of a cell have less and cannot be found this way. */
const leastStrength = 0.25;
/** Minimum evidence: that of two windows of dots with noise. Less is chance. */
const leastEvidence = 0.3;
/** Maximum number of lattices: that of the dots, and those of printed pictures. */
const mostWaves = 3;

export interface Sought {
  /** Smallest and largest step, in pixels. */
  readonly steps: readonly [number, number];
  /** Allowed rotation of the page, apart from quarter turns: a few degrees, or any angle. */
  readonly turned: 'nearly' | 'anyhow';
}

/** Radians in either direction. */
const mostTurned = { nearly: (4.2 * Math.PI) / 180, anyhow: Math.PI / 4 };

interface Candidate {
  readonly step: number;
  readonly angle: number;
  /** Strength above the minimum, summed over all windows. */
  readonly evidence: number;
}

/** Returns the lattices of a page, the strongest first, exact to half a percent and a quarter of a degree. */
export function findWaves(ink: Ink, { steps, turned }: Sought): Wave[] {
  const windows = likelyWindows(ink).slice(0, mostWindows[turned]);
  const some = samplesOf(ink, windows);
  const most = mostTurned[turned];
  if (windows.length === 0) return [];
  const tried = (step: number, angle: number): Candidate => ({
    step,
    angle,
    evidence: evidenceOf(some, waveOf(step, angle)),
  });
  const found: Candidate[] = [];
  for (let step = steps[0]; step <= steps[1] * coarse.ratio; step *= coarse.ratio)
    for (let angle = -most; angle <= most; angle += coarse.angle) {
      const candidate = tried(step, angle);
      if (candidate.evidence > leastEvidence / 2) found.push(candidate);
    }
  found.sort((a, b) => b.evidence - a.evidence);
  const apart: Candidate[] = [];
  for (const one of found) {
    if (apart.length < mostWaves && !apart.some((other) => areNear(one, other))) apart.push(one);
  }
  const parts = [-0.5, -0.25, 0, 0.25, 0.5];
  return apart
    .map((near) =>
      parts
        .flatMap((more) =>
          parts.map((aside) => tried(near.step * coarse.ratio ** more, near.angle + aside * coarse.angle)),
        )
        .reduce((one, other) => (other.evidence > one.evidence ? other : one)),
    )
    .filter(({ evidence }) => evidence > leastEvidence)
    .map(({ step, angle }) => waveOf(step, angle));
}

const areNear = (a: Candidate, b: Candidate): boolean =>
  Math.abs(Math.log(a.step / b.step)) < 2.5 * Math.log(coarse.ratio) &&
  Math.abs(a.angle - b.angle) < 2.5 * coarse.angle;

/** Sampled ink; each window is one bucket. */
type Samples = Pick<Ink, 'x' | 'y' | 'weight' | 'starts'>;

function evidenceOf(ink: Samples, wave: Wave): number {
  const sums = new Float32Array(sumsLength);
  const target = { sums, at: 0 };
  let evidence = 0;
  for (let window = 0; window + 1 < ink.starts.length; window++) {
    sums.fill(0);
    addArrows(ink, wave, window, target);
    evidence += max(0, strengthOf(sums, 0) - leastStrength);
  }
  return evidence;
}

type Window = readonly [column: number, row: number];

/** Returns the window with the most even ink of each part of the page, the most even first. */
function likelyWindows(ink: Ink): Window[] {
  const best = new Map<number, { uneven: number; window: Window }>();
  for (let row = 0; row + windowBuckets <= ink.rows; row += 2) {
    for (let column = 0; column + windowBuckets <= ink.columns; column += 2) {
      const uneven = unevenness(ink, column, row);
      if (uneven === undefined || uneven > mostUneven) continue;
      const part = Math.floor(row / partBuckets) * 65_536 + Math.floor(column / partBuckets);
      if (uneven < (best.get(part)?.uneven ?? Infinity)) best.set(part, { uneven, window: [column, row] });
    }
  }
  return [...best.values()].sort((a, b) => a.uneven - b.uneven).map(({ window }) => window);
}

/** Measures the ink per bucket of a window; returns undefined if there is too little ink. */
function unevenness({ starts, columns }: Ink, column: number, row: number): number | undefined {
  let [sum, squares] = [0, 0];
  for (let y = row; y < row + windowBuckets; y++) {
    for (let at = y * columns + column, x = 0; x < windowBuckets; x++, at++) {
      const count = (starts[at + 1] as number) - (starts[at] as number);
      sum += count;
      squares += count * count;
    }
  }
  if (sum < leastPixels) return undefined;
  const mean = sum / windowBuckets ** 2;
  return sqrt(max(0, squares / windowBuckets ** 2 - mean * mean)) / mean;
}

/** Samples the pixels of each window evenly. */
function samplesOf(ink: Ink, windows: readonly Window[]): Samples {
  const size = windows.length * 2 * samples;
  const [x, y, weight] = [new Uint16Array(size), new Uint16Array(size), new Uint8Array(size)];
  const starts = new Int32Array(windows.length + 1);
  let count = 0;
  for (const [n, [column, row]] of windows.entries()) {
    const stretches = stretchesOf(ink, column, row);
    const stride = max(1, Math.floor(stretches.reduce((sum, [from, to]) => sum + to - from, 0) / samples));
    let skipped = 0;
    for (const [from, to] of stretches) {
      let at = from + skipped;
      for (; at < to; at += stride, count++) {
        x[count] = ink.x[at] as number;
        y[count] = ink.y[at] as number;
        weight[count] = ink.weight[at] as number;
      }
      skipped = at - to;
    }
    starts[n + 1] = count;
  }
  return { x, y, weight, starts };
}

/** Returns the stretches of ink of a window, one per row of buckets. */
function stretchesOf({ starts, columns }: Ink, column: number, row: number): [from: number, to: number][] {
  return Array.from({ length: windowBuckets }, (_, y) => {
    const first = (row + y) * columns + column;
    return [starts[first] as number, starts[first + windowBuckets] as number];
  });
}
