/**
 * Types of the paper database's arguments and results. The public declarations import them, so they refer to no
 * package.
 */
import type { Paper } from '../types.js';
import type { Parameter } from './parameters.js';
import type { PaperSearch } from './paper-search.js';

export interface Stored {
  added: number;
  updated: number;
  unchanged: number;
}

export interface StoredImport extends Stored {
  /** Counts updated and unchanged papers that were recognized by an identifier or the title, not by their uid. */
  recognized: number;
  /** Papers that were not stored, because several stored papers have their identifiers. `index`: the position. */
  refused: { index: number; uids: string[] }[];
}

export interface PapersRevision {
  /** The number of papers. */
  papers: number;
  /** Changes if papers are added, changed or deleted, also by another program. */
  revision: string;
}

/** A change of many papers that can be undone. */
export interface PaperImportRecord {
  id: number;
  kind: 'import' | 'deletion' | 'merge';
  /** The file name, or a description of what was deleted. */
  name: string;
  /** Milliseconds since 1970-01-01 UTC. */
  startedAt: number;
  /** Null while it runs, and after a crash. */
  endedAt: number | null;
  added: number;
  updated: number;
  unchanged: number;
  deleted: number;
  rejected: number;
  undoneAt: number | null;
  /** False if it changed nothing, or if it was undone completely. */
  canUndo: boolean;
}

/** Papers that an import has added after `since` (milliseconds since 1970-01-01 UTC). */
export interface NewPaperSearch extends Omit<CountSearch, 'keyword'> {
  since: number;
  limit: number;
}

export interface NewPapers {
  /** All of them; `papers` has the newest ones. */
  count: number;
  papers: NewPaper[];
}

export interface NewPaper {
  paper: Paper;
  /** When its import ended. */
  addedAt: number;
  importId: number;
  /** The name of the file or of the feed. */
  importName: string;
}

/** These papers, or all of a conference and year. */
export type PapersToDelete = { uids: readonly string[] } | { conference: string; year: number };

/** The papers that a deletion deletes, or that undoing an import deletes. */
export interface PapersConcerned {
  papers: number;
  /** The number of them that are saved, and that have a note. They stay on the list of saved papers. */
  saved: number;
  notes: number;
  /** The first titles. */
  titles: string[];
}

/** The papers that undoing an import would change. */
export interface UndoConcerns extends PapersConcerned {
  /** Papers that get back their former content. */
  restored: number;
  /** Papers that were changed since, and stay. */
  kept: number;
}

export interface DeletedPapers {
  /** The record by which the deletion can be undone; null if there was nothing to delete. */
  id: number | null;
  deleted: number;
  /** The number of them that stay on the list of saved papers. */
  saved: number;
}

export interface MergedPapers {
  /** The record by which the merge can be undone; null if there was nothing to merge. */
  id: number | null;
  groups: number;
  deleted: number;
  /** The number of deleted papers that stay on the list of saved papers. */
  saved: number;
}

export interface UndonePapers {
  deleted: number;
  restored: number;
  /** Papers that were changed since, and stay. */
  kept: number;
  /** The first titles of `kept`. */
  keptTitles: string[];
  /** Deleted papers that stay on the list of saved papers. */
  saved: number;
}

export interface PaperChoices {
  conferences: string[];
  /** Newest first. */
  years: number[];
  sessions: string[];
}

export interface Claim {
  collection: string;
  /** The owner of a claim. A repeated claim may return papers that the owner still holds. */
  owner: string;
}

export interface EmbeddingBacklog {
  total: number;
  /** Embedded in their current form. */
  embedded: number;
  /** To be embedded, including claimed papers and rejected ones whose retry time has passed. */
  waiting: number;
  /** Rejected in their current form, with a retry time in the future. */
  failed: number;
  /** Not embedded here in their current form, but in another vector store. */
  elsewhere: number;
  /** The number of waiting papers whose vectors the collection held and lost. */
  lost: number;
}

