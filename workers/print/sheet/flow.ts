/** Places blocks down a page and continues on the next. */
import { moved, type Block } from './ink.js';
import type { Item, Page, Size } from '../types.js';

export interface Flow {
  /** Millimetres inside the margins. */
  readonly width: number;
  readonly height: number;
  /** Height left on this page below the last block. */
  left(): number;
  /** True if this page is still empty. */
  isFresh(): boolean;
  /** Places a block `gap` below the last one. Starts a new page if the block or `needed` does not fit. */
  place(block: Block, gap: number, needed?: number): void;
  newPage(): void;
  /** Returns the pages finished since the last call. */
  finished(): Page[];
  /** Finishes the last page and returns like `finished`. */
  end(): Page[];
}

export function createFlow(paper: Size, margin: number): Flow {
  const [width, height] = [paper.width - 2 * margin, paper.height - 2 * margin];
  let pages: Page[] = [];
  let items: Item[] = [];
  let y = 0;

  const finish = (): void => {
    if (items.length > 0) pages.push({ width: paper.width, height: paper.height, items });
    items = [];
    y = 0;
  };
  const isFresh = (): boolean => items.length === 0;
  const left = (): number => height - y;

  return {
    width,
    height,
    left,
    isFresh,
    place(block, gap, needed = block.height) {
      if (!isFresh() && gap + Math.max(block.height, needed) > left() + 1e-6) finish();
      if (!isFresh()) y += gap;
      items.push(...moved(block.items, margin, margin + y));
      y += block.height;
    },
    newPage: finish,
    finished() {
      const done = pages;
      pages = [];
      return done;
    },
    end() {
      finish();
      return this.finished();
    },
  };
}
