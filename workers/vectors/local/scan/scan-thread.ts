/** A thread that scans its part of the rows. It remembers the blocks it was shown once. */
import { parentPort, workerData } from 'node:worker_threads';
import { scan } from './scan.js';
import { DamagedRow } from './disk-rows.js';
import { createSources } from './sources.js';
import type { ScanJob, ScanResult } from './scanners.js';

const sources = createSources(workerData as number);

parentPort?.on('message', ({ id, rows, ...task }: ScanJob) => {
  const { copies, exact, close } = sources.open(rows, task);
  try {
    const found = scan(task, copies, exact);
    const result: ScanResult = { id, found };
    parentPort?.postMessage(result, [found.positions.buffer as ArrayBuffer, found.squares.buffer as ArrayBuffer]);
  } catch (error) {
    if (!(error instanceof DamagedRow)) throw error;
    parentPort?.postMessage({ id, damaged: error.file } satisfies ScanResult);
  } finally {
    close();
  }
});
