/** What arrived, and what became of it. */
import type { Words } from '../../../workers/base/language/sentence.js';

/** How an arrival was received. */
export const ways = ['inbox', 'upload', 'command'] as const;

/**
 * The result: new albums, tracks added to an album, or papers; or the failure: unreadable (`failed`), or known already
 * (`duplicate`). If only a part of a folder was imported, there are two arrivals.
 */
export const ends = ['album', 'joined', 'papers', 'failed', 'duplicate'] as const;

export interface NewArrival {
  way: (typeof ways)[number];
  end: (typeof ends)[number];
  /** The name of the folder or file; for an upload without a name, the title of its first album. */
  name: string;
  /** The albums that it became, was added to, or duplicates. */
  oids?: readonly number[];
  /** Ids of the tracks that were added to the album. */
  tracks?: readonly number[];
  /** Number of imported papers. */
  papers?: number;
  /** The first reasons. */
  reasons?: readonly Words[];
  /** Files and folders that were set aside, as paths below the inbox. */
  aside?: readonly string[];
  /** No file that was set aside is in the library since this import, so a new album of them repeats no other. */
  can_add?: boolean;
  /** The files that were set aside are the album's tracks in another quality, and may replace them. */
  can_replace?: boolean;
}
