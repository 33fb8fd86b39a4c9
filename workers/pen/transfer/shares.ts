/** The progress of several copies as one, which never goes back and ends at the total, whatever fails. */
import type { Progress } from '../../base/ports.js';
import type { WantedFile } from '../types.js';

export interface Shares {
  /** @param part bytes of the copy that runs: each counts when it is written and once more when it is read back */
  reach(part: number): void;
  /** Nothing more is done for it, whether it is on the pen or not. */
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
