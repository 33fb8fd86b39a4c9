import type { Words } from '../../../workers/base/language/sentence.js';

/** How an arrival was received. */
export const ways = ['inbox', 'upload', 'command'] as const;

/**
 * The result: new albums, tracks added to an album, or papers; or the failure: unreadable (`failed`), or known already
 * (`duplicate`). If only a part of a folder was imported, there are two arrivals.
 */
export const ends = ['album', 'joined', 'papers', 'failed', 'duplicate'] as const;

export interface Arrival {
  /** Increasing, never reused. */
  id: number;
  /** ISO 8601, UTC. */
  at: string;
  way: (typeof ways)[number];
  end: (typeof ends)[number];
  /** The name of the folder or file; for an upload without a name, the title of its first album. */
  name: string;
  /** The albums that it became, was added to, or duplicates. */
  oids: readonly number[];
  /** Number of imported papers. */
  papers: number;
  /** The first reasons. */
  reasons: readonly Words[];
  /** Files and folders that were set aside, as paths below the inbox. */
  aside: readonly string[];
}

export interface ArrivalService {
  /** Newest first. */
  list(): Arrival[];
  /** Number of arrivals that were not seen yet. */
  unseen(): number;
  /** Marks this and all older arrivals as seen; without an id, all. */
  see(upTo?: number): void;
  /**
   * Removes it from the list. Files that were set aside stay there.
   * @throws TonstiftError `not_found`
   */
  dismiss(id: number): Promise<void>;
  /**
   * Moves the files that were set aside back to the inbox, and removes the arrival from the list.
   * @throws TonstiftError `not_found`, also if the files are gone; `conflict` if a symbolic link is in the way
   */
  again(id: number): Promise<void>;
}
