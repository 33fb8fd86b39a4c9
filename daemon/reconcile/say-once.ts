/** Suppresses repeated log messages: a sentence is logged only if it differs from the last one with the same key. */
import type { Log } from '../../workers/base/ports.js';

export class SayOnce {
  private readonly last = new Map<string, ReadonlySet<string>>();

  constructor(private readonly log: Log) {}

  /** Whether the sentence differs from the last one with this key. */
  isNews(key: string, sentence: string): boolean {
    return this.newsOf(key, [sentence]).length > 0;
  }

  say(key: string, level: 'error' | 'warn' | 'info' | 'debug', sentence: string): void {
    if (this.isNews(key, sentence)) this.log[level](sentence);
  }

  /** Sets all sentences for this key, and logs those that were not in the last call. */
  sayAll(key: string, level: 'error' | 'warn' | 'info' | 'debug', sentences: readonly string[]): void {
    for (const sentence of this.newsOf(key, sentences)) this.log[level](sentence);
  }

  /** The problem is solved; if it occurs again, it is logged again. */
  clear(key: string): void {
    this.last.delete(key);
  }

  private newsOf(key: string, sentences: readonly string[]): string[] {
    const before = this.last.get(key);
    this.last.set(key, new Set(sentences));
    return sentences.filter((sentence) => before?.has(sentence) !== true);
  }
}
