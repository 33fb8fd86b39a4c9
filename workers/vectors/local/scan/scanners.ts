/**
 * Scans a list of rows: in place where it is short, otherwise in threads that start when they are needed. Not by
 * `ThreadPool`: a scan goes to several threads at once, and each thread remembers the shared memory that it has seen.
 */
import { availableParallelism } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createMutex } from '../../../base/async/mutex.js';
import type { Clock } from '../../../base/ports.js';
import type { VectorRows } from '../vector-rows.js';
import { openAwaitedRows } from './awaited-rows.js';
import type { Places } from './disk-rows.js';
import { lanes } from './geometry.js';
import type { Found } from './nearest.js';
import { runInSlices } from './run-scan.js';
import { scan, type ScanTask } from './scan.js';
import { createSources } from './sources.js';
import { inThread, shownRows, startThread, type ScanThread } from './thread.js';

/** What is asked of rows. */
export interface Scan extends Pick<ScanTask, 'query' | 'slots' | 'limit' | 'within' | 'onlyWhich'> {
  /** Where the floats lie, for rows that are not in memory. In the order of the slots. */
  places: Places | undefined;
}

export interface Scanners {
  /**
   * @param what its slots are growing, and in shared memory where they are many
   * @throws DamagedRow where floats that are not in memory cannot be had
   */
  scan(rows: VectorRows, what: Scan): Promise<Found>;
  /** Ends threads that scan nothing, so that memory which only they remember is given back. */
  rest(): Promise<void>;
  close(): Promise<void>;
}

/** Of copies, for each thread. */
const leastBytes = { inMemory: 12 * 1024 * 1024, onDisk: 100 * 1024 * 1024 };

/**
 * How many threads a scan of so many bytes of copies has; where there are none it is in place. Each takes 10 MB, which
 * must be little beside what is scanned. With the floats on the disk that is a quarter of what it is with them.
 */
export function threadsFor(copyBytes: number, isInMemory: boolean): number {
  const most = Math.min(availableParallelism(), lanes - 1);
  return Math.min(most, Math.floor(copyBytes / (isInMemory ? leastBytes.inMemory : leastBytes.onDisk)));
}

/** Threads go after so many milliseconds without work: each takes 25 to 60 ms to start. */
const idleMs = 30_000;

export function createScanners(clock: Clock, countFor = threadsFor): Scanners {
  let threads: ScanThread[] = [];
  let place: ReturnType<typeof newPlace> | undefined;
  let running = 0;
  let cancelIdle = (): void => undefined;
  let isClosed = false;

  async function end(): Promise<void> {
    cancelIdle();
    place = undefined;
    const ending = threads;
    threads = [];
    await Promise.all(ending.map(({ worker }) => worker.terminate()));
  }

  /** One after the other, since each holds the process up for some milliseconds. */
  async function startUpTo(count: number): Promise<void> {
    while (threads.length < count && !isClosed) {
      const taken = new Set(threads.map(({ lane }) => lane));
      const lane = 1 + Array.from({ length: count }, (_, i) => i + 1).findIndex((one) => !taken.has(one));
      threads.push(startThread(lane, (ended) => (threads = threads.filter((one) => one !== ended))));
      await nextTurn();
    }
  }

  async function inThreads(rows: VectorRows, { places, ...part }: Scan, count: number): Promise<Found> {
    await startUpTo(count);
    const some = threads.toSorted((a, b) => a.jobs.size - b.jobs.size).slice(0, count);
    if (some.length === 0) throw new Error('the threads that scan were ended');
    const taken = new Int32Array(new SharedArrayBuffer(4));
    const task = { ...part, dimension: rows.dimension, taken };
    return joined(await Promise.all(some.map((thread) => inThread(thread, task, rows, places))));
  }

  return {
    async scan(rows, what) {
      const count = countFor(what.slots.length * rows.copies.geometry.rowBytes, rows.floats !== undefined);
      cancelIdle();
      running++;
      try {
        return await (count > 0 ? inThreads(rows, what, count) : (place ??= newPlace()).scan(rows, what));
      } finally {
        if (--running === 0) cancelIdle = clock.after(idleMs, () => void end());
      }
    },
    async rest() {
      if (running === 0) await end();
    },
    async close() {
      isClosed = true;
      await end();
    },
  };
}

/** Where scans are done on the thread that asks, one at a time: they have one lane. */
function newPlace(): Pick<Scanners, 'scan'> {
  const sources = createSources(0, openAwaitedRows);
  const seen = new Set<number>();
  const turns = createMutex();
  return {
    scan: (rows, { places, ...part }) =>
      turns.run(async () => {
        const task = { ...part, dimension: rows.dimension, taken: null };
        const { copies, exact, bring, close } = sources.open(shownRows(rows, places, seen), task);
        try {
          return await runInSlices(scan(task, copies, exact), bring);
        } finally {
          await close();
        }
      }),
  };
}

function joined(parts: readonly Found[]): Found {
  const count = parts.reduce((sum, { positions }) => sum + positions.length, 0);
  const all: Found = { positions: new Uint32Array(count), squares: new Float64Array(count) };
  let at = 0;
  for (const { positions, squares } of parts) {
    all.positions.set(positions, at);
    all.squares.set(squares, at);
    at += positions.length;
  }
  return all;
}
