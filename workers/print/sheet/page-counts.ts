import { createHash } from 'node:crypto';
import type { SheetOrder } from '../print-protocol.js';

/** Orders whose number of pages is kept, the last ones that were asked for. */
const most = 20;

/** How many pages sheets have: to lay out a thousand albums takes seconds, and a page that is opened asks again. */
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

/** Of all that a layout depends on. */
const keyOf = ({ albums, layout, language }: SheetOrder): string =>
  createHash('sha1')
    .update(JSON.stringify([layout, language, albums]))
    .digest('base64');
