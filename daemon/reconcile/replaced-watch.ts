/** A watch that is replaced when its folder changes. */
import { createMutex } from '../../workers/base/async/mutex.js';
import type { FolderWatch } from './watch-folder.js';

/** Replacements run one at a time. Two at once would stop the same watch, and one of the new ones would run forever. */
export class ReplacedWatch {
  private readonly turns = createMutex();
  private current: FolderWatch | null = null;
  private isStopped = false;

  /**
   * Stops the watch, and starts the next one unless `stop` was called.
   * @param start returns null if there is nothing to watch
   */
  replace(start: () => Promise<FolderWatch | null>): Promise<void> {
    return this.turns.run(async () => {
      const before = this.current;
      this.current = null;
      await before?.stop();
      if (!this.isStopped) this.current = await start();
    });
  }

  stop(): Promise<void> {
    this.isStopped = true;
    return this.replace(() => Promise.resolve(null));
  }
}
