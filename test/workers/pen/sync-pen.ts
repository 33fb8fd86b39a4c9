/** A sync as the daemon does it, with a memory that outlives it. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { syncPen, type SyncOptions, type SyncReport } from '../../../workers/pen/transfer/apply.js';
import { planPen } from '../../../workers/pen/plan/plan-pen.js';
import { isInOrder, type SyncPlan } from '../../../workers/pen/plan/plan.js';
import type { RememberedFile, WantedFile } from '../../../workers/pen/types.js';
import { type VolumeRoot, withVolume } from '../../../workers/pen/volume-root.js';
import { sha256 } from './gme-files.js';

/** What is remembered of one pen. */
export interface Memory {
  files: RememberedFile[];
  /** How often it was saved. */
  saves: number;
}

export const emptyMemory = (): Memory => ({ files: [], saves: 0 });

export const inPen = <T>(point: string, task: (root: VolumeRoot) => Promise<T>): Promise<T> =>
  withVolume(point, { mounted: false }, task);

export const look = (point: string, wanted: readonly WantedFile[], memory: Memory): Promise<SyncPlan> =>
  inPen(point, (root) => planPen(root, { wanted, remembered: memory.files }));

export function sync(
  point: string,
  wanted: readonly WantedFile[],
  memory: Memory,
  options: Partial<SyncOptions> = {},
): Promise<SyncReport> {
  return inPen(point, async (root) => {
    const plan = await planPen(root, { wanted, remembered: memory.files });
    return syncPen(root, plan, {
      remembered: memory.files,
      async save(files) {
        memory.files = files;
        memory.saves++;
      },
      ...options,
    });
  });
}

export const inOrder = async (point: string, wanted: readonly WantedFile[], memory: Memory): Promise<boolean> =>
  isInOrder(await look(point, wanted, memory));

/** Path → SHA-256 of all that lies there. */
export async function contentsOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const pairs = await Promise.all(
    paths.map(async (path) => [path.slice(folder.length + 1), sha256(await readFile(path))] as const),
  );
  return Object.fromEntries(pairs.sort());
}
