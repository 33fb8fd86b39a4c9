/** One watch, replaced when its folder becomes another one. */
import { createMutex } from '../../workers/base/async/mutex.js';
import type { FolderWatch } from './watch-folder.js';

/** Replacements run one at a time: two at once would both stop the same watch, and one of theirs would run forever. */
export class ReplacedWatch {
  private readonly turns = createMutex();
  private current: FolderWatch | null = null;
  private isStopped = false;

  /**
   * Stops the watch, and starts the next one unless `stop` was called.
   * @param start answers null where there is nothing to watch
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