export interface DatabaseCheck {
  papers: number;
  saved: number;
  /** SQLite's sentences about a damaged file; empty if the file is whole, and for PostgreSQL. */
  damages: string[];
  /** False while papers of an older database are being indexed. */
  isIndexed: boolean;
  /** Rows that the indexes lack. */
  unindexed: number;
  /** Rows of the indexes without a paper. */
  leftInIndex: number;
  /** The uids of saved papers whose copy cannot be parsed. */
  unreadable: string[];
}

export interface EmbeddingFailure {
  uid: string;
  title: string;
  reason: string;
  /** Milliseconds since 1970-01-01 UTC. */
  retry_at: number;
}

/** A rejected text and its retry time. */
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
  /** True if the paper was deleted. Then `paper` is the copy made when it was saved. */
  isGone: boolean;
  /** Milliseconds since 1970-01-01 UTC; null if it is unread. */
  readAt: number | null;
  /** The lists that it is on, sorted by name. */
  lists: ListEntry[];
}

/** The answer to the question of a screening whether a paper belongs on the list. */
export type Decision = 'yes' | 'no' | 'maybe';

/** A list that a saved paper is on. */
export interface ListEntry {
  list: string;
  /** Null if it is not screened. */
  decision: Decision | null;
  /** Milliseconds since 1970-01-01 UTC. */
  decidedAt: number | null;
}

/** A list of saved papers, with the number of its papers by decision. */
export interface SavedList {
  list: string;
  papers: number;
  unread: number;
  yes: number;
  no: number;
  maybe: number;
}

/** All that is given must match. `decision`: on `list`, or on any list; `none` for papers that are not screened. */
export interface SavedFilter {
  list?: string | undefined;
  isRead?: boolean | undefined;
  decision?: Decision | 'none' | undefined;
}

/** A saved paper of a backup. */
export type SavedCopy = Omit<SavedPaper, 'isGone'>;

/** `after`: the papers after this one in the list, even if the list changes before it. `from`: by position. */
export type SavedPlace = { limit: number; filter?: SavedFilter } & (
  | { from: number }
  | { after: { savedAt: number; uid: string } | null }
);

/** The result of setting a note. `stored` is the current note if it differs from the one the writer has seen. */
export type Noted = { is: 'kept' } | { is: 'unknown' } | { is: 'changed'; stored: string };

export interface ReadOptions {
  /** Milliseconds (30,000). */
  timeoutMs?: number;
  signal?: AbortSignal;
}

export interface BatchOptions extends ReadOptions {
  /** How many papers at once (100). */
  batchSize?: number;
}

export interface QueryOptions extends ReadOptions {
  /** The values of each "?", in order. */
  parameters?: readonly Parameter[];
}

/** All given filters must match. An empty list means no filter. */
export interface CountSearch extends Omit<PaperSearch, 'limit'> {
  /** A paper must contain each of these words in any form. "in a row" and `beginning*` work as in a search. */
  words?: string;
}

/** `newest` and `oldest`: by year, then venue; `venue`: by series, then newest first. In a group by title. */
export interface SortedSearch extends CountSearch {
  sort: 'newest' | 'oldest' | 'venue';
  /** The most papers (10). */
  limit?: number;
}

export interface YearCount {
  year: number;
  papers: number;
}

export interface PaperCounts {
  papers: number;
  /** Oldest first, without years that have no papers. */
  years: YearCount[];
  /** Sorted by name. */
  conferences: { conference: string; papers: number; years: YearCount[] }[];
  /** False while older papers are being indexed: then `words` does not find all papers. */
  isWhole: boolean;
}

export type WordSearch = Omit<PaperSearch, 'keyword'>;

export interface WordsFound {
  /** Best first. */
  uids: string[];
  /** False while older papers are being indexed: then the list is incomplete. */
  isWhole: boolean;
}
