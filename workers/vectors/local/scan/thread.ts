/** One of the threads that scan, as the others see it. */
import { Worker } from 'node:worker_threads';
import { threadScript } from '../../../base/async/threads.js';
import type { Block } from '../blocks.js';
import type { VectorRows } from '../vector-rows.js';
import { DamagedRow, type Places } from './disk-rows.js';
import type { Found } from './nearest.js';
import type { ScanTask } from './scan.js';
import type { BlockHandle, ShownRows } from './sources.js';

export interface ScanJob extends ScanTask {
  id: number;
  rows: ShownRows;
}

export type ScanResult = { id: number; found: Found } | { id: number; damaged: string };

export interface ScanThread {
  lane: number;
  worker: Worker;
  jobs: Map<number, { resolve: (found: Found) => void; reject: (error: Error) => void }>;
  seen: Set<number>;
  lastId: number;
}

export function startThread(lane: number, ended: (thread: ScanThread) => void): ScanThread {
  const worker = new Worker(threadScript('workers/vectors/local/scan/scan-thread'), {
    workerData: lane,
    resourceLimits: { maxYoungGenerationSizeMb: 4 },
  });
  const thread: ScanThread = { lane, worker, jobs: new Map(), seen: new Set(), lastId: 0 };
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

/** @throws DamagedRow where floats that are not in memory cannot be had */
export async function inThread(
  thread: ScanThread,
  task: ScanTask,
  rows: VectorRows,
  places: Places | undefined,
): Promise<Found> {
  const { worker, jobs } = thread;
  const id = ++thread.lastId;
  const job: ScanJob = { ...task, id, rows: shownRows(rows, places, thread.seen) };
  worker.ref();
  try {
    return await new Promise<Found>((resolve, reject) => {
      jobs.set(id, { resolve, reject });
      worker.postMessage(job);
    });
  } finally {
    jobs.delete(id);
    if (jobs.size === 0) worker.unref();
  }
}

/** Without a handle for what was seen, which is then seen. */
export function shownRows({ copies, floats }: VectorRows, places: Places | undefined, seen: Set<number>): ShownRows {
  const shown = (blocks: readonly Block[]): BlockHandle[] =>
    blocks.map(({ id, memory }) => {
      const handle = seen.has(id) ? null : memory.handle;
      seen.add(id);
      return { id, handle };
    });
  return {
    copies: shown(copies.list),
    floats: floats && { words: floats.words, packed: shown(floats.packed.list), whole: shown(floats.whole.list) },
    places: floats ? undefined : places,
  };
}
