/**
 * Scans a list of rows: in place where it is short, otherwise in threads that start with the first such scan. Not by
 * `ThreadPool`: each scan goes to all threads at once, and each thread remembers the shared memory that it has seen.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Clock } from '../../../base/ports.js';
import { threadScript } from '../../../base/async/threads.js';
import type { FloatRows } from '../float-rows.js';
import { lanes } from './geometry.js';
import { createKernel, type Kernel } from './kernel.js';
import type { MemoryHandle } from '../memory.js';
import { scan, type Found, type ScanTask } from './scan.js';

export interface ScanJob extends ScanTask {
  id: number;
  /** Without a handle: the thread has seen it. */
  blocks: { id: number; handle: MemoryHandle | null }[];
}

export interface ScanResult {
  id: number;
  found: Found;
}

export interface Scanners {
  /** @param slots growing, and in shared memory where they are many */
  scan(rows: FloatRows, task: Pick<ScanTask, 'query' | 'slots' | 'limit' | 'within'>): Promise<Found>;
  /** Ends threads that scan nothing, so that memory which only they remember is given back. */
  rest(): Promise<void>;
  close(): Promise<void>;
}

/** Threads go after so many milliseconds without work. */
const idleMs = 60_000;
/** So many bytes are scanned in place: well under a millisecond. */
const fewBytes = 4 * 1024 * 1024;

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

  const forget = (thread: Thread): void => void (threads = threads.filter((one) => one !== thread));

  async function end(): Promise<void> {
    cancelIdle();
    const ending = threads;
    threads = [];
    await Promise.all(ending.map(({ worker }) => worker.terminate()));
  }

  async function inThreads(blocks: FloatRows['blocks'], task: ScanTask): Promise<Found> {
    cancelIdle();
    if (threads.length === 0) threads = Array.from({ length: count }, (_, i) => startThread(i + 1, forget));
    running++;
    try {
      const parts = threads.map((thread, i) => {
        const part = (at: number): number => Math.floor((task.to * at) / threads.length);
        return inThread(thread, blocks, { ...task, from: part(i), to: part(i + 1) });
      });
      return joined(await Promise.all(parts));
    } finally {
      if (--running === 0) cancelIdle = clock.after(idleMs, () => void end());
    }
  }

  return {
    async scan({ geometry, blocks }, part) {
      const task = { ...part, geometry, from: 0, to: part.slots.length };
      if (task.to * geometry.rowBytes > fewBytes) return inThreads([...blocks], task);
      const kernels = new Map<number, Kernel>();
      return scan(task, (block) => {
        const kernel =
          kernels.get(block) ?? createKernel((blocks[block] as FloatRows['blocks'][number]).memory.handle, geometry, 0);
        kernels.set(block, kernel);
        return kernel;
      });
    },
    async rest() {
      if (running === 0) await end();
    },
    close: end,
  };
}

function startThread(lane: number, ended: (thread: Thread) => void): Thread {
  const worker = new Worker(threadScript('workers/vectors/local/scan/scan-thread'), {
    workerData: lane,
    resourceLimits: { maxYoungGenerationSizeMb: 4 },
  });
  const thread: Thread = { worker, jobs: new Map(), seen: new Set(), lastId: 0 };
  let reason = new Error('the thread that scans was ended');
  worker.on('message', ({ id, found }: ScanResult) => thread.jobs.get(id)?.resolve(found));
  worker.on('error', (error) => (reason = error));
  worker.on('exit', () => {
    ended(thread);
    for (const { reject } of thread.jobs.values()) reject(reason);
  });
  return thread;
}

async function inThread(thread: Thread, blocks: FloatRows['blocks'], task: ScanTask): Promise<Found> {
  const { worker, jobs, seen } = thread;
  const id = ++thread.lastId;
  const job: ScanJob = {
    ...task,
    id,
    blocks: blocks.map((block) => ({ id: block.id, handle: seen.has(block.id) ? null : block.memory.handle })),
  };
  for (const block of blocks) seen.add(block.id);
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
