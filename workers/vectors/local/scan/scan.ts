/**
 * The exactly nearest of a list of rows. The bounds of their 8-bit copies say which may be among them, at a quarter of
 * what the floats weigh; the floats of those decide. Which rows are looked at is all that the copies change: what is
 * answered is computed of the floats, and the same as without them.
 */
import { createCandidates } from './candidates.js';
import { broughtRows, rowAt, runRows, type Geometry } from './geometry.js';
import type { Bounds, CopyKernel } from './kernel.js';
import { createNearest, type Found, type Nearest } from './nearest.js';

export interface ScanTask {
  dimension: number;
  query: Float32Array;
  /** Growing. */
  slots: Uint32Array;
  /** In shared memory, how many slots somebody has taken, where several scan; null where one scans all. */
  taken: Int32Array | null;
  /** So many are wanted. All that are as near as the last of them are answered too: who names them orders those. */
  limit: number;
  /** Squared; those at most so far. */
  within: number;
  /** Which rows are within is all that is asked: the squares of those that copies decide are 0. */
  onlyWhich: boolean;
}

/** The rows' copies. */
export interface Copies {
  geometry: Geometry;
  kernelOf: (block: number) => CopyKernel;
}

/** The floats of the rows that were brought last, at most `broughtRows`, counted in the order of asking. */
export interface Exact {
  /** Otherwise each row is read from the disk: no more of them are looked at than must be. */
  isInMemory: boolean;
  /** Nearly right squared distances; overwritten by the next call. */
  estimate: (count: number) => Float32Array;
  /** The squared distance of one of them, in 64-bit floats. */
  square: (which: number) => number;
}

/** Positions of rows that must be brought before it goes on; none where it only may give way to others. */
export type Need = readonly number[];
export type Steps = Generator<Need, Found, void>;

const nothing: Need = [];

/** A square that is computed of floats errs by less than so much of itself (`row-copy.ts`). */
const slackOf = (dimension: number): number => (dimension + 64) * 2 ** -52;

/** Where the copies leave over more than this, all rows are looked at by their floats. */
const much = 1 / 4;

export function* scan(task: ScanTask, copies: Copies, exact: Exact): Steps {
  const { slots, limit, within } = task;
  const count = slots.length;
  const nearest = createNearest(limit < count ? limit : Infinity, within);
  if (nearest.bound < 0) return nearest.found();
  // Nothing can be left out, or little.
  const isMost = limit >= count * much && within === Infinity && !task.onlyWhich;
  if (isMost && exact.isInMemory) yield* offerByFloats(partsOf(task, copies.geometry), task, nearest, exact);
  else if (task.onlyWhich) yield* offerWhich(task, nearest, copies, exact);
  else yield* offerByCopies(task, nearest, copies, exact);
  return nearest.found();
}

/** What is at least so far has a square above `bound`. */
const cutOf = (bound: number, dimension: number): number => Math.sqrt(bound) * (1 + slackOf(dimension));

/** Of the candidates the floats decide, of those first that may be nearest, until nothing nearer can come. */
function* offerByCopies(task: ScanTask, nearest: Nearest, copies: Copies, exact: Exact): Generator<Need, void, void> {
  const { dimension, slots, limit } = task;
  const isLimited = limit < slots.length;
  const within = cutOf(nearest.bound, dimension);
  const candidates = createCandidates(isLimited ? limit : Infinity, within, slackOf(dimension));
  const parts: Part[] = [];
  for (const { at, count, block, offset } of runsOf(task, copies.geometry, parts)) {
    candidates.add(at, copies.kernelOf(block).bounds(offset, count, candidates.reach));
    yield nothing;
  }
  const wanted = candidates.left();
  const isMost = wanted.length > much * parts.reduce((sum, { from, to }) => sum + to - from, 0);
  if (exact.isInMemory && isMost) return yield* offerByFloats(parts, task, nearest, exact);
  // Where nearly all are looked at, their order saves nothing, and sorting them takes long.
  const isSorted = isLimited && !isMost;
  if (isSorted) wanted.sort((a, b) => a.lower - b.lower);
  const most = broughtRows(dimension);
  for (let next = 0; next < wanted.length;) {
    const cut = cutOf(nearest.bound, dimension);
    // As long as fewer are known than are wanted, nothing can be left out; then nearly all that will be.
    const count = next < limit ? Math.min(limit - next, most) : most;
    const some = wanted.slice(next, next + count).filter(({ lower }) => lower <= cut);
    next += count;
    const positions = some.map(({ position }) => position);
    if (positions.length > 0) yield* offerExact(positions, nearest, exact);
    else if (isSorted) return undefined;
  }
  return undefined;
}

