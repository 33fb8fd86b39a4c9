/** Plans the sync of a connected pen. */
import { sha256OfFile } from '../../base/files/hash.js';
import type { Log } from '../../base/ports.js';
import { silentLog } from '../../base/ports.js';
import { readPen } from './inventory.js';
import { doubtfulFiles } from './own-files.js';
import { planSync, type SyncPlan } from './plan.js';
import type { RememberedFile, WantedFile } from '../types.js';
import { messageOn, throwIfStopped } from '../volume-errors.js';
import type { VolumeRoot } from '../volume-root.js';

export interface PlanWishes {
  wanted: readonly WantedFile[];
  remembered: readonly RememberedFile[];
  signal?: AbortSignal;
  log?: Log;
}

/**
 * Reads the pen, and the content of files that size and product id do not identify.
 * @throws TonstiftError `no_pen`, `not_now`, `aborted`
 */
export async function planPen(
  root: VolumeRoot,
  { wanted, remembered, signal, log = silentLog }: PlanWishes,
): Promise<SyncPlan> {
  const contents = await readPen(root, { signal });
  for (const { path, reason } of contents.skipped) log.warn(`${path} on the pen was skipped: ${reason}`);
  const digests = new Map<string, string>();
  const unread = new Set<string>();
  for (const { path } of doubtfulFiles(contents.files, remembered, wanted)) {
    try {
      digests.set(path, await sha256OfFile(root.at(path), signal));
    } catch (thrown) {
      throwIfStopped(signal);
      await root.check();
      unread.add(path);
      log.warn(`${path} on the pen cannot be read: ${messageOn(root, thrown)}`);
    }
  }
  return planSync({ ...contents, wanted, remembered, digests, unread });
}
