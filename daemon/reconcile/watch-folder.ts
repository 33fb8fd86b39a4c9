/** Wakes the reconciler of a folder on events, if there are any, and by a sweep every minute. */
import { stat, statfs } from 'node:fs/promises';
import { shared } from '../../workers/base/async/shared.js';
import type { Clock, Log } from '../../workers/base/ports.js';
import { duplicatesFolder, failedFolder } from '../inbox/scan.js';
import { startWatcher, type Watcher } from './watchers.js';

const sweepEvery = 60_000;
/** For a surveyed folder with events: a sweep scans this part, so that some sweeps cover everything. */
const shareOfSweep = 1 / 20;
/** For folders without events, such as network folders. */
const pollEvery = 5_000;

/**
 * `statfs` types of file systems that give no events for changes by other machines: NFS, SMB, CIFS, 9P, FUSE, AFS,
 *          Ceph.
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
  /** Called on changes, with the names directly in the folder that have changed; empty if they are unknown. */
  wake: (names: ReadonlySet<string>) => void;
  /** Called every minute, whatever the watcher reports. */
  sweep: () => void;
  clock: Clock;
  log: Log;
  /** Whether the folder is scanned for differences when there was no event. */
  isSurveyed?: boolean;
  /** Notified if the system refuses to watch the folder. */
  unwatched: { note(folder: string, reason: string | null): void };
}

/**
 * Null if the folder cannot be read. A new folder may get the inode of a removed one, so the birth time is included.
 */
const identityOf = (folder: string): Promise<string | null> =>
  stat(folder).then(
    ({ dev, ino, birthtimeMs }) => `${dev}:${ino}:${birthtimeMs}`,
    () => null,
  );

export async function watchFolder(folder: string, calls: WatchCalls): Promise<FolderWatch> {
  const watch = new WatchOfFolder(folder, calls);
  await watch.begin();
  return watch;
}

class WatchOfFolder implements FolderWatch {
  private watcher: Watcher | undefined;
  /** Identity of the watched folder. */
  private watched: string | null = null;
  private readonly cancels: (() => void)[] = [];
  private cancelRetry = (): void => undefined;
  private cancelPoll: (() => void) | undefined;
  private isStopped = false;
  private readonly follow = shared(() => this.followOnce());

  constructor(
    private readonly folder: string,
    private readonly calls: WatchCalls,
  ) {}

  async begin(): Promise<void> {
    const { clock, sweep } = this.calls;
    await this.watch();
    const sweepAll = (): void => {
      sweep();
      this.look(shareOfSweep);
      // Mounting a disk over the folder gives no event.
      void this.follow();
    };
    this.cancels.push(clock.every(sweepEvery, sweepAll));
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    for (const cancel of [...this.cancels, this.cancelRetry]) cancel();
    await this.follow();
    await this.watcher?.close();
    this.endPoll();
  }

  private async watch(): Promise<void> {
    const { folder } = this;
    this.endPoll();
    const { isSurveyed = false, wake } = this.calls;
    this.watched = await identityOf(folder);
    const hasEvents = !(await isRemote(folder));
    if (hasEvents || isSurveyed)
      this.watcher = startWatcher(
        { folder, passedOver: [failedFolder, duplicatesFolder], hasEvents, isSurveyed },
        {
          changed: (names) => {
            wake(names);
            void this.follow();
          },
          failed: (reason) => this.fail(reason),
        },
      );
    if (!hasEvents) this.poll('it is on a network folder, which reports no changes');
  }

  /** Watches again if the folder was recreated, or a disk was mounted over it: neither gives an event. */
  private async followOnce(): Promise<void> {
    if (this.isStopped) return;
    const now = await identityOf(this.folder);
    this.cancelRetry();
    if (now === null) this.cancelRetry = this.calls.clock.after(pollEvery, () => void this.follow());
    if (now === null || now === this.watched) return;
    await this.watcher?.close();
    this.watcher = undefined;
    await this.watch();
  }

  private look(share: number): void {
    if (this.calls.isSurveyed === true) this.watcher?.look(share);
    else if (share === 1) this.calls.wake(new Set());
  }

  private poll(why: string): void {
    const { clock, log } = this.calls;
    if (this.cancelPoll !== undefined) return;
    log.info(`${this.folder} is checked every ${pollEvery / 1000} seconds: ${why}.`);
    this.cancelPoll = clock.every(pollEvery, () => this.look(1));
  }

  private endPoll(): void {
    this.cancelPoll?.();
    this.cancelPoll = undefined;
    this.calls.unwatched.note(this.folder, null);
  }

  private fail(reason: string): void {
    this.poll(`it cannot be watched (${reason})`);
    this.calls.unwatched.note(this.folder, reason);
  }
}
