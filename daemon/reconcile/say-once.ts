/**
 * The same trouble again is no news: a sentence is logged when it is another one than the last about the same thing.
 */
import type { Log } from '../../workers/base/ports.js';

export class SayOnce {
  private readonly last = new Map<string, string>();

  constructor(private readonly log: Log) {}

  /** @returns whether it was news */
  say(key: string, level: 'error' | 'warn' | 'info' | 'debug', sentence: string): boolean {
    if (this.last.get(key) === sentence) return false;
    this.last.set(key, sentence);
    this.log[level](sentence);
    return true;
  }

  /** What was in the way is over: should it come back, that is news. */
  clear(key: string): void {
    this.last.delete(key);
  }
}
