/** Blocks flow down a page and on to the next. */
import { moved, type Block } from './ink.js';
import type { Item, Page, Size } from '../types.js';

export interface Flow {
  /** Millimetres inside the margins. */
  readonly width: number;
  readonly height: number;
  /** What is left of this page below the last block. */
  left(): number;
  /** Nothing stands on this page yet. */
  isFresh(): boolean;
  /** Below the last block, `gap` from it; on a new page where it does not fit, or `needed` does not. */
  place(block: Block, gap: number, needed?: number): void;
  newPage(): void;
  /** Pages that are done since the last call. */
  finished(): Page[];
  /** The last page too. */
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
