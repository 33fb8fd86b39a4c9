/** The lock in the library's folder. It moves with the library. */
import { join } from 'node:path';
import { messageOf } from '../../workers/base/errors.js';
import { acquireLock, type Lock } from '../../workers/base/files/lock.js';
import type { Log } from '../../workers/base/ports.js';

export const libraryLockName = 'library.lock';

export class LibraryLock {
  private lock: Lock | null = null;
  /** By folder: the disk of a former folder may return with our lock on it. */
  private readonly taken = new Map<string, Lock>();

  constructor(
    private readonly purpose: string,
    private readonly log: Log,
  ) {}

  /**
   * Acquires the lock of a folder, even if we hold it already, and releases the lock of the former folder. If that
   * release fails, the lock file stays: a moved library must stay available if its old disk fails, which may be the
   * reason for the move.
   * @param enter runs while both locks are held; if it throws, the former lock is kept
   * @param make false: the folder must exist; it may be a mount point
   * @throws TonstiftError `locked` if another process holds it; whatever `enter` throws; the system's error
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
    await lock?.release().catch((error: unknown) => this.log.warn(`Cannot remove a library lock: ${messageOf(error)}`));
  }

  /** Does nothing if another process holds the lock now. */
  async release(): Promise<void> {
    const { lock } = this;
    this.lock = null;
    await lock?.release();
  }
}
