/** A parsed search (`words-query.ts`). */

export interface Form {
  /** Plain words that follow each other; never empty. */
  words: readonly string[];
  /** The last word is the beginning of a word. */
  isBeginning: boolean;
  /** In quotes: no other form of the words matches. */
  isExact?: boolean;
  /** Not searched in the names of authors: "GAN" is not a name, and neither is a single letter. */
  isNoName?: boolean;
  /** Searched only in the names of authors. */
  isName?: boolean;
  /** Plain words with two letters for an umlaut, if it was typed with one. */
  umlauts?: readonly string[];
  /** The part of the query as it was typed, for the embedding. */
  typed?: string;
}

export type Term = readonly Form[];

/** All of `all`, or some of `any`, and none of `not`. */
export type Condition =
  | { term: Term }
  | { all: readonly Condition[]; not: readonly Condition[] }
  | { any: readonly Condition[] };

/**
 * A paper contains all of `must`, or if `must` is empty, some of `may`. More matches rank higher. It contains none of
 * `not`.
 */
export interface WordsQuery {
  must: readonly Condition[];
  may: readonly Term[];
  not: readonly Condition[];
}
