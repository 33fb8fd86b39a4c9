import { createHash } from 'node:crypto';
import type { SheetOrder } from '../print-tasks.js';

/** Number of orders in the cache; the most recent ones are kept. */
const most = 20;

/**
 * Caches the page counts of sheets: laying out a thousand albums takes seconds, and each opened page needs the count.
 */
export class PageCounts {
  private readonly counts = new Map<string, number>();

  of(order: SheetOrder): number | undefined {
    return this.counts.get(keyOf(order));
  }

  keep(order: SheetOrder, pages: number): void {
    const key = keyOf(order);
    this.counts.delete(key);
    this.counts.set(key, pages);
    const [oldest] = this.counts.keys();
    if (this.counts.size > most && oldest !== undefined) this.counts.delete(oldest);
  }
}

/** Hashes everything that a layout depends on. */
const keyOf = ({ albums, layout, language }: SheetOrder): string =>
  createHash('sha1')
    .update(JSON.stringify([layout, language, albums]))
    .digest('base64');
