/**
 * The interface of the word indexes, one per database. The database's triggers keep an index up to date, whichever
 * program writes. Only papers that existed before it must be indexed, one batch per transaction (`../fill.ts`).
 */
import type { Expression, Kysely, RawBuilder, SqlBool } from 'kysely';
import type { WordsQuery } from '../../words/form.js';
import type { Filled } from '../fill.js';
import type { Tables } from '../tables.js';

export interface WordIndex extends Filled {
  /** True if the index treats all forms of a word as one. */
  readonly hasStems: boolean;
  /** Creates its tables and triggers, and replaces those of a former folding. */
  create(db: Kysely<Tables>): Promise<void>;
  /** Best first. */
  search(db: Kysely<Tables>, asked: AskedWords): Promise<string[]>;
  /** Returns the texts of papers, with matches between `marks`. */
  marked(db: Kysely<Tables>, query: WordsQuery, uids: readonly string[]): Promise<Map<string, string[]>>;
  /** Selects the `uid` of each paper that matches the query. */
  uids(query: WordsQuery): RawBuilder<unknown>;
  /** Returns true if a look for each of these uids would take longer than a scan of all papers. */
  areMany(db: Kysely<Tables>, query: WordsQuery): Promise<boolean>;
  /** A condition on rows of `papers`: the paper matches the query. */
  has(query: WordsQuery): Expression<SqlBool>;
  /**
   * A condition: a spelling of each word is a name of the paper's authors, or begins one. The words may match different
   * authors.
   */
  authors(names: readonly (readonly string[])[]): Expression<SqlBool>;
  /** A condition: the title may consist of these words; the caller compares it. */
  titled(words: readonly string[]): Expression<SqlBool>;
}

export interface AskedWords {
  query: WordsQuery;
  /** Conditions on rows of `papers` and `papers_folded`. */
  conditions: readonly Expression<SqlBool>[];
  /** The same as numbers of the index, for very many papers with the words. Undefined if the database needs none. */
  ids: (() => Promise<RawBuilder<unknown>>) | undefined;
  limit: number;
}
