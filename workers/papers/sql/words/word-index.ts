/**
 * The index of the words of papers: one module for each database, both behind this. Triggers of the database itself
 * keep it up with the papers, whoever writes them; only papers that were there before it must be taken in, a batch a
 * transaction (`../fill.ts`).
 */
import type { Expression, Kysely, RawBuilder, SqlBool } from 'kysely';
import type { WordsQuery } from '../../words/words-query.js';
import type { Filled } from '../fill.js';
import type { Tables } from '../tables.js';

export interface WordIndex extends Filled {
  /** Whether all forms of a word are one to it. */
  readonly hasStems: boolean;
  /** Makes its tables and triggers, in place of those of a former folding. */
  create(db: Kysely<Tables>): Promise<void>;
  /** The best first. */
  search(db: Kysely<Tables>, asked: AskedWords): Promise<string[]>;
  /** The texts of papers, with what was found between `marks`. */
  marked(db: Kysely<Tables>, query: WordsQuery, uids: readonly string[]): Promise<Map<string, string[]>>;
  /** Papers that have what is asked, of rows of `papers`. */
  has(query: WordsQuery): Expression<SqlBool>;
  /** Papers among whose authors each of these words is, or begins a name; of all authors together. */
  authors(words: readonly string[]): Expression<SqlBool>;
}

export interface AskedWords {
  query: WordsQuery;
  /** Of rows of `papers` and `papers_folded`. */
  conditions: readonly Expression<SqlBool>[];
  /** The same as numbers of the index: for very many papers with the words. Undefined where the database needs none. */
  ids: (() => Promise<RawBuilder<unknown>>) | undefined;
  limit: number;
}
