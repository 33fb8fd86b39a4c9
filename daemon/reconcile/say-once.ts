/**
 * The same trouble again is no news: a sentence is logged when it is another one than the last about the same thing.
 */
import type { Log } from '../../workers/base/ports.js';

export class SayOnce {
  private readonly last = new Map<string, ReadonlySet<string>>();

  constructor(private readonly log: Log) {}

  /** Whether it is another one than the last about this. */
  isNews(key: string, sentence: string): boolean {
    return this.newsOf(key, [sentence]).length > 0;
  }

  say(key: string, level: 'error' | 'warn' | 'info' | 'debug', sentence: string): void {
    if (this.isNews(key, sentence)) this.log[level](sentence);
  }

  /** All that is to be said about this by now; those that were not said last time are logged. */
  sayAll(key: string, level: 'error' | 'warn' | 'info' | 'debug', sentences: readonly string[]): void {
    for (const sentence of this.newsOf(key, sentences)) this.log[level](sentence);
  }

  /** What was in the way is over: should it come back, that is news. */
  clear(key: string): void {
    this.last.delete(key);
  }

  private newsOf(key: string, sentences: readonly string[]): string[] {
    const before = this.last.get(key);
    this.last.set(key, new Set(sentences));
    return sentences.filter((sentence) => before?.has(sentence) !== true);
  }
}
