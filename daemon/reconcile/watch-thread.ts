/**
 * The thread that watches folders and everything below them. After each change, chokidar reads the whole folder again,
 * file by file. For thousands of files, that would block the daemon's event loop too long.
 */
import { watch, type FSWatcher } from 'chokidar';
import { once } from 'node:events';
import { sep } from 'node:path';
import { serveThread, type ServedCall } from '../../workers/base/async/serve-thread.js';
import { messageOf, systemCodeOf } from '../../workers/base/errors.js';
import { isIgnored, isPartial } from '../../workers/base/files/names.js';
import { giveWay } from '../../workers/base/async/give-way.js';
import { Survey } from './survey.js';

giveWay();

export interface WatchOrder {
  folder: string;
  /** Names of direct subfolders to ignore. */
  passedOver: readonly string[];
  /** Whether to use file system events. */
  hasEvents?: boolean;
  /** Whether to compare the folder with its last scan on request, and to report only differences. */
  isSurveyed?: boolean;
}

/** Names directly in the folder that have changed, or why the folder cannot be watched. */
export type WatchEvent = { changed: ReadonlySet<string> } | { failed: string };
type Report = ServedCall<WatchEvent>['report'];

/** Milliseconds over which events are combined. */
const eventPause = 100;
const surveys = new Map<number, (share: number) => void>();

/** Collects changes by the names directly in the folder, and reports them together after a pause. */
function gathered(folder: string, report: Report): (path?: string) => void {
  let names = new Set<string>();
  let isPausing = false;
  return (path = folder) => {
    if (path !== folder) names.add(path.slice(folder.length + 1).split(sep)[0] ?? '');
    if (isPausing) return;
    isPausing = true;
    setTimeout(() => {
      void report({ changed: names });
      names = new Set();
      isPausing = false;
    }, eventPause);
  };
}

/** Whether the error is about one subfolder that this user may not read. */
function isClosedFolder(error: unknown, folder: string): boolean {
  const { path } = error as NodeJS.ErrnoException;
  return path !== undefined && path !== folder && ['EACCES', 'EPERM'].includes(systemCodeOf(error) ?? '');
}

/** @returns a function that reports all differences from the last scan */
function survey(id: number, folder: string, soon: (path: string) => void): (share?: number) => void {
  const own = new Survey(folder);
  // The baseline. The caller is asked to read everything only after this scan, so it misses no change.
  own.look();
  const look = (share?: number): void => {
    for (const name of own.look(share)) soon(folder + sep + name);
  };
  surveys.set(id, look);
  return look;
}

function begin(
  { id, folder, passedOver, hasEvents = true, isSurveyed = false }: WatchOrder & { id: number },
  report: Report,
): FSWatcher | undefined {
  const soon = gathered(folder, report);
  const look = isSurveyed ? survey(id, folder, soon) : soon;
  if (isSurveyed) soon();
  if (!hasEvents) return undefined;
  const isUninteresting = (relative: string): boolean => {
    const parts = relative.split(sep);
    return passedOver.includes(parts[0] ?? '') || parts.some((part) => isIgnored(part) || isPartial(part));
  };
  const watcher = watch(folder, {
    ignoreInitial: true,
    followSymlinks: false,
    ignored: (path) => path !== folder && isUninteresting(path.slice(folder.length + 1)),
  });
  watcher.on('all', (_event, path) => soon(path));
  // Changes while the watcher starts give no event.
  watcher.on('ready', () => look());
  watcher.on('error', (error) => {
    // Everything else is still watched. A sweep notices when the folder is readable again.
    if (!isClosedFolder(error, folder)) void report({ failed: messageOf(error) });
  });
  return watcher;
}

const handlers = {
  /** Watches until the caller aborts. */
  async watch(order: WatchOrder & { id: number }, { signal, report }: ServedCall<WatchEvent>): Promise<void> {
    const aborted = once(signal, 'abort');
    const watcher = begin(order, report);
    await aborted;
    await watcher?.close();
    surveys.delete(order.id);
  },
  look({ id, share }: { id: number; share: number }): void {
    surveys.get(id)?.(share);
  },
};
export type WatchThread = typeof handlers;
serveThread(handlers);
