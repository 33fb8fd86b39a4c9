/**
 * The thread that watches folders, with all that lies below them. For each change chokidar reads the whole folder once
 * more, file by file: of thousands of files that takes longer than the event loop of the daemon may be silent.
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
  /** Names of folders right below it, in which nothing is of interest. */
  passedOver: readonly string[];
  /** Whether the system is asked to tell of changes. */
  hasEvents?: boolean;
  /** Whether it is compared with what it was, where it is asked for. What is told of is what differs. */
  isSurveyed?: boolean;
}

/** An order begins to be watched, is looked over (a share of it), or comes to its end. */
export type ToWatch = { id: number } & ({ order: WatchOrder | null } | { look: number });

export type FromWatch = { id: number } & (
  | { say: 'changed'; names: ReadonlySet<string> }
  | { say: 'failed'; reason: string }
  | { say: 'ended' }
);

/** Milliseconds: a burst of events is told once. */
const eventPause = 100;
const watchers = new Map<number, FSWatcher>();
const surveys = new Map<number, (share: number) => void>();
const say = (message: FromWatch): void => parentPort?.postMessage(message);

/** Tells of changes by the names right below the folder under which they were, all at once after a pause. */
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

/** Whether the trouble is of one folder below, which this user may not read. */
function isClosedFolder(error: unknown, folder: string): boolean {
  const { path } = error as NodeJS.ErrnoException;
  return path !== undefined && path !== folder && ['EACCES', 'EPERM'].includes(systemCodeOf(error) ?? '');
}

/** @returns what tells of all that differs from the last look */
function survey(id: number, folder: string, soon: (path: string) => void): (share?: number) => void {
  const own = new Survey(folder);
  // Whoever is told of all looks at it later than this.
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
  // What comes while the watcher is setting itself up makes no event.
  watcher.on('ready', () => look());
  watcher.on('error', (error) => {
    // The rest is watched all the same; a sweep finds what is readable again.
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
