/** The lock in the library's folder, which goes with the library from place to place. */
import { join } from 'node:path';
import { acquireLock, type Lock } from '../workers/base/files/lock.js';

export const libraryLockName = 'library.lock';

export class LibraryLock {
  private lock: Lock | null = null;

  constructor(private readonly purpose: string) {}

  /**
   * Takes the lock of a folder, and releases the one that is held.
   * @param enter done under both; where it throws, the former lock stays
   * @param make false: the folder must be there; it may be that of a disk
   * @throws TonstiftError `locked` where another process has it; what `enter` throws; the system's error
   */
  async take(folder: string, enter: () => Promise<void>, { make = true } = {}): Promise<void> {
    const lock = await acquireLock(join(folder, libraryLockName), { purpose: this.purpose, make });
    try {
      await enter();
    } catch (error) {
      await lock.release();
      throw error;
    }
    await this.release();
    this.lock = lock;
  }

  /** Where it is another's by now, nothing happens. */
  async release(): Promise<void> {
    await this.lock?.release();
    this.lock = null;
  }
}
