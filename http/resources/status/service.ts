/** What happens in the daemon, for pages that follow it. */
import type { PenView } from '../pens/service.js';
import type { ProblemKind } from '../problems/service.js';
import type { Words } from '../../../workers/base/language/sentence.js';

/** One event of the daemon, numbered upwards from 1 within a run of the daemon. */
export interface DaemonEvent {
  id: number;
  type: string;
  data: unknown;
}

export interface EventService {
  /** Marks a run of the daemon: an id of another run cannot be picked up. */
  readonly epoch: string;
  /** Number of the newest; 0 before the first. */
  last(): number;
  /** Those after `id` that the ring still holds, oldest first; null where some are lost. */
  since(id: number): DaemonEvent[] | null;
  subscribe(receive: (event: DaemonEvent) => void): () => void;
}

/** What the status line across the top of every page shows. */
export interface DaemonStatus {
  inbox: {
    path: string;
    arriving: { name: string; files: number }[];
    /** What stands in the way of taking what lies there. */
    problems: { name: string; reason: Words }[];
  };
  /** How many there are of each kind. */
  problems: Record<ProblemKind, number>;
  /** Arrivals that nobody has looked at. */
  arrivals: number;
  /** `away`: why nothing can be changed now; null while the library is there. */
  library: { albums: number; building: number; failed: number; away: Words | null };
  /** Those that are plugged in. */
  pens: PenView[];
}
