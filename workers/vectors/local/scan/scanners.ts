/**
 * Scans a list of rows: in place where it is short, otherwise in threads that start with the first such scan. Not by
 * `ThreadPool`: each scan goes to all threads at once, and each thread remembers the shared memory that it has seen.
 */
import { availableParallelism } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Clock } from '../../../base/ports.js';
import { threadScript } from '../../../base/async/threads.js';
import type { Block } from '../blocks.js';
import type { VectorRows } from '../vector-rows.js';
import { DamagedRow, type Places } from './disk-rows.js';
import { lanes } from './geometry.js';
import type { Found } from './nearest.js';
import { scan, type ScanTask } from './scan.js';
import { createSources, type BlockHandle, type ShownRows } from './sources.js';

export interface ScanJob extends ScanTask {
  id: number;
  rows: ShownRows;
}

export type ScanResult = { id: number; found: Found } | { id: number; damaged: string };

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

/** Threads go after so many milliseconds without work: each takes 10 MB, and 25 to 60 ms to start. */
const idleMs = 30_000;
/** So many bytes of copies are scanned in place: well under a millisecond. */
const fewBytes = 1024 * 1024;

interface Thread {
  worker: Worker;
  jobs: Map<number, { resolve: (found: Found) => void; reject: (error: Error) => void }>;
  seen: Set<number>;
  lastId: number;
}

export function createScanners(clock: Clock, count = Math.min(availableParallelism(), lanes - 1)): Scanners {
  let threads: Thread[] = [];
  let running = 0;
  let cancelIdle = (): void => undefined;
  let starting: Promise<void> | undefined;
  let isClosed = false;

  const forget = (thread: Thread): void => void (threads = threads.filter((one) => one !== thread));

  async function end(): Promise<void> {
    cancelIdle();
    const ending = threads;
    threads = [];
    await Promise.all(ending.map(({ worker }) => worker.terminate()));
  }

  /** One after the other, since each holds the process up for some milliseconds. */
  async function startAll(): Promise<void> {
    for (let i = 0; i < count && !isClosed; i++) {
      threads.push(startThread(i + 1, forget));
      await nextTurn();
    }
  }

  async function inThreads(rows: VectorRows, { places, ...part }: Scan): Promise<Found> {
    cancelIdle();
    running++;
    try {
      if (threads.length === 0 || starting) await (starting ??= startAll().finally(() => (starting = undefined)));
      if (threads.length === 0) throw new Error('the threads that scan were ended');
      const parts = threads.map((thread, i) => {
        const from = (at: number): number => Math.floor((part.slots.length * at) / threads.length);
        const task = { ...part, dimension: rows.dimension, from: from(i), to: from(i + 1) };
        return inThread(thread, task, shownTo(thread, rows, places));
      });
      return joined(await Promise.all(parts));
    } finally {
      if (--running === 0) cancelIdle = clock.after(idleMs, () => void end());
    }
  }

  return {
    async scan(rows, what) {
      const { copies, floats, dimension } = rows;
      const { places, ...part } = what;
      if (floats === undefined || part.slots.length * copies.geometry.rowBytes > fewBytes) return inThreads(rows, what);
      const handles = (blocks: readonly Block[]): BlockHandle[] =>
        blocks.map(({ id, memory }) => ({ id, handle: memory.handle }));
      const task = { ...part, dimension, from: 0, to: part.slots.length };
      const shown = { copies: handles(copies.list), floats: handles(floats.list), places };
      const { copies: own, exact } = createSources(0).open(shown, task);
      return scan(task, own, exact);
    },
    async rest() {
      if (running === 0) await end();
    },
    async close() {
      isClosed = true;
      await starting;
      await end();
    },
  };
}

function startThread(lane: number, ended: (thread: Thread) => void): Thread {
  const worker = new Worker(threadScript('workers/vectors/local/scan/scan-thread'), {
    workerData: lane,
    resourceLimits: { maxYoungGenerationSizeMb: 4 },
  });
  const thread: Thread = { worker, jobs: new Map(), seen: new Set(), lastId: 0 };
  let reason = new Error('the thread that scans was ended');
  worker.on('message', (result: ScanResult) => {
    const job = thread.jobs.get(result.id);
    if ('found' in result) job?.resolve(result.found);
    else job?.reject(new DamagedRow(result.damaged));
  });
  worker.on('error', (error) => (reason = error));
  worker.on('exit', () => {
    ended(thread);
    for (const { reject } of thread.jobs.values()) reject(reason);
  });
  return thread;
}

/** Without a handle for what the thread has seen. */
function shownTo({ seen }: Thread, { copies, floats }: VectorRows, places: Places | undefined): ShownRows {
  const shown = (blocks: readonly Block[]): BlockHandle[] =>
    blocks.map(({ id, memory }) => {
      const handle = seen.has(id) ? null : memory.handle;
      seen.add(id);
      return { id, handle };
    });
  return { copies: shown(copies.list), floats: floats && shown(floats.list), places: floats ? undefined : places };
}

async function inThread(thread: Thread, task: ScanTask, rows: ShownRows): Promise<Found> {
  const { worker, jobs } = thread;
  const id = ++thread.lastId;
  worker.ref();
  try {
    return await new Promise<Found>((resolve, reject) => {
      jobs.set(id, { resolve, reject });
      worker.postMessage({ ...task, id, rows } satisfies ScanJob);
    });
  } finally {
    jobs.delete(id);
    if (jobs.size === 0) worker.unref();
  }
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
