/** Searches in the word index. */
import { setTimeout as wait } from 'node:timers/promises';
import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import { isAuthor, nameWords } from '../../words/author-name.js';
import { wordsFound } from '../../words/marks.js';
import type { WordsQuery } from '../../words/form.js';
import { fuse } from '../../words/fuse.js';
import { indexWords, isTitle, likeTitle, plainWord } from '../../words/plain-word.js';
import {
  asBeginnings,
  capitalsIn,
  inOtherForms,
  isEmpty,
  parseExclusions,
  parseWords,
  withNames,
} from '../../words/words-query.js';
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
  const query = await readQuery(connection, text);
  if (isEmpty(query)) return { uids: [], isWhole: true };
  const whole = await untilFilled(connection);
  const { db, location } = connection;
  const { limit = 10, ...filters } = search;
  const index = wordIndexes[location.kind];
  const conditions = conditionsOf(location.kind, filters);
  const ids = idsOf(connection, filters, conditions);
  const find = (asked: WordsQuery): Promise<string[]> =>
    index.search(db, { query: asked, conditions, ids, limit: Math.max(limit, depth) });
  let uids = await find(inOtherForms(query, index.hasStems));
  // Papers with the exact words rank above papers with other forms, but both are found.
  if (!index.hasStems && uids.length > 0) uids = fuse([await find(query), uids], [1, weightOf(query)]);
  const begun = asBeginnings(query);
  if (uids.length === 0 && begun !== null) uids = await find(begun);
  const titled = await titledUids(connection, text, conditions);
  uids = [...new Set([...titled, ...(await nearlyTitled(connection, text, uids.slice(0, depth))), ...uids])];
  return { uids: uids.slice(0, limit), isWhole: whole || (await isWhole(db, index)) };
}

/** Parses a text. A word in capitals is a name if authors have it, and no paper writes it in capitals. */
export async function readQuery({ db, location }: Connection, text: string): Promise<WordsQuery> {
  const query = parseWords(text);
  const capitals = capitalsIn(text).slice(0, mostCapitals);
  const names = new Set<string>();
  for (const word of capitals) if (await isName({ db, location }, word)) names.add(plainWord(word));
  return names.size === 0 ? query : withNames(query, names);
}

const mostCapitals = 8;
/** Papers that are read to see how they write a word. */
const mostRead = 200;

async function isName({ db, location }: Pick<Connection, 'db' | 'location'>, word: string): Promise<boolean> {
  const index = wordIndexes[location.kind];
  const plain = plainWord(word);
  const texts = { must: [], may: [[{ words: [plain], isBeginning: false, isNoName: true }]], not: [] };
  const column = (name: string): RawBuilder<unknown> => sql`coalesce(${sql.ref(name)}, '')`;
  const joined = sql`${column('title')} || ' ' || ${column('keywords')} || ' ' || ${column('abstract')}`;
  const { rows } = await sql<{ thing: number; name: number }>`select
    (select count(*) from (select ${joined} as words from papers where ${index.has(texts)} limit ${mostRead}) as texts
      where ${location.kind === 'sqlite' ? sql`instr(words, ${word})` : sql`strpos(words, ${word})`} > 0) as thing,
    (select count(*) from (select 1 from papers where ${index.authors([[plain]])} limit 1) as names) as name`.execute(
    db,
  );
  return Number(rows[0]?.name) > 0 && Number(rows[0]?.thing) === 0;
}

/** Papers with this title, word for word. */
async function titledUids(
  { db, location }: Connection,
  text: string,
  conditions: readonly Expression<SqlBool>[],
): Promise<string[]> {
  const words = indexWords(text);
  if (words.length === 0 || words.length > mostTitleWords) return [];
  const where = sql.join([wordIndexes[location.kind].titled([...new Set(words)]), ...conditions], sql` and `);
  // Signs and blanks may make a title longer than its words.
  const title = sql`coalesce(papers_folded.plain_title, papers_folded.title)`;
  const most = 2 * words.join(' ').length + 10;
  const { rows } = await sql<{ uid: string; title: string }>`select papers.uid, ${title} as title
    from papers join papers_folded on papers_folded.uid = papers.uid
    where ${where} and length(${title}) <= ${most} order by length(${title}), papers.uid limit ${mostTitles}`.execute(
    db,
  );
  return rows.flatMap(({ uid, title: own }) => (isTitle(own, text) ? [uid] : []));
}

/** Papers whose title has most of the words, the most alike first: a title with typing errors. */
async function nearlyTitled({ db }: Connection, text: string, uids: readonly string[]): Promise<string[]> {
  const count = indexWords(text).length;
  if (uids.length === 0 || count > mostTitleWords) return [];
  const rows = await db.selectFrom('papers').select(['uid', 'title']).where('uid', 'in', uids).execute();
  const shares = new Map(rows.map(({ uid, title }) => [uid, likeTitle(title, text)]));
  const shareOf = (uid: string): number => shares.get(uid) ?? 0;
  const alike = uids.filter((uid) => shareOf(uid) >= fewestInCommon);
  return alike.sort((one, other) => shareOf(other) - shareOf(one));
}

/** Measured: with it, titles with two typing errors are found first more often than by BM25. */
const fewestInCommon = 0.6;
const mostTitleWords = 40;
const mostTitles = 50;

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
  connection: Connection,
  text: string,
  papers: readonly Paper[],
): Promise<Map<string, string[]>> {
  const { db, location } = connection;
  const query = await readQuery(connection, text);
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
  await look(inOtherForms(query, wordIndexes[location.kind].hasStems));
  const begun = asBeginnings(query);
  if (found.size === 0 && begun !== null) await look(begun);
  return found;
}

/** Sorted by year (newest first), title and uid. */
export async function searchAuthors(connection: Connection, name: string, search: PaperSearch): Promise<Paper[]> {
  const words = nameWords(name);
  if (words === null) return [];
  const [capital, ...more] = capitalsIn(name);
  const isInCapitals = words.length === 1 && capital !== undefined && more.length === 0;
  const asked = isInCapitals && (await isName(connection, capital)) ? plainWord(capital) : name;
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
      if (splitList(authors, ';').some((author) => isAuthor(author, asked))) uids.push(uid);
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

/** Returns those of the papers that contain what the text demands, and nothing that it excludes. */
export async function uidsAllowed(
  { db, location }: Connection,
  text: string,
  uids: readonly string[],
): Promise<ReadonlySet<string>> {
  const index = wordIndexes[location.kind];
  const { must, not } = inOtherForms(parseExclusions(text) ?? parseWords(text), index.hasStems);
  if (must.length + not.length === 0) return new Set(uids);
  const conditions = [
    ...(must.length === 0 ? [] : [index.has({ must, may: [], not: [] })]),
    ...not.map((one) => sql<SqlBool>`not ${index.has({ must: [one], may: [], not: [] })}`),
  ];
  const allowed = new Set<string>();
  for (let at = 0; at < uids.length; at += mostUids) {
    const slice = uids.slice(at, at + mostUids);
    const { rows } = await sql<{ uid: string }>`select papers.uid from papers
      where papers.uid in (${sql.join(slice)}) and ${sql.join(conditions, sql` and `)}`.execute(db);
    for (const { uid } of rows) allowed.add(uid);
  }
  return allowed;
}
