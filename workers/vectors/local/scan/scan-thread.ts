/** A thread that scans its part of the rows. It remembers the blocks it was shown once. */
import { parentPort, workerData } from 'node:worker_threads';
import { createKernel, type Kernel } from './kernel.js';
import { scan } from './scan.js';
import type { ScanJob, ScanResult } from './scanners.js';

const lane = workerData as number;
const kernels = new Map<number, Kernel>();

parentPort?.on('message', ({ id, blocks, ...task }: ScanJob) => {
  for (const block of blocks) {
    if (block.handle !== null) kernels.set(block.id, createKernel(block.handle, task.geometry, lane));
  }
  const found = scan(task, (block) => kernels.get(blocks[block]?.id as number) as Kernel);
  const result: ScanResult = { id, found };
  parentPort?.postMessage(result, [found.positions.buffer as ArrayBuffer, found.squares.buffer as ArrayBuffer]);
});
