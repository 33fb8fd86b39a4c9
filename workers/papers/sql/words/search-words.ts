/** Searches in the index of words. */
import { setTimeout as wait } from 'node:timers/promises';
import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import { isAuthor, nameWords } from '../../words/author-name.js';
import { wordsFound } from '../../words/marks.js';
import { fuse } from '../../words/fuse.js';
import { asBeginnings, inBothNumbers, isEmpty, parseWords, type WordsQuery } from '../../words/words-query.js';
import type { Paper } from '../../types.js';
import { splitList } from '../../values.js';
import { papersOf } from '../embedding-state.js';
import type { Connection } from '../open.js';
import type { PaperSearch } from '../paper-search.js';
import { conditionsOf } from '../search.js';
import { isWhole } from '../fill.js';
import { answers, sqliteFilters, wordIdsOf } from '../filters/sqlite-filters.js';
import { wordIndexes } from './indexes.js';
import type { AskedWords } from './word-index.js';
import type { WordSearch, WordsFound } from '../results.js';

/** A search waits so long for older papers, in milliseconds: some ten thousand are taken in in that. */
const patience = 3000;
const mostUids = 500;
/** Papers that may be an author's; of most names the first are enough. To look at so many takes some 10 ms. */
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
  // What has the very words is better than what has other forms of them, but both are found.
  if (!index.hasStems && uids.length > 0) uids = fuse([await find(query), uids], [1, weightOf(query)]);
  const begun = asBeginnings(query);
  if (uids.length === 0 && begun !== null) uids = await find(begun);
  return { uids: uids.slice(0, limit), isWhole: whole || (await isWhole(db, index)) };
}

/** Of SQLite the numbers of the papers for which all holds; looked for when they are asked for, and once. */
function idsOf(
  { db, location }: Connection,
  filters: WordSearch,
  conditions: readonly Expression<SqlBool>[],
): AskedWords['ids'] {
  if (location.kind !== 'sqlite') return undefined;
  const look = async (): Promise<RawBuilder<unknown>> => {
    if (answers(filters) && (await isWhole(db, sqliteFilters))) return wordIdsOf(filters);
    // In the order in which they lie there, the abstracts are looked through in a fiftieth of the time.
    const { rows } = await sql<{ ids: string }>`select json_group_array(paper_ids.id) as ids
      from papers_folded cross join papers on papers.uid = papers_folded.uid
      cross join paper_ids on paper_ids.uid = papers.uid where ${sql.join(conditions, sql` and `)}`.execute(db);
    return sql`select value from json_each(${rows[0]?.ids ?? '[]'})`;
  };
  let found: ReturnType<typeof look> | undefined;
  return () => (found ??= look());
}

/** Of the list of papers with other forms of the words. In a long text the words themselves say enough (measured). */
const weightOf = ({ may }: WordsQuery): number => (may.length <= 12 ? 0.5 : 0.01);
/** What is farther down in both lists is not far up in one of both. */
const depth = 100;

/** By uid; those without any are left out. */
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

/** Newest year first, then by title, then by uid. */
export async function searchAuthors(connection: Connection, name: string, search: PaperSearch): Promise<Paper[]> {
  const words = nameWords(name);
  if (words === null) return [];
  const whole = await untilFilled(connection);
  const { db, location } = connection;
  const { limit = Infinity, ...filters } = search;
  const conditions = conditionsOf(location.kind, filters);
  // Among the papers that are not taken in yet may be some, too: all are looked through.
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

/** Resolves when all papers are taken in, which it answers, or patience ends. */
export const untilFilled = async ({ db, location, filled }: Connection): Promise<boolean> => {
  if (await isWhole(db, wordIndexes[location.kind])) return true;
  await Promise.race([filled, wait(patience, undefined, { ref: false })]);
  return false;
};
