/**
 * The papers that contain all words of a text and match all filters, by conference and year: what counts and sorted
 * lists are about.
 */
import { sql, type RawBuilder } from 'kysely';
import type { WordsQuery } from '../../words/form.js';
import { allOf, asBeginnings, inOtherForms, isEmpty, parseExclusions } from '../../words/words-query.js';
import { isWhole } from '../fill.js';
import { answers, narrowConditions, sqliteFilters } from '../filters/sqlite-filters.js';
import type { Connection } from '../open.js';
import type { CountSearch, YearCount } from '../results.js';
import { conditionsOf } from '../search.js';
import { wordIndexes } from '../words/indexes.js';
import { readQuery, untilFilled } from '../words/search-words.js';

export interface Group extends YearCount {
  conference: string;
}

export interface Matching {
  groups: Group[];
  /** Uids of the papers of these groups, sorted by title. */
  uidsOf: (groups: readonly Group[], limit: number) => Promise<(Omit<Group, 'papers'> & { uid: string })[]>;
  /** False while older papers are being indexed. */
  isWhole: boolean;
}

export async function matchingPapers(
  connection: Connection,
  { words = '', ...filters }: CountSearch,
): Promise<Matching> {
  const { db, location } = connection;
  const index = wordIndexes[location.kind];
  const source = await sourceOf(connection, filters);
  if (words.trim() === '') return { ...(await grouped(connection, source)), isWhole: true };
  const excluded = parseExclusions(words);
  const query = excluded ?? (await readQuery(connection, words));
  if (excluded === null && isEmpty(query)) return { groups: [], uidsOf: async () => [], isWhole: true };
  const whole = await untilFilled(connection);
  const forms = inOtherForms(query, index.hasStems);
  let found = await grouped(connection, await restricted(connection, source, allOf(forms)));
  const begun = asBeginnings(query);
  // As in a search: words are beginnings if no paper has any of them.
  if (found.groups.length === 0 && begun !== null && !(await isFound(connection, forms)))
    found = await grouped(connection, await restricted(connection, source, allOf(begun)));
  return { ...found, isWhole: whole || (await isWhole(db, index)) };
}

interface Source {
  table: 'papers' | 'paper_filters';
  conditions: RawBuilder<unknown>[];
  /** Whether a condition is on `papers_folded`. */
  asksText: boolean;
}

/** In SQLite, `paper_filters` is much smaller than the texts of all papers. */
async function sourceOf({ db, location }: Connection, filters: Omit<CountSearch, 'words'>): Promise<Source> {
  const asksText = (filters.fieldFilters ?? []).length > 0 || (filters.keyword ?? '').trim() !== '';
  const isNarrow =
    location.kind === 'sqlite' &&
    (asksText || (filters.sessions ?? []).length > 0) &&
    answers(filters) &&
    (await isWhole(db, sqliteFilters));
  if (isNarrow) return { table: 'paper_filters', conditions: [narrowConditions(filters)], asksText: false };
  return { table: 'papers', conditions: conditionsOf(location.kind, filters).map((one) => sql`${one}`), asksText };
}

async function restricted({ db, location }: Connection, source: Source, query: WordsQuery): Promise<Source> {
  const index = wordIndexes[location.kind];
  const { must, not } = query;
  const areMany = must.length > 0 && (await index.areMany(db, query));
  // The "+" makes SQLite scan an index of all papers.
  const uid = sql`${sql.raw(areMany ? '+' : '')}${sql.ref(`${source.table}.uid`)}`;
  const conditions =
    must.length > 0
      ? [sql`${uid} in (${index.uids({ must, may: [], not })})`]
      : not.map((one) => sql`${uid} not in (${index.uids({ must: [one], may: [], not: [] })})`);
  return { ...source, conditions: [...source.conditions, ...conditions] };
}

/** Returns true if a paper has any of the words; else a search takes them for beginnings. */
export async function isFound({ db, location }: Connection, query: WordsQuery): Promise<boolean> {
  const uids = wordIndexes[location.kind].uids(query);
  return (await sql`select 1 from (${uids}) as found limit 1`.execute(db)).rows.length > 0;
}

async function grouped({ db }: Connection, source: Source): Promise<Omit<Matching, 'isWhole'>> {
  const { table, conditions, asksText } = source;
  const where = conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
  const of = (column: 'uid' | 'year' | 'conference'): RawBuilder<unknown> => sql.ref(`${table}.${column}`);
  // In the order in which the texts are stored, a scan of them is many times as fast.
  const scanned = asksText
    ? sql`papers_folded cross join papers where papers.uid = papers_folded.uid and ${where}`
    : sql`${sql.table(table)} where ${where}`;
  const { rows: groups } = await sql<Group>`
    select ${of('conference')}, ${of('year')}, count(*) as papers from ${scanned}
    group by ${of('year')}, ${of('conference')}`.execute(db);
  const isNarrow = table === 'paper_filters';
  const joined = isNarrow ? sql`${sql.table(table)}` : sql`papers join papers_folded on papers_folded.uid = papers.uid`;
  return {
    groups,
    async uidsOf(some, limit) {
      if (some.length === 0 || limit <= 0) return [];
      const places = some.map(({ year, conference }) => sql`(${sql.lit(year)}, ${conference})`);
      const isAmong = sql`(${of('year')}, ${of('conference')}) in (values ${sql.join(places)})`;
      // All groups may be more than SQLite has parameters.
      const isAsked = some.length === groups.length ? sql`true` : isAmong;
      const title = sql.ref(isNarrow ? 'paper_filters.title' : 'papers_folded.title');
      const { rows } = await sql<Group & { uid: string }>`
        select ${of('uid')}, ${of('year')}, ${of('conference')} from ${joined}
        where ${isAsked} and ${where}
        order by ${title}, ${of('uid')} limit ${limit}`.execute(db);
      return rows;
    },
  };
}
