/**
 * The lattice that dots stand on: at the right step and angle they all have nearly the same place within a cell. Dots
 * are shifted by a third of a cell at most, so the step of the lattice shows more than its half.
 */
import type { Ink } from './ink.js';
import { addArrows, sumsLength, strengthOf, waveOf, type Wave } from './wave.js';

// Called for each window and wave; in a context of its own, as tests have, a look for a global takes its time.
const { max, sqrt } = Math;

/** Buckets of the side of a window that is asked: 12 cells, where a bucket has two. */
const windowBuckets = 6;
/** Of one part of the page, so many buckets in each direction, the likeliest window is asked. */
const partBuckets = 10;
/** Pixels of a window that are asked. */
const samples = 140;
/** Fewer are no window of dots. */
const leastPixels = 50;
/** Dots are spread evenly: the deviation of the ink of a bucket against its mean. Letters are not. */
const mostUneven = 0.7;
/** The evenest windows of a page: more take time, and tell nothing more. Where all angles are tried, fewer. */
const mostWindows = { nearly: 800, anyhow: 160 };

/** Steps and angles that are tried first; a window of twelve cells tells them apart. */
const coarse = { ratio: 1.02, angle: (1.2 * Math.PI) / 180 };
/** Weaker than this is chance; dots that are shifted by a third have less, and cannot be found in this way. */
const leastStrength = 0.25;
/** What two windows of dots have at least, with noise; less is chance. */
const leastEvidence = 0.3;
/** Lattices that a page may seem to have: that of the dots, and those of printed pictures. */
const mostWaves = 3;

export interface Sought {
  /** Smallest and largest step, in pixels. */
  readonly steps: readonly [number, number];
  /** How far the page may be turned, quarter turns aside: by a few degrees either way, or at any angle. */
  readonly turned: 'nearly' | 'anyhow';
}

/** Radians either way. */
const mostTurned = { nearly: (4.2 * Math.PI) / 180, anyhow: Math.PI / 4 };

interface Candidate {
  readonly step: number;
  readonly angle: number;
  /** By how much windows agree, over all windows that do. */
  readonly evidence: number;
}

/** The lattices of a page, the strongest first, within half a percent and a quarter of a degree. */
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

/** Some of the ink of each window, which is that of one bucket. */
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

/** Of each part of the page the window with the evenest ink, the evenest first. */
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

/** Pixels of the ink, bucket by bucket; undefined where there is too little of it. */
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

/** Pixels of each window, evenly. */
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

/** Of the ink: one of each row of buckets. */
function stretchesOf({ starts, columns }: Ink, column: number, row: number): [from: number, to: number][] {
  return Array.from({ length: windowBuckets }, (_, y) => {
    const first = (row + y) * columns + column;
    return [starts[first] as number, starts[first + windowBuckets] as number];
  });
}
