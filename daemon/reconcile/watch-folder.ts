/** Wakes a reconciler of a folder: on events where there are any; and a sweep every minute anyway. */
import { statfs } from 'node:fs/promises';
import type { Clock, Log } from '../../workers/base/ports.js';
import { duplicatesFolder, failedFolder } from '../inbox/scan.js';
import { startWatcher, type Watcher } from './watchers.js';

const sweepEvery = 60_000;
/** Where no events come, as on network folders. */
const pollEvery = 5_000;

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

interface WatchCalls {
  /**
   * Called on changes in the folder, with the names right below it under which something changed; empty where they are
   * not known.
   */
  wake: (names: ReadonlySet<string>) => void;
  /** Called every minute, whatever the watcher says. */
  sweep: () => void;
  clock: Clock;
  log: Log;
  /** Is told where the system refuses to watch it. */
  unwatched: { note(folder: string, reason: string | null): void };
}

export async function watchFolder(
  folder: string,
  { wake, sweep, clock, log, unwatched }: WatchCalls,
): Promise<FolderWatch> {
  const cancels = [clock.every(sweepEvery, sweep)];
  let watcher: Watcher | undefined;
  let polling = false;
  const poll = (why: string): void => {
    if (polling) return;
    polling = true;
    log.info(`${folder} is looked at every ${pollEvery / 1000} seconds: ${why}.`);
    cancels.push(clock.every(pollEvery, () => wake(new Set())));
  };
  const fail = (reason: string): void => {
    poll(`it cannot be watched (${reason})`);
    unwatched.note(folder, reason);
  };
  if (await isRemote(folder)) poll('it lies on a network folder, which tells of no changes');
  else {
    watcher = startWatcher(
      { folder, passedOver: [failedFolder, duplicatesFolder] },
      { changed: wake, failed: (reason) => fail(reason) },
    );
  }
  return {
    async stop() {
      for (const cancel of cancels) cancel();
      await watcher?.close();
      unwatched.note(folder, null);
    },
  };
}
