/** Releases resources in reverse order; an error of one does not stop the others. */
import { messageOf } from '../workers/base/errors.js';
import type { Log } from '../workers/base/ports.js';

export class Disposables {
  private readonly steps: { what: string; release: () => Promise<void> | void }[] = [];
  private done: Promise<void> | null = null;

  constructor(private readonly log: Log) {}

  push(what: string, release: () => Promise<void> | void): void {
    this.steps.push({ what, release });
  }

  /** May be called twice. */
  run(): Promise<void> {
    this.done ??= (async () => {
      for (const { what, release } of this.steps.reverse()) {
        try {
          await release();
        } catch (error) {
          this.log.warn(`${what} could not be stopped properly: ${messageOf(error)}`);
        }
      }
    })();
    return this.done;
  }
}
