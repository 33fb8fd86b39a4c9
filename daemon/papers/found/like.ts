/**
 * Finds papers similar to one: by its vector, or by words if it has no vector. The result names the reason. By words,
 * the vectors of `LatentPapers` find more than a search for the paper's own words (docs/papers.md), which is used until
 * they are ready.
 */
import type { LikeQuery, PaperFound, PapersLike } from '../../../http/papers/papers/service.js';
import { say, type Words } from '../../../workers/base/language/sentence.js';
import type { FoundPaper } from '../../../workers/papers/embeddings/search/search-papers.js';
import { documentOf } from '../../../workers/papers/document.js';
import type { WordsFound } from '../../../workers/papers/sql/results.js';
import type { LatentPapers } from './latent-papers.js';
import { paperProblem } from '../problem.js';
import { recordOf } from '../record.js';
import { foundByWords, withoutVectors, whyNot } from './search.js';
import type { PaperStores } from '../stores.js';

interface LikeParts {
  stores: PaperStores;
  /** Null for a single command, which would not wait for its vectors. */
  latent: Pick<LatentPapers, 'nearest'> | null;
  /** Why embedding fails, for the answer if there are no vectors. */
  problem: Words | null;
}

/** @throws TonstiftError `not_found` */
export async function papersLike({ stores, latent, problem }: LikeParts, query: LikeQuery): Promise<PapersLike> {
  const paper = await recordOf(stores.database, query.uid);
  const { near, why } = await byVector(stores, query, problem);
  if (why === null) {
    const papers = near.map((one): PaperFound => ({ ...one, found_by: ['meaning'], words: [] }));
    return { paper, papers, by: 'meaning', why, is_whole: true };
  }
  const text = asPlainWords(documentOf({ ...paper }));
  const { uids, isWhole } = await byWords(stores, query, text, latent);
  const papers = await foundByWords(stores.database, uids, text);
  return { paper, papers, by: 'words', why, is_whole: isWhole };
}

async function byVector(
  stores: PaperStores,
  { uid, ...query }: LikeQuery,
  problem: Words | null,
): Promise<{ near: FoundPaper[]; why: Words | null }> {
  try {
    return await paperProblem(async () => {
      const why = await withoutVectors(stores, problem);
      if (why !== null) return { near: [], why };
      const { manager } = stores;
      if (!(await manager.paperExists(uid))) return { near: [], why: say('papers.like_not_embedded') };
      return { near: await manager.searchPapersLike(uid, stores.database, query), why: null };
    });
  } catch (thrown) {
    return { near: [], why: whyNot(thrown) };
  }
}

/** Characters that are special in a query: quotes would make phrases, and a minus before a word would exclude it. */
const signs = /["“”„«»*]|(?<![\p{L}\p{M}\p{N}])-/gu;

/** Removes what a query would read as operators: a title in capitals may contain `AND`. */
const asPlainWords = (text: string): string =>
  text.replace(signs, ' ').replace(/\b(?:AND|OR|NOT)\b/g, (word) => word.toLowerCase());

async function byWords(
  { database }: PaperStores,
  query: LikeQuery,
  text: string,
  latent: LikeParts['latent'],
): Promise<WordsFound> {
  const near = await latent?.nearest(database, query);
  if (near) return { uids: near, isWhole: true };
  const { uid, limit, ...lists } = query;
  const { uids, isWhole } = await database.searchWords(text, { ...lists, limit: limit + 1 });
  return { uids: uids.filter((one) => one !== uid).slice(0, limit), isWhole };
}
