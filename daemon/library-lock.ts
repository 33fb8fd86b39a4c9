/** The lock in the library's folder, which goes with the library from place to place. */
import { join } from 'node:path';
import { messageOf } from '../workers/base/errors.js';
import { acquireLock, type Lock } from '../workers/base/files/lock.js';
import type { Log } from '../workers/base/ports.js';

export const libraryLockName = 'library.lock';

export class LibraryLock {
  private lock: Lock | null = null;
  /** By folder: the disk of one that was left may come back with it. */
  private readonly taken = new Map<string, Lock>();

  constructor(
    private readonly purpose: string,
    private readonly log: Log,
  ) {}

  /**
   * Takes the lock of a folder, anew where it is held, and releases the one that is held elsewhere. That one may stay
   * behind: a library that has come to its new place must not go because the disk of the old one fails, which may be
   * why it was moved.
   * @param enter done under both; where it throws, the former lock stays
   * @param make false: the folder must be there; it may be that of a disk
   * @throws TonstiftError `locked` where another process has it; what `enter` throws; the system's error
   */
  async take(folder: string, enter: () => Promise<void>, { make = true } = {}): Promise<void> {
    await this.taken.get(folder)?.release();
    const lock = await acquireLock(join(folder, libraryLockName), { purpose: this.purpose, make });
    this.taken.set(folder, lock);
    try {
      await enter();
    } catch (error) {
      await this.letGo(lock);
      throw error;
    }
    const former = this.lock;
    this.lock = lock;
    await this.letGo(former);
  }

  private async letGo(lock: Lock | null): Promise<void> {
    await lock?.release().catch((error: unknown) => this.log.warn(`A lock of the library stays: ${messageOf(error)}`));
  }

  /** Where it is another's by now, nothing happens. */
  async release(): Promise<void> {
    const { lock } = this;
    this.lock = null;
    await lock?.release();
  }
}
