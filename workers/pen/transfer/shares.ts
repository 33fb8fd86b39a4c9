/** Combines the progress of several copies. It never decreases and always ends at the total, even after failures. */
import type { Progress } from '../../base/ports.js';
import type { WantedFile } from '../types.js';

export interface Shares {
  /** @param part bytes of the running copy; each counts once when written and once when read back */
  reach(part: number): void;
  /** Marks a copy as finished, whether it succeeded or not. */
  end(wanted: WantedFile): void;
}

export function sharesOf(all: readonly WantedFile[], progress: Progress | undefined): Shares {
  const total = all.reduce((sum, { size }) => sum + 2 * size, 0);
  const ended = new Set<WantedFile>();
  let done = 0;
  let reached = 0;
  const tell = (now: number): void => {
    if (now <= reached) return;
    reached = now;
    progress?.(now, total);
  };
  return {
    reach: (part) => tell(done + part),
    end(wanted) {
      if (ended.has(wanted)) return;
      ended.add(wanted);
      tell((done += 2 * wanted.size));
    },
  };
}
