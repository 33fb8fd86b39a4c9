/** The events and the status of the daemon. */
import type { PenView } from '../pens/service.js';
import type { ProblemKind } from './problem.js';
import type { Words } from '../../../workers/base/language/sentence.js';

/** One event. Numbers count up from 1 within a run of the daemon. */
export interface DaemonEvent {
  id: number;
  type: string;
  data: unknown;
}

export interface EventService {
  /** Identifies a run of the daemon. Ids of another run cannot be resumed. */
  readonly epoch: string;
  /** The number of the newest event; 0 before the first. */
  last(): number;
  /** The events after `id` that are still buffered, oldest first; null if some are lost. */
  since(id: number): DaemonEvent[] | null;
  subscribe(receive: (event: DaemonEvent) => void): () => void;
}

export interface InboxService {
  /**
   * Imports the complete files of a folder or file of the inbox that waits for unfinished ones.
   * @throws TonstiftError `conflict` if none with this name waits
   */
  importComplete(name: string): void;
}

/** The content of the status line at the top of every page. */
export interface DaemonStatus {
  inbox: {
    path: string;
    /**
     * `waits_for`: names of its unfinished files. `is_overdue`: nothing in it has changed for a day, so its complete
     * files may be imported. Both are absent if it only settles.
     */
    arriving: { name: string; files: number; waits_for?: string[]; is_overdue?: boolean }[];
    /** Problems with importing files from the inbox. */
    problems: { name: string; reason: Words }[];
  };
  /** The number of problems of each kind. */
  problems: Record<ProblemKind, number>;
  /** Number of arrivals that were not seen yet. */
  arrivals: number;
  /** `away`: why the library is not available; null if it is available. */
  library: { albums: number; building: number; failed: number; away: Words | null };
  /** The connected pens. */
  pens: PenView[];
}
