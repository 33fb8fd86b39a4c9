/**
 * The thread that watches folders and everything below them. After each change, chokidar reads the whole folder again,
 * file by file. For thousands of files, that would block the daemon's event loop too long.
 */
import { watch, type FSWatcher } from 'chokidar';
import { sep } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { messageOf, systemCodeOf } from '../../workers/base/errors.js';
import { isIgnored } from '../../workers/base/files/names.js';
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

/** Starts a watch, scans a part of the folder, or ends the watch. */
export type ToWatch = { id: number } & ({ order: WatchOrder | null } | { look: number });

export type FromWatch = { id: number } & (
  | { say: 'changed'; names: ReadonlySet<string> }
  | { say: 'failed'; reason: string }
  | { say: 'ended' }
);

/** Milliseconds over which events are combined. */
const eventPause = 100;
const watchers = new Map<number, FSWatcher>();
const surveys = new Map<number, (share: number) => void>();
const say = (message: FromWatch): void => parentPort?.postMessage(message);

/** Collects changes by the names directly in the folder, and reports them together after a pause. */
function gathered(id: number, folder: string): (path?: string) => void {
  let names = new Set<string>();
  let isPausing = false;
  return (path = folder) => {
    if (path !== folder) names.add(path.slice(folder.length + 1).split(sep)[0] ?? '');
    if (isPausing) return;
    isPausing = true;
    setTimeout(() => {
      say({ id, say: 'changed', names });
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

function begin(id: number, { folder, passedOver, hasEvents = true, isSurveyed = false }: WatchOrder): void {
  const soon = gathered(id, folder);
  const look = isSurveyed ? survey(id, folder, soon) : soon;
  if (isSurveyed) soon();
  if (!hasEvents) return;
  const isUninteresting = (relative: string): boolean => {
    const parts = relative.split(sep);
    return passedOver.includes(parts[0] ?? '') || parts.some(isIgnored);
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
    if (!isClosedFolder(error, folder)) say({ id, say: 'failed', reason: messageOf(error) });
  });
  watchers.set(id, watcher);
}

async function end(id: number): Promise<void> {
  await watchers.get(id)?.close();
  watchers.delete(id);
  surveys.delete(id);
  say({ id, say: 'ended' });
}

parentPort?.on('message', ({ id, ...message }: ToWatch) => {
  if ('look' in message) surveys.get(id)?.(message.look);
  else if (message.order === null) void end(id);
  else begin(id, message.order);
});