/** Most rows are in or out by their copies alone; the floats decide about those at the rim. */
function* offerWhich(task: ScanTask, nearest: Nearest, copies: Copies, exact: Exact): Generator<Need, void, void> {
  const { dimension, within } = task;
  const outside = cutOf(within, dimension);
  // `within` is a little more than the square of the radius (`search.ts`).
  const inside = Math.sqrt(within) * (1 - slackOf(dimension)) * (1 - 2 ** -48);
  const rim: number[] = [];
  const add = (at: number, { count, which, lower, upper }: Bounds): void => {
    for (let i = 0; i < count; i++) {
      const position = at + (which[i] as number);
      if ((upper[i] as number) <= inside) nearest.offer(position, 0);
      else if ((lower[i] as number) <= outside) rim.push(position);
    }
  };
  const atOnce = broughtRows(dimension);
  for (const { at, count, block, offset } of runsOf(task, copies.geometry)) {
    add(at, copies.kernelOf(block).bounds(offset, count, outside));
    yield nothing;
    while (rim.length >= atOnce) yield* offerExact(rim.splice(0, atOnce), nearest, exact);
  }
  if (rim.length > 0) yield* offerExact(rim, nearest, exact);
}

function* offerExact(positions: Need, nearest: Nearest, exact: Exact): Generator<Need, void, void> {
  yield positions;
  positions.forEach((position, i) => nearest.offer(position, exact.square(i)));
}

/** The floats are added up in 32 bits, and what may be wanted in 64. */
function* offerByFloats(
  parts: Iterable<Part>,
  { dimension }: ScanTask,
  nearest: Nearest,
  exact: Exact,
): Generator<Need, void, void> {
  // Each of n/16 additions in a lane of 32-bit floats, and what surrounds them,
  // errs by at most 2⁻²⁴ of a sum that only grows.
  const tolerance = 1 + (dimension / 16 + 9) * 2 ** -23;
  // Beyond, 32-bit floats overflow; the addend is for what vanishes there.
  const estimateOf = (bound: number): number => (bound > 1e37 ? Infinity : bound * tolerance + 1e-37);
  let most = estimateOf(nearest.bound);
  const add = (at: number, count: number): void => {
    const estimates = most < Infinity ? exact.estimate(count) : undefined;
    for (let i = 0; i < count; i++) {
      if (estimates !== undefined && (estimates[i] as number) > most) continue;
      if (nearest.offer(at + i, exact.square(i))) most = estimateOf(nearest.bound);
    }
  };
  const atOnce = broughtRows(dimension);
  for (const { from, to } of parts) {
    for (let at = from; at < to; at += atOnce) {
      const count = Math.min(atOnce, to - at);
      yield Array.from({ length: count }, (_, i) => at + i);
      add(at, count);
    }
  }
}

/** Positions in the list of slots. */
interface Part {
  from: number;
  to: number;
}

/** At most so much is taken at a time, and of few slots less: whoever is quicker, or began sooner, scans more. */
const partBytes = 1024 * 1024;
const leastParts = 16;

function* partsOf({ slots, taken }: ScanTask, { rowBytes }: Geometry): Generator<Part, void, void> {
  if (taken === null) return yield { from: 0, to: slots.length };
  const size = Math.ceil(Math.min(partBytes / rowBytes, slots.length / leastParts));
  for (;;) {
    const from = Atomics.add(taken, 0, size);
    if (from >= slots.length) return;
    yield { from, to: Math.min(from + size, slots.length) };
  }
}

interface Run {
  /** Position of its first row in the list of slots. */
  at: number;
  count: number;
  block: number;
  offset: number;
}

/** Nothing of the first rows can be left out; of what follows nearly all. */
const firstRun = 64;
/** At most so much is computed at once where somebody waits: some 0.1 ms. */
const runBytes = 1024 * 1024;

/**
 * Rows that lie behind each other.
 * @param parts gets those that they are of
 */
function* runsOf(task: ScanTask, geometry: Geometry, parts: Part[] = []): Generator<Run, void, void> {
  const { slots } = task;
  const longestOf = (wanted: number): number => Math.min(wanted, runRows, Math.ceil(runBytes / geometry.rowBytes));
  let longest = longestOf(firstRun);
  for (const part of partsOf(task, geometry)) {
    parts.push(part);
    for (let at = part.from; at < part.to; longest = longestOf(2 * longest)) {
      const first = slots[at] as number;
      const { block, offset } = rowAt(geometry, first);
      const most = Math.min(longest, part.to - at, (block + 1) * geometry.rowsPerBlock - first);
      // They grow: where the last of them is where it would be without a gap, there is none.
      let count = slots[at + most - 1] === first + most - 1 ? most : 1;
      while (count < most && slots[at + count] === first + count) count++;
      yield { at, count, block, offset };
      at += count;
    }
  }
}
