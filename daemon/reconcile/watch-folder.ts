/** Wakes a reconciler of a folder: on events where there are any; and a sweep every minute anyway. */
import { watch, type FSWatcher } from 'chokidar';
import { statfs } from 'node:fs/promises';
import { sep } from 'node:path';
import { messageOf, systemCodeOf } from '../../workers/base/errors.js';
import { isIgnored, nameKey } from '../../workers/base/files/names.js';
import type { Clock, Log } from '../../workers/base/ports.js';
import { duplicatesFolder, failedFolder } from '../inbox/scan.js';

const sweepEvery = 60_000;
/** Where no events come, as on network folders. */
const pollEvery = 5_000;
/** A burst of events wakes once. */
const eventPause = 100;

/**
 * `statfs` types of file systems on which another machine's changes give no events:
 * NFS, SMB, CIFS, 9P, FUSE, AFS, Ceph.
 */
const remote = new Set([0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x01021997, 0x65735546, 0x5346414f, 0x00c36400]);

async function isRemote(folder: string): Promise<boolean> {
  return statfs(folder).then(
    ({ type }) => remote.has(Number(type)),
    () => false,
  );
}

export interface FolderWatch {
  stop(): Promise<void>;
}

/**
 * @param wake called on changes in the folder, with the names right below it under which something changed; empty
 *   where they are not known
 * @param sweep called every minute, whatever the watcher says
 */
export async function watchFolder(
  folder: string,
  {
    wake,
    sweep,
    clock,
    log,
  }: { wake: (names: ReadonlySet<string>) => void; sweep: () => void; clock: Clock; log: Log },
): Promise<FolderWatch> {
  const cancels = [clock.every(sweepEvery, sweep)];
  let watcher: FSWatcher | undefined;
  const poll = (why: string): void => {
    log.info(`${folder} is looked at every ${pollEvery / 1000} seconds: ${why}.`);
    cancels.push(clock.every(pollEvery, () => wake(new Set())));
  };
  if (await isRemote(folder)) poll('it lies on a network folder, which tells of no changes');
  else {
    let cancelPause: (() => void) | null = null;
    let names = new Set<string>();
    const soon = (path?: string): void => {
      if (path !== undefined && path !== folder) names.add(path.slice(folder.length + 1).split(sep)[0] ?? '');
      cancelPause ??= clock.after(eventPause, () => {
        const changed = names;
        cancelPause = null;
        names = new Set();
        wake(changed);
      });
    };
    cancels.push(() => cancelPause?.());
    watcher = watch(folder, {
      ignoreInitial: true,
      followSymlinks: false,
      ignored: (path) => path !== folder && isUninteresting(path.slice(folder.length + 1)),
    });
    watcher.on('all', (_event, path) => soon(path));
    // What comes while the watcher is setting itself up makes no event.
    watcher.on('ready', () => soon());
    let polling = false;
    watcher.on('error', (error) => {
      // The rest is watched all the same; a sweep finds what is readable again.
      if (isClosedFolder(error, folder)) return;
      if (!polling) poll(`it cannot be watched (${messageOf(error)})`);
      polling = true;
    });
  }
  return {
    async stop() {
      for (const cancel of cancels) cancel();
      await watcher?.close();
    },
  };
}

/** Whether the trouble is of one folder below, which this user may not read. */
function isClosedFolder(error: unknown, folder: string): boolean {
  const { path } = error as NodeJS.ErrnoException;
  return path !== undefined && path !== folder && ['EACCES', 'EPERM'].includes(systemCodeOf(error) ?? '');
}

function isUninteresting(relative: string): boolean {
  const parts = relative.split(sep);
  const top = nameKey(parts[0] ?? '');
  return top === failedFolder || top === duplicatesFolder || parts.some(isIgnored);
}
