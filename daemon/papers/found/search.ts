/**
 * Searches papers: always by words, and by meaning if there are vectors and a server. A failed search by meaning does
 * not fail the search; the answer contains the reason.
 */
import type { PaperFound, PaperQuery, PapersFound, PaperSort } from '../../../http/papers/papers/service.js';
import { linkedSignal, orAborted } from '../../../workers/base/async/linked-signal.js';
import { TonstiftError, type ErrorCode } from '../../../workers/base/errors.js';
import { say, type Words } from '../../../workers/base/language/sentence.js';
import { maskedUrl } from '../../../workers/base/text/url-secrets.js';
import type { FoundPaper } from '../../../workers/papers/embeddings/search/search-papers.js';
import { parseFieldFilters } from '../../../workers/papers/field-filters.js';
import type { DatabaseManager } from '../../../workers/papers/database-manager.js';
import type { Paper } from '../../../workers/papers/types.js';
import { fuse } from '../../../workers/papers/words/fuse.js';
import { isTitle } from '../../../workers/papers/words/plain-word.js';
import { parseExclusions, textToEmbed } from '../../../workers/papers/words/words-query.js';
import { checkModel } from '../embed/other-model.js';
import { paperProblem } from '../problem.js';
import type { PaperStores } from '../stores.js';
import { vectorFacts } from '../vectors.js';

/** Milliseconds for the server's answer, including the wait for the rate limit. */
const meaningTime = 20_000;

/** A paper below this depth in both lists cannot rank high in either. */
const deepest = 100;

interface Search extends PaperQuery {
  text: string;
  filters: ReturnType<typeof parseFieldFilters>['filters'];
}

/**
 * @param problem why embedding fails, for the answer if there are no vectors
 * @param signal aborted if the client no longer waits
 */
export async function searchPapers(
  stores: PaperStores,
  query: PaperQuery,
  problem: Words | null,
  signal?: AbortSignal,
): Promise<PapersFound> {
  const search: Search = { ...query, ...parseFieldFilters(query.query) };
  const isByFields = search.text === '' || parseExclusions(search.text) !== null;
  const named = await byIdentifier(stores, query);
  if (named.length > 0) return { papers: named.map(foundByFields), by: 'fields', why: null, is_whole: true };
  const { sort = 'relevance' } = query;
  if (sort !== 'relevance') return sorted(stores, search, sort, isByFields);
  if (search.text === '') return byFields(stores, search);
  if (isByFields) return sorted(stores, search, 'newest', isByFields);
  const words = await byWords(stores, search);
  signal?.throwIfAborted();
  const meaning = await byMeaning(stores, search, problem, signal);
  const papers = await together(stores, search, { ...words, near: meaning.papers });
  const by = meaning.why === null ? ('words and meaning' as const) : ('words' as const);
  return { papers, by, why: meaning.why, is_whole: words.isWhole };
}

/** A DOI or another identifier is pasted to find this paper, not similar ones. */
async function byIdentifier(
  { database }: PaperStores,
  { query, limit, conferences, years, sessions }: PaperQuery,
): Promise<Paper[]> {
  const papers = await database.getPapersByUids(await database.uidsNamed(query));
  const allows = <Value>(list: readonly Value[], value: Value): boolean => list.length === 0 || list.includes(value);
  return papers
    .filter((one) => allows(conferences, one.conference) && allows(years, one.year) && allows(sessions, one.session))
    .slice(0, limit);
}

async function byFields({ database }: PaperStores, { limit, ...search }: Search): Promise<PapersFound> {
  const papers = await database.searchPapers({ ...filtersOf(search), limit });
  return { papers: papers.map(foundByFields), by: 'fields', why: null, is_whole: true };
}

/** All papers that contain all of the words. A search by meaning has no end, so its papers cannot be sorted. */
async function sorted(
  { database }: PaperStores,
  search: Search,
  sort: Exclude<PaperSort, 'relevance'>,
  isByFields: boolean,
): Promise<PapersFound> {
  const { text, limit } = search;
  const { uids, isWhole } = await database.sortedPapers({ words: text, ...filtersOf(search), sort, limit });
  if (!isByFields) {
    const papers = await foundByWords(database, uids, text);
    return { papers, by: 'words', why: say('papers.sorted_by_words'), is_whole: isWhole };
  }
  const papers = (await database.getPapersByUids(uids)).map(foundByFields);
  return { papers, by: 'fields', why: null, is_whole: isWhole };
}

async function allowedOf<Found extends { uid: string }>(
  database: DatabaseManager,
  text: string,
  papers: readonly Found[],
): Promise<Found[]> {
  const allowed = await database.uidsAllowed(
    text,
    papers.map(({ uid }) => uid),
  );
  return papers.filter(({ uid }) => allowed.has(uid));
}

interface ByWords {
  /** Papers of a named author. */
  authors: FoundPaper[];
  uids: string[];
  isWhole: boolean;
}

async function byWords({ database }: PaperStores, search: Search): Promise<ByWords> {
  const filters = filtersOf(search);
  const hasAuthor = search.filters.some(({ field }) => field === 'authors');
  const { uids, isWhole } = await database.searchWords(search.text, { ...filters, limit: depthOf(search) });
  const authors = hasAuthor ? [] : await database.searchAuthors(search.text, { ...filters, limit: search.limit });
  return { authors, uids, isWhole };
}

