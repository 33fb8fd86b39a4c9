import type { Generated } from 'kysely';
import type { TableColumn } from '../types.js';

/** The kind of database. */
export type Kind = 'sqlite' | 'postgres';

/**
 * papers           the papers as people read them; a missing value is null
 * papers_folded    the same texts case-folded (`foldCase`) for searches, "" for null; `plain_…` the texts as
 *                  the word index has them (`foldWords`), null if they are equal
 * embedding_state  the version of a paper (`recordHash`) last embedded in a collection, and who claims it
 * paper_settings   values by name
 * saved_papers     the list of saved papers with notes; a row stays if its paper is deleted
 * saved_lists      the named lists that saved papers are on, with the decision of the screening
 * paper_identifiers  the keys by which a paper is recognized in other lists (`keysOf`)
 * paper_imports    what has changed the papers: imports and deletions
 * paper_changes    the papers that each of them has changed, to undo it
 */
export interface Tables {
  papers: PaperRow;
  papers_folded: FoldedRow;
  embedding_state: EmbeddingStateRow;
  paper_settings: { name: string; value: string };
  saved_papers: SavedRow;
  saved_lists: SavedListRow;
  paper_identifiers: { identifier: string; uid: string };
  paper_imports: ImportRow;
  paper_changes: ChangeRow;
}

export interface PaperRow
  extends Record<Exclude<TableColumn, 'year' | RequiredText>, string | null>, Record<RequiredText, string> {
  uid: string;
  year: number;
  /** `recordHash(paper)`. */
  record_hash: string;
}
type RequiredText = 'title' | 'abstract' | 'authors' | 'conference' | 'session' | 'poster_position';

export type FoldedRow = Record<TableColumn | 'uid_folded' | 'uid', string> & PlainTexts;

/** The columns of the word index. */
export const wordColumns = ['title', 'abstract', 'authors', 'keywords'] as const;
export type PlainTexts = Record<`plain_${(typeof wordColumns)[number]}`, string | null>;
export const plainColumns = wordColumns.map((column) => `plain_${column}` as const);

interface EmbeddingStateRow {
  collection: string;
  uid: string;
  /** The version of the paper in the collection; null if it holds none. */
  hash: string | null;
  claimed_by: string | null;
  /** Milliseconds since 1970-01-01 UTC, as is `retry_at`. */
  claimed_until: number | null;
  failure: string | null;
  /** The version that failed. A changed paper is retried at once. */
  failed_hash: string | null;
  retry_at: number | null;
}

export interface SavedRow {
  uid: string;
  /** Milliseconds since 1970-01-01 UTC, as is `removed_at`. */
  saved_at: number;
  /** When the paper was removed from the list; null while it is saved. */
  removed_at: number | null;
  note: string;
  /** JSON of the paper when it was saved, used if it is deleted. */
  record: string;
  /** When it was marked as read; null while it is unread. */
  read_at: number | null;
}

/** A list exists as long as a paper is on it. The rows of a removed paper stay until it can no longer be restored. */
export interface SavedListRow {
  list: string;
  uid: string;
  /** Null if the paper is not screened. */
  decision: 'yes' | 'no' | 'maybe' | null;
  /** Milliseconds since 1970-01-01 UTC. */
  decided_at: number | null;
}

export interface ImportRow {
  id: Generated<number>;
  kind: ImportKind;
  /** The file name, or a description of what was deleted. */
  name: string;
  /** Milliseconds since 1970-01-01 UTC, as are `ended_at` and `undone_at`. */
  started_at: number;
  /** Null while it runs, and after a crash. */
  ended_at: number | null;
  added: number;
  updated: number;
  unchanged: number;
  deleted: number;
  rejected: number;
  undone_at: number | null;
}
export type ImportKind = 'import' | 'deletion' | 'merge';

export interface ChangeRow {
  import_id: number;
  uid: string;
  /** JSON of the paper before the change; null if it was added. */
  former: string | null;
  /** `record_hash` after the change; null if the paper was deleted. */
  after_hash: string | null;
}
