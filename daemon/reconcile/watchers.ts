/** Watches folders in one thread, which starts with the first watcher and ends soon after the last. */
import { createKeptThreads } from '../../workers/base/async/kept-threads.js';
import { threadScript } from '../../workers/base/async/threads.js';
import { messageOf } from '../../workers/base/errors.js';
import { systemClock } from '../../workers/base/ports.js';
import type { WatchEvent, WatchOrder, WatchThread } from './watch-thread.js';

export interface WatcherCalls {
  /** With the names directly in the folder that have changed; empty if they are unknown. */
  changed: (names: ReadonlySet<string>) => void;
  /** The folder cannot be watched. */
  failed: (reason: string) => void;
}

export interface Watcher {
  /**
   * Scans a surveyed folder for differences, which are reported as changes.
   * @param share the part of the folder to scan; the rest follows in the next scans
   */
  look(share: number): void;
  /** Stops all callbacks and releases the folder. */
  close(): Promise<void>;
}

const threads = createKeptThreads<WatchThread>(threadScript('daemon/reconcile/watch-thread'), {
  most: 1,
  idleMs: 1000,
  clock: systemClock,
  // Megabytes: ten thousand files take 15.
  limits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 2 },
});
let lastId = 0;

export function startWatcher(order: WatchOrder, { changed, failed }: WatcherCalls): Watcher {
  const id = ++lastId;
  const closing = new AbortController();
  const { signal } = closing;
  let isWatched = true;
  const event = (seen: WatchEvent): void => {
    if (signal.aborted) return;
    if ('changed' in seen) changed(seen.changed);
    else failed(seen.failed);
  };
  const watching = threads.call('watch', { id, ...order }, { signal, event }).catch((error: unknown) => {
    isWatched = false;
    if (!signal.aborted) failed(messageOf(error));
  });
  return {
    look(share) {
      // Its failure is also one of the watch.
      if (isWatched) void threads.call('look', { id, share }).catch(() => undefined);
      // The thread with the last scan is gone, so the changes are unknown.
      else if (!signal.aborted) changed(new Set());
    },
    async close() {
      closing.abort();
      await watching;
    },
  };
}
