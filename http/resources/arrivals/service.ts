/** What the pages need of what came in. */
import type { Words } from '../../../workers/base/language/sentence.js';

/** How something came in. */
export const ways = ['inbox', 'upload', 'command'] as const;

/**
 * What became of it: new albums, more of an album, papers; or why not: it could not be read (`failed`), or it was there
 * already (`duplicate`). Of one folder some may have come in and some not: that is two arrivals.
 */
export const ends = ['album', 'joined', 'papers', 'failed', 'duplicate'] as const;

export interface Arrival {
  /** Counts up; none is given twice. */
  id: number;
  /** ISO 8601, UTC. */
  at: string;
  way: (typeof ways)[number];
  end: (typeof ends)[number];
  /** Of the folder or the file; of an upload that has none, that of its first album. */
  name: string;
  /** The albums that it is, or is a part or a duplicate of. */
  oids: readonly number[];
  /** Papers that were put in. */
  papers: number;
  /** The first of them. */
  reasons: readonly Words[];
  /** Files and folders that were set aside, as paths below the inbox. */
  aside: readonly string[];
}

export interface ArrivalService {
  /** Newest first. */
  list(): Arrival[];
  /** Arrivals that nobody has looked at. */
  unseen(): number;
  /** All of them up to this one were looked at; all of them without one. */
  see(upTo?: number): void;
  /**
   * Takes one off the list; what was set aside stays where it is.
   * @throws TonstiftError `not_found`
   */
  dismiss(id: number): Promise<void>;
  /**
   * Puts what was set aside into the inbox again, and takes the arrival off the list.
   * @throws TonstiftError `not_found`, also where the files are gone; `conflict` where a link stands in the way
   */
  again(id: number): Promise<void>;
}
