/** Types of what the paper database takes and answers. The public declarations import them, so they name no package. */
import type { Paper } from '../types.js';
import type { Parameter } from './parameters.js';
import type { PaperSearch } from './paper-search.js';

export interface Stored {
  added: number;
  updated: number;
  unchanged: number;
}

export interface PaperChoices {
  conferences: string[];
  /** Newest first. */
  years: number[];
  sessions: string[];
}

export interface PaperStatistics {
  papers: number;
  without_abstract: number;
  /** Newest first. */
  years: { year: number; papers: number }[];
  conferences: { conference: string; papers: number }[];
  sessions: { session: string; papers: number }[];
  /** Whose vectors belong to this database; null as long as none was noted. */
  embedding_model: string | null;
}

export interface Claim {
  collection: string;
  /** Names who claims; one who claims again may get what is still its own. */
  owner: string;
}

export interface EmbeddingBacklog {
  total: number;
  /** Embedded as they are now. */
  embedded: number;
  /** To be embedded, now or by someone who is at it; also those that were refused and are due for another try. */
  waiting: number;
  /** Tried as they are now, refused, and not due yet. */
  failed: number;
  /** Not embedded here as they are now, but in a vector store that is not this one. */
  elsewhere: number;
}

export interface EmbeddingFailure {
  uid: string;
  title: string;
  reason: string;
  /** Milliseconds since 1970-01-01 UTC. */
  retry_at: number;
}

/** A text that was refused, and when it is to be tried again. */
export interface Failure {
  uid: string;
  hash: string;
  reason: string;
  retryAt: number;
}

export interface SavedPaper {
  paper: Paper;
  note: string;
  /** Milliseconds since 1970-01-01 UTC. */
  savedAt: number;
  /** Not in the database any more; `paper` is as it was when it was saved. */
  isGone: boolean;
}

/** `after`: the papers behind this one in the list, whatever comes and goes before it; `from`: by their number. */
export type SavedPlace = { limit: number } & ({ from: number } | { after: { savedAt: number; uid: string } | null });

/** What became of a note; `stored` is what is there where it is another one than the writer has seen. */
export type Noted = { is: 'kept' } | { is: 'unknown' } | { is: 'changed'; stored: string };

export interface ReadOptions {
  /** Default 30,000. */
  timeoutMs?: number;
  signal?: AbortSignal;
}

export interface QueryOptions extends ReadOptions {
  /** What stands in the place of each "?", in order. */
  parameters?: readonly Parameter[];
}

/** All that is given must hold; an empty list is no filter. */
export interface CountSearch extends Omit<PaperSearch, 'limit'> {
  /** A paper must have each of these words, in any of their forms; "in a row" and `beginning*` as in a search. */
  words?: string;
}

export interface YearCount {
  year: number;
  papers: number;
}

export interface PaperCounts {
  papers: number;
  /** Oldest first; years without papers are left out. */
  years: YearCount[];
  /** By name. */
  conferences: { conference: string; papers: number; years: YearCount[] }[];
  /** False as long as older papers are still being taken in: then `words` does not find all. */
  isWhole: boolean;
}

export type WordSearch = Omit<PaperSearch, 'keyword'>;

export interface WordsFound {
  /** The best first. */
  uids: string[];
  /** False as long as older papers are still being taken in: then these are not all. */
  isWhole: boolean;
}
