/** Finds papers similar to one: by its vector, or by its words if it has no vector. The result names the reason. */
import type { LikeQuery, PaperFound, PapersLike } from '../../http/papers/papers/service.js';
import { say, type Words } from '../../workers/base/language/sentence.js';
import type { FoundPaper } from '../../workers/papers/embeddings/search/search-papers.js';
import { documentOf } from '../../workers/papers/document.js';
import type { Paper } from '../../workers/papers/types.js';
import { paperProblem } from './problem.js';
import { recordOf } from './record.js';
import { withoutVectors, whyNot } from './search.js';
import type { PaperStores } from './stores.js';

/**
 * @param problem why embedding fails, for the answer if there are no vectors
 * @throws TonstiftError `not_found`
 */
export async function papersLike(
  stores: PaperStores,
  { uid, ...query }: LikeQuery,
  problem: Words | null,
): Promise<PapersLike> {
  const paper = await paperProblem(() => recordOf(stores.database, uid));
  const { near, why } = await byVector(stores, paper, query, problem);
  if (why !== null) return { paper, ...(await byWords(stores, paper, query)), by: 'words', why };
  const papers = near.map((one): PaperFound => ({ ...one, found_by: ['meaning'], words: [] }));
  return { paper, papers, by: 'meaning', why, is_whole: true };
}

type Query = Omit<LikeQuery, 'uid'>;

async function byVector(
  stores: PaperStores,
  { uid }: Paper,
  query: Query,
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

/** Characters that are special in a query: quotes would make phrases. */
const signs = /["“”„«»*]/gu;

async function byWords(
  { database }: PaperStores,
  paper: Paper,
  { limit, ...lists }: Query,
): Promise<Pick<PapersLike, 'papers' | 'is_whole'>> {
  const text = documentOf({ ...paper }).replace(signs, ' ');
  return paperProblem(async () => {
    const { uids, isWhole } = await database.searchWords(text, { ...lists, limit: limit + 1 });
    const others = uids.filter((uid) => uid !== paper.uid).slice(0, limit);
    const found = await database.getPapersByUids(others);
    const words = await database.wordsIn(text, found);
    const papers = found.map((one): PaperFound => ({
      ...{ ...one, distance: null, similarity: null },
      ...{ found_by: ['words'], words: words.get(one.uid) ?? [] },
    }));
    return { papers, is_whole: isWhole };
  });
}
