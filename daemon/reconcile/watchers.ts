/** Watches folders in one thread, which starts with the first watcher and ends with the last. */
import { Worker } from 'node:worker_threads';
import { threadScript } from '../../workers/base/async/threads.js';
import { messageOf } from '../../workers/base/errors.js';
import type { FromWatch, ToWatch, WatchOrder } from './watch-thread.js';

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

interface Watched extends WatcherCalls {
  thread: Worker;
  ended: () => void;
}

/** Heap size in megabytes: ten thousand files take 15. */
const heap = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 2 };

let thread: Worker | undefined;
let lastId = 0;
const watched = new Map<number, Watched>();

const of = (thread: Worker): Watched[] => [...watched.values()].filter((one) => one.thread === thread);

function start(): Worker {
  const started = new Worker(threadScript('daemon/reconcile/watch-thread'), { resourceLimits: heap });
  started.on('message', (message: FromWatch) => {
    const calls = watched.get(message.id);
    if (message.say === 'changed') calls?.changed(message.names);
    else if (message.say === 'failed') calls?.failed(message.reason);
    else calls?.ended();
  });
  started.on('error', (error) => {
    // Later watchers get a new thread.
    if (thread === started) thread = undefined;
    of(started).forEach(({ failed }) => failed(messageOf(error)));
  });
  started.on('exit', () => {
    if (thread === started) thread = undefined;
    of(started).forEach(({ ended }) => ended());
  });
  return started;
}

export function startWatcher(order: WatchOrder, { changed, failed }: WatcherCalls): Watcher {
  const id = ++lastId;
  let isOpen = true;
  thread ??= start();
  const own = thread;
  const tell = (message: ToWatch): void => own.postMessage(message);
  const ended = new Promise<void>((resolve) =>
    watched.set(id, {
      thread: own,
      changed: (names) => isOpen && changed(names),
      failed: (reason) => isOpen && failed(reason),
      ended: resolve,
    }),
  );
  tell({ id, order });
  return {
    look(share) {
      if (thread === own) tell({ id, look: share });
      // The thread with the last scan is gone, so the changes are unknown.
      else if (isOpen) changed(new Set());
    },
    async close() {
      isOpen = false;
      if (thread === own) tell({ id, order: null });
      await ended;
      watched.delete(id);
      if (watched.size > 0 || thread !== own) return;
      thread = undefined;
      await own.terminate();
    },
  };
}
