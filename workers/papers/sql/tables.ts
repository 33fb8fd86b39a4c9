import type { TableColumn } from '../types.js';

/**
 * papers           what a person reads; what is missing is null
 * papers_folded    the same texts case-folded (`foldCase`), "" for null; searches look here; `plain_…` the texts as
 *                  the index of words has them (`foldWords`), null where they are the same
 * embedding_state  which state of a paper (`recordHash`) was last embedded in a collection, and who is at it
 * paper_settings   by name
 * saved_papers     what somebody keeps on a list, with a note; stays where the paper goes
 */
export interface Tables {
  papers: PaperRow;
  papers_folded: FoldedRow;
  embedding_state: EmbeddingStateRow;
  paper_settings: { name: string; value: string };
  saved_papers: SavedRow;
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

/** The texts whose words are looked for. */
export const wordColumns = ['title', 'abstract', 'authors', 'keywords'] as const;
export type PlainTexts = Record<`plain_${(typeof wordColumns)[number]}`, string | null>;
export const plainColumns = wordColumns.map((column) => `plain_${column}` as const);

interface EmbeddingStateRow {
  collection: string;
  uid: string;
  /** The state of the paper that the collection holds; null as long as it holds none. */
  hash: string | null;
  claimed_by: string | null;
  /** Milliseconds since 1970-01-01 UTC, as is `retry_at`. */
  claimed_until: number | null;
  failure: string | null;
  /** The state that failed: a changed one is tried at once. */
  failed_hash: string | null;
  retry_at: number | null;
}

export interface SavedRow {
  uid: string;
  /** Milliseconds since 1970-01-01 UTC, as is `removed_at`. */
  saved_at: number;
  /** Taken off the list, and not forgotten yet; null for what is on it. */
  removed_at: number | null;
  note: string;
  /** JSON of the paper as it was when it was saved: for when it is gone. */
  record: string;
}
