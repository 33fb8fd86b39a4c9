/** What happens in the daemon, for pages that follow it. */
import type { PenView } from '../pens/service.js';

/** One event of the house, numbered upwards from 1 within a run of the daemon. */
export interface HouseEvent {
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
  since(id: number): HouseEvent[] | null;
  subscribe(receive: (event: HouseEvent) => void): () => void;
}

/** What the line across the top of every page says. */
export interface HouseStatus {
  inbox: { path: string; arriving: { name: string; files: number }[] };
  library: { albums: number; building: number; failed: number };
  /** Those that are plugged in. */
  pens: PenView[];
}
