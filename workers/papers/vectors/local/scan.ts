/**
 * Finds the exact nearest rows. The bounds of the 8-bit copies select the candidates, at a quarter of the bytes. The
 * floats of the candidates decide, and every distance is computed from them.
 */
import type { Block, Distances } from './block.js';

export interface ScanTask {
  query: Float32Array;
  /** Ascending, in shared memory; null for all rows. */
  rows: Uint32Array | null;
  /** The part to scan: positions in `rows`, or rows. */
  from: number;
  to: number;
  /** Rows to return. Rows as near as the last of them are returned too, because their ids decide. */
  limit: number;
  /** The largest squared distance to return. */
  within: number;
}

/** Rows and their squared distances, in no order. */
export interface Found {
  rows: Uint32Array;
  squares: Float64Array;
}

/** A square that is computed from floats errs by less than this part of itself (`row-copy.ts`). */
const slackOf = (dimension: number): number => (dimension + 64) * 2 ** -52;
/** Squares that differ in the last bits may have equal roots, because the root has half of the bits. */
const rootSlack = 1 + 2 ** -50;
const mostLimited = 1024;

export function scan(block: Block, task: ScanTask): Found {
  const { from, to, limit, within } = task;
  if (limit === 0 || within < 0) return { rows: new Uint32Array(), squares: new Float64Array() };
  const most = limit < to - from && limit <= mostLimited ? limit : Infinity;
  const distances = block.distancesTo(task.query);
  try {
    const isAll = most === Infinity && within === Infinity;
    const rows = isAll
      ? Uint32Array.from({ length: to - from }, (_, i) => rowAt(task, from + i))
      : candidatesOf(block, distances, task, most);
    const squares = Float64Array.from(rows, (row) => distances.square(row));
    const smallest = new Smallest(most);
    for (const square of squares) smallest.offer(square);
    const bound = Math.min(within, smallest.bound * rootSlack);
    return {
      rows: rows.filter((_, i) => (squares[i] as number) <= bound),
      squares: squares.filter((square) => square <= bound),
    };
  } finally {
    distances.close();
  }
}

/** No row of the first run can be left out. */
const longestRun = 128;

const rowAt = ({ rows }: ScanTask, at: number): number => (rows === null ? at : (rows[at] as number));

/** The rows that may be among the `most` nearest, by their bounds. */
function candidatesOf(block: Block, distances: Distances, task: ScanTask, most: number): Uint32Array {
  const slack = slackOf(block.dimension);
  // A row that is at least this far has a square above `within`.
  const outside = Math.sqrt(task.within) * (1 + slack);
  const surely = new Smallest(most);
  const rows: number[] = [];
  const lowers: number[] = [];
  let reach = outside;
  for (const { row, count } of runsOf(block, task)) {
    const bounds = distances.bounds(row, count, reach);
    for (let i = 0; i < bounds.length; i += 3) {
      const lower = bounds[i] as number;
      if (lower > reach) continue;
      rows.push(row + (bounds[i + 2] as number));
      lowers.push(lower);
      if (surely.offer(bounds[i + 1] as number)) reach = Math.min(outside, surely.bound * (1 + 2 * slack));
    }
  }
  return Uint32Array.from(rows.filter((_, i) => (lowers[i] as number) <= reach));
}

function* runsOf({ rowsPerChunk }: Block, task: ScanTask): Generator<{ row: number; count: number }, void, void> {
  for (let at = task.from; at < task.to;) {
    const row = rowAt(task, at);
    const room = Math.min(longestRun, task.to - at, rowsPerChunk - (row % rowsPerChunk));
    // Rows ascend: if the last one is where it would be without a gap, there is no gap.
    let count = rowAt(task, at + room - 1) === row + room - 1 ? room : 1;
    while (count < room && rowAt(task, at + count) === row + count) count++;
    yield { row, count };
    at += count;
  }
}

/** The k smallest of the numbers that were offered, ascending. */
class Smallest {
  private readonly numbers: Float64Array;

  constructor(private readonly k: number) {
    this.numbers = new Float64Array(k === Infinity ? 0 : k).fill(Infinity);
  }

  get bound(): number {
    return this.k === Infinity ? Infinity : (this.numbers[this.k - 1] as number);
  }

  offer(number: number): boolean {
    if (this.k === Infinity || number >= this.bound) return false;
    let at = this.k - 1;
    for (; at > 0 && (this.numbers[at - 1] as number) > number; at--) this.numbers[at] = this.numbers[at - 1] as number;
    this.numbers[at] = number;
    return true;
  }
}