interface ByMeaning {
  /** Papers of a named author first, at any distance. */
  papers: FoundPaper[];
  /** Null if the search by meaning succeeded. */
  why: Words | null;
}

/** These codes end the search. After any other error the words are still searched. */
const over: readonly ErrorCode[] = ['aborted', 'not_now'];

async function byMeaning(
  stores: PaperStores,
  search: Search,
  problem: Words | null,
  signal?: AbortSignal,
): Promise<ByMeaning> {
  try {
    return await paperProblem(async () => {
      const why = await withoutVectors(stores, problem);
      if (why !== null) return { papers: [], why };
      const { filters, text, conferences, years, sessions, distance_threshold: distanceThreshold } = search;
      // A value with a straight quote was typed in curly ones.
      const quoted = (value: string): string => (value.includes('"') ? `“${value}”` : `"${value}"`);
      const query = [...filters.map(({ field, value }) => `${field}:${quoted(value)}`), textToEmbed(text)].join(' ');
      const options = { limit: depthOf(search), conferences, years, sessions, distanceThreshold };
      const ask = (ends: AbortSignal): Promise<FoundPaper[]> =>
        stores.manager.searchPapersSemantic(query, stores.database, { ...options, signal: ends });
      const near = await inTime(meaningTime, ask, signal);
      return { papers: await allowedOf(stores.database, text, near), why: null };
    });
  } catch (thrown) {
    return { papers: [], why: whyNot(thrown) };
  }
}

/** Returns why the search by meaning failed. @throws errors that must end the search */
export function whyNot(thrown: unknown): Words {
  if (!(thrown instanceof TonstiftError) || over.includes(thrown.code)) throw thrown;
  return thrown.words;
}

/** Returns why there are no usable vectors; null if there are vectors of the current model. */
export async function withoutVectors(stores: PaperStores, problem: Words | null): Promise<Words | null> {
  const { database } = stores;
  const { collection_name: collection, llm_backend_url: server } = stores.config;
  const facts = await vectorFacts(stores);
  const { name: model } = await stores.manager.modelInUse();
  await checkModel(database, model, async () => facts);
  if (facts.count > 0) return null;
  const { total } = await database.embeddingBacklog(collection);
  if (problem !== null) return say('papers.none_embedded_for', { total, problem });
  return say('papers.none_embedded', { total, server: maskedUrl(server) });
}

interface Lists extends ByWords {
  near: FoundPaper[];
}

/** Papers that may have the same title. */
const mostTitled = 5;

/** Papers with this title first, then those of a named author, then both lists fused. */
async function together({ database }: PaperStores, search: Search, lists: Lists): Promise<PaperFound[]> {
  const authors = new Set(lists.authors.map(({ uid }) => uid));
  const near = new Map(lists.near.map((paper) => [paper.uid, paper]));
  const byWords = new Set(lists.uids);
  const ofOthers = (uids: string[]): string[] => uids.filter((uid) => !authors.has(uid));
  const ranked = fuse([ofOthers([...near.keys()]), ofOthers(lists.uids)]);
  const best = await database.getPapersByUids(lists.uids.slice(0, mostTitled));
  const titled = best.filter(({ title }) => isTitle(title, search.text)).map(({ uid }) => uid);
  const uids = [...new Set([...titled, ...authors, ...ranked])].slice(0, search.limit);
  const papers = await database.getPapersByUids(uids);
  const words = await database.wordsIn(search.text, papers);
  return papers.map((paper): PaperFound => {
    const { distance = null, similarity = null } = near.get(paper.uid) ?? {};
    const isNear = typeof distance === 'number' && distance <= search.distance_threshold;
    const by = [
      ...(authors.has(paper.uid) ? (['author'] as const) : []),
      ...(byWords.has(paper.uid) || words.has(paper.uid) ? (['words'] as const) : []),
      ...(isNear ? (['meaning'] as const) : []),
    ];
    return { ...paper, distance, similarity, found_by: by, words: words.get(paper.uid) ?? [] };
  });
}

const foundByFields = (paper: FoundPaper): PaperFound => ({ ...paper, found_by: ['fields'], words: [] });

/** The papers of these uids, each with the words of the text that it contains. */
export async function foundByWords(
  database: DatabaseManager,
  uids: readonly string[],
  text: string,
): Promise<PaperFound[]> {
  const found = await database.getPapersByUids(uids);
  const words = await database.wordsIn(text, found);
  return found.map((one) => ({
    ...{ ...one, distance: null, similarity: null },
    ...{ found_by: ['words'], words: words.get(one.uid) ?? [] },
  }));
}

const filtersOf = ({ filters, sessions, years, conferences }: Omit<Search, 'limit'>) => ({
  fieldFilters: filters,
  ...{ sessions, years, conferences },
});

const depthOf = ({ limit }: Search): number => Math.max(deepest, 2 * limit);

/** Stops waiting for a server that does not answer, and cancels the search by meaning. */
async function inTime<Result>(
  ms: number,
  work: (signal: AbortSignal) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const late = new AbortController();
  using ends = linkedSignal([late.signal, signal]);
  const error = (): TonstiftError =>
    new TonstiftError('papers_unavailable', say('error.search_late', { seconds: ms / 1000 }));
  const timer = setTimeout(() => late.abort(error()), ms);
  return await orAborted(work(ends.signal), ends.signal).finally(() => clearTimeout(timer));
}
