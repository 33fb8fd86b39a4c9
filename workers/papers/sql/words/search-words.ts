/** Searches in the word index. */
import { setTimeout as wait } from 'node:timers/promises';
import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import { isAuthor, nameWords } from '../../words/author-name.js';
import { wordsFound } from '../../words/marks.js';
import { fuse } from '../../words/fuse.js';
import { asBeginnings, inBothNumbers, isEmpty, parseWords, type WordsQuery } from '../../words/words-query.js';
import type { Paper } from '../../types.js';
import { splitList } from '../../values.js';
import { papersOf } from '../queries/embedding-state.js';
import type { Connection } from '../open.js';
import type { PaperSearch } from '../paper-search.js';
import { conditionsOf } from '../search.js';
import { isWhole } from '../fill.js';
import { answers, sqliteFilters, wordIdsOf } from '../filters/sqlite-filters.js';
import { wordIndexes } from './indexes.js';
import type { AskedWords } from './word-index.js';
import type { WordSearch, WordsFound } from '../results.js';

/** Milliseconds that a search waits for the indexing of older papers: about ten thousand are indexed in that time. */
const patience = 3000;
const mostUids = 500;
/** Papers checked for an author in one step; for most names the first step is enough. It takes about 10 ms. */
const firstRead = 1000;
const laterRead = 5000;

export async function searchWords(connection: Connection, text: string, search: WordSearch = {}): Promise<WordsFound> {
  const query = parseWords(text);
  if (isEmpty(query)) return { uids: [], isWhole: true };
  const whole = await untilFilled(connection);
  const { db, location } = connection;
  const { limit = 10, ...filters } = search;
  const index = wordIndexes[location.kind];
  const conditions = conditionsOf(location.kind, filters);
  const ids = idsOf(connection, filters, conditions);
  const find = (asked: WordsQuery): Promise<string[]> =>
    index.search(db, { query: asked, conditions, ids, limit: Math.max(limit, depth) });
  let uids = await find(index.hasStems ? query : inBothNumbers(query));
  // Papers with the exact words rank above papers with other forms, but both are found.
  if (!index.hasStems && uids.length > 0) uids = fuse([await find(query), uids], [1, weightOf(query)]);
  const begun = asBeginnings(query);
  if (uids.length === 0 && begun !== null) uids = await find(begun);
  return { uids: uids.slice(0, limit), isWhole: whole || (await isWhole(db, index)) };
}

/** Returns the index numbers of the papers that match the filters, in SQLite only. Runs on demand and only once. */
function idsOf(
  { db, location }: Connection,
  filters: WordSearch,
  conditions: readonly Expression<SqlBool>[],
): AskedWords['ids'] {
  if (location.kind !== 'sqlite') return undefined;
  const look = async (): Promise<RawBuilder<unknown>> => {
    if (answers(filters) && (await isWhole(db, sqliteFilters))) return wordIdsOf(filters);
    // In storage order, the scan of the abstracts is fifty times as fast.
    const { rows } = await sql<{ ids: string }>`select json_group_array(paper_ids.id) as ids
      from papers_folded cross join papers on papers.uid = papers_folded.uid
      cross join paper_ids on paper_ids.uid = papers.uid where ${sql.join(conditions, sql` and `)}`.execute(db);
    return sql`select value from json_each(${rows[0]?.ids ?? '[]'})`;
  };
  let found: ReturnType<typeof look> | undefined;
  return () => (found ??= look());
}

/** The weight of papers with other forms of the words. In a long text the exact words are enough (measured). */
const weightOf = ({ may }: WordsQuery): number => (may.length <= 12 ? 0.5 : 0.01);
/** A paper below this depth in both lists cannot rank high in either. */
const depth = 100;

/** Returns words by uid, without papers that have none. */
export async function wordsIn(
  { db, location }: Connection,
  text: string,
  papers: readonly Paper[],
): Promise<Map<string, string[]>> {
  const query = parseWords(text);
  const found = new Map<string, string[]>();
  if (isEmpty(query)) return found;
  const look = async (asked: WordsQuery): Promise<void> => {
    for (let at = 0; at < papers.length; at += mostUids) {
      const slice = papers.slice(at, at + mostUids);
      const uids = slice.map(({ uid }) => uid);
      const marked = await wordIndexes[location.kind].marked(db, asked, uids);
      for (const paper of slice) {
        const words = wordsFound(paper, marked.get(paper.uid) ?? []);
        if (words.length > 0) found.set(paper.uid, words);
      }
    }
  };
  await look(inBothNumbers(query));
  const begun = asBeginnings(query);
  if (found.size === 0 && begun !== null) await look(begun);
  return found;
}

/** Sorted by year (newest first), title and uid. */
export async function searchAuthors(connection: Connection, name: string, search: PaperSearch): Promise<Paper[]> {
  const words = nameWords(name);
  if (words === null) return [];
  const whole = await untilFilled(connection);
  const { db, location } = connection;
  const { limit = Infinity, ...filters } = search;
  const conditions = conditionsOf(location.kind, filters);
  // Papers not indexed yet may match too, so without a complete index all papers are scanned.
  if (whole || (await isWhole(db, wordIndexes[location.kind])))
    conditions.push(wordIndexes[location.kind].authors(words));
  const uids: string[] = [];
  for (let at = 0, most = firstRead; uids.length < limit; at += most, most = laterRead) {
    const { rows } = await sql<{ uid: string; authors: string }>`
      select papers.uid, papers.authors from papers join papers_folded on papers_folded.uid = papers.uid
      where ${conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)}
      order by papers.year desc, papers_folded.title, papers.uid limit ${most} offset ${at}`.execute(db);
    for (const { uid, authors } of rows)
      if (splitList(authors, ';').some((author) => isAuthor(author, name))) uids.push(uid);
    if (rows.length < most) break;
  }
  return papersOf(db, uids.slice(0, limit));
}

/** Resolves after `patience` at the latest. Returns true if the index was complete from the start. */
export const untilFilled = async ({ db, location, filled }: Connection): Promise<boolean> => {
  if (await isWhole(db, wordIndexes[location.kind])) return true;
  await Promise.race([filled, wait(patience, undefined, { ref: false })]);
  return false;
};
