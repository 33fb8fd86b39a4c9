/** A thread that scans its part of the rows. It remembers the blocks it was shown once. */
import { parentPort, workerData } from 'node:worker_threads';
import { DamagedRow, openDiskRows } from './disk-rows.js';
import { runAtOnce } from './run-scan.js';
import { scan } from './scan.js';
import { createSources } from './sources.js';
import type { ScanJob, ScanResult } from './thread.js';

const sources = createSources(workerData as number, openDiskRows);

parentPort?.on('message', ({ id, rows, ...task }: ScanJob) => {
  const { copies, exact, bring, close } = sources.open(rows, task);
  try {
    const found = runAtOnce(scan(task, copies, exact), bring);
    const result: ScanResult = { id, found };
    parentPort?.postMessage(result, [found.positions.buffer as ArrayBuffer, found.squares.buffer as ArrayBuffer]);
  } catch (error) {
    if (!(error instanceof DamagedRow)) throw error;
    parentPort?.postMessage({ id, damaged: error.file } satisfies ScanResult);
  } finally {
    close();
  }
});
