/** Wakes a reconciler of a folder: on events where there are any; and a sweep every minute anyway. */
import { statfs } from 'node:fs/promises';
import type { Clock, Log } from '../../workers/base/ports.js';
import { duplicatesFolder, failedFolder } from '../inbox/scan.js';
import { startWatcher, type Watcher } from './watchers.js';

const sweepEvery = 60_000;
/** Of a folder that is surveyed, where events come too: all of it within some sweeps. */
const shareOfSweep = 1 / 20;
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
  /** Whether only what differs from the last look is looked at, where nothing has told of it. */
  isSurveyed?: boolean;
  /** Is told where the system refuses to watch it. */
  unwatched: { note(folder: string, reason: string | null): void };
}

export async function watchFolder(
  folder: string,
  { wake, sweep, clock, log, unwatched, isSurveyed = false }: WatchCalls,
): Promise<FolderWatch> {
  let watcher: Watcher | undefined;
  const look = (share: number): void => {
    if (isSurveyed) watcher?.look(share);
    else if (share === 1) wake(new Set());
  };
  const sweepAll = (): void => {
    sweep();
    look(shareOfSweep);
  };
  const cancels = [clock.every(sweepEvery, sweepAll)];
  let polling = false;
  const poll = (why: string): void => {
    if (polling) return;
    polling = true;
    log.info(`${folder} is looked at every ${pollEvery / 1000} seconds: ${why}.`);
    cancels.push(clock.every(pollEvery, () => look(1)));
  };
  const fail = (reason: string): void => {
    poll(`it cannot be watched (${reason})`);
    unwatched.note(folder, reason);
  };
  const hasEvents = !(await isRemote(folder));
  if (hasEvents || isSurveyed)
    watcher = startWatcher(
      { folder, passedOver: [failedFolder, duplicatesFolder], hasEvents, isSurveyed },
      { changed: wake, failed: (reason) => fail(reason) },
    );
  if (!hasEvents) poll('it lies on a network folder, which tells of no changes');
  return {
    async stop() {
      for (const cancel of cancels) cancel();
      await watcher?.close();
      unwatched.note(folder, null);
    },
  };
}
