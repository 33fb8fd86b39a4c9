/** The events and the status of the daemon. */
import type * as z from 'zod/v4';
import type { statusAnswer } from './answers.js';

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
export type DaemonStatus = z.output<typeof statusAnswer>;
