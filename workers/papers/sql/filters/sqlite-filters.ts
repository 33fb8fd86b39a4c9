/**
 * Filters of searches in SQLite: a narrow table, because a scan of the papers would read their abstracts too, and a
 * trigram index of its texts.
 *
 * paper_filters   `session` and `conference` unchanged, the other texts case-folded; a row keeps its number
 * paper_trigrams  by that number; without positions, so that each result must be checked
 *
 * For 100,000 papers: 43 MB and 2.4 s. With the abstracts it would be 300 MB and 27 s.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { FieldFilter } from '../../field-filters.js';
import { foldCase } from '../../fold.js';
import type { Filled } from '../fill.js';
import { manyUids } from '../queries/many-uids.js';
import type { PaperSearch } from '../paper-search.js';
import type { Tables } from '../tables.js';
import { matchOf } from './trigrams.js';

const indexed = ['title', 'authors', 'keywords'] as const;
const columnOf: ReadonlyMap<FieldFilter['field'], string> = new Map([
  ...indexed.map((name) => [name, name] as const),
  ['session', 'session_folded'],
  ['conference', 'conference_folded'],
  ['year', 'year'],
]);

const raw = (text: string): RawBuilder<unknown> => sql.raw(text);
const listed = (of = ''): RawBuilder<unknown> => raw(indexed.map((column) => of + column).join(', '));

const columns = raw(`uid, year, session, conference, session_folded, conference_folded, ${indexed.join(', ')}`);
const rows = sql`select papers.uid, papers.year, papers.session, papers.conference, papers_folded.session,
  papers_folded.conference, ${listed('papers_folded.')}
  from papers join papers_folded on papers_folded.uid = papers.uid`;

const statements = [
  sql`create table paper_filters (id integer primary key not null, uid text not null unique, year integer not null,
    session text not null, conference text not null, session_folded text not null, conference_folded text not null,
    ${raw(indexed.map((column) => `${column} text not null`).join(', '))})`,
  sql`create virtual table paper_trigrams using fts5(${listed()}, content = 'paper_filters', content_rowid = 'id',
    detail = column, tokenize = 'trigram case_sensitive 1')`,
  sql`insert into paper_trigrams (paper_trigrams, rank) values ('automerge', 16)`,
  sql`insert into paper_trigrams (paper_trigrams, rank) values ('crisismerge', 32)`,
  sql`create trigger paper_trigrams_in after insert on paper_filters begin
    insert into paper_trigrams (rowid, ${listed()}) values (new.id, ${listed('new.')});
  end`,
  sql`create trigger paper_trigrams_out after delete on paper_filters begin
    insert into paper_trigrams (paper_trigrams, rowid, ${listed()}) values ('delete', old.id, ${listed('old.')});
  end`,
  // The paper is inserted before its folded texts.
  sql`create trigger paper_filters_new after insert on papers_folded begin
    insert or ignore into paper_filters (${columns}) ${rows} where papers.uid = new.uid;
  end`,
  sql`create trigger paper_filters_changed after update on papers_folded begin
    delete from paper_filters where uid = old.uid;
    insert into paper_filters (${columns}) ${rows} where papers.uid = new.uid;
  end`,
  sql`create trigger paper_filters_gone after delete on papers_folded begin
    delete from paper_filters where uid = old.uid;
  end`,
];

export const sqliteFilters = {
  setting: 'filters_taken_in',

  async create(db: Kysely<Tables>): Promise<void> {
    for (const statement of statements) await statement.execute(db);
  },

  async add(db: Kysely<Tables>, uids: readonly string[]): Promise<void> {
    await sql`insert or ignore into paper_filters (${columns}) ${rows}
      where papers.uid in (${sql.join(uids)}) order by papers.uid`.execute(db);
  },
} satisfies Filled & Record<string, unknown>;

/** Lists the sessions without a scan of all papers. */
export async function indexSessions(db: Kysely<Tables>): Promise<void> {
  await sql`create index paper_filters_by_session on paper_filters (session)`.execute(db);
}

/** Returns true if the narrow table covers all fields of a search. */
export const answers = ({ keyword, fieldFilters = [] }: PaperSearch): boolean =>
  (keyword ?? '').trim() === '' && fieldFilters.every(({ field }) => columnOf.has(field));

type Filters = Omit<PaperSearch, 'limit'>;

/** Unordered. */
export const filteredUids = (db: Kysely<Tables>, search: Filters): Promise<string[]> =>
  manyUids(db, sql`select uid from paper_filters where ${narrowConditions(search)}`);

/** Sorted like `searchPapers`. */
export async function firstUids(db: Kysely<Tables>, search: Filters, limit: number): Promise<string[]> {
  const { rows: found } = await sql<{ uid: string }>`select uid from paper_filters where ${narrowConditions(search)}
    order by year desc, title, uid limit ${limit}`.execute(db);
  return found.map(({ uid }) => uid);
}

/** Selects the word index's numbers of the papers that match all filters. */
export function wordIdsOf(search: Filters): RawBuilder<unknown> {
  const { fieldFilters = [], sessions = [] } = search;
  // Years and conferences have an index in `papers`. Other filters scan the narrow table.
  const table = sql.ref(fieldFilters.length + sessions.length === 0 ? 'papers' : 'paper_filters');
  return sql`select paper_ids.id from ${table} cross join paper_ids on paper_ids.uid = ${table}.uid
    where ${narrowConditions(search)}`;
}

/** Conditions on a row of `paper_filters`, for a search that it `answers`. */
export function narrowConditions({
  fieldFilters = [],
  sessions = [],
  years = [],
  conferences = [],
}: Filters): RawBuilder<unknown> {
  const among = (column: string, values: readonly (string | number)[]): RawBuilder<unknown>[] =>
    values.length === 0 ? [] : [sql`${sql.ref(column)} in (${sql.join(values)})`];
  const conditions = [
    ...fieldFilters.flatMap(holds),
    ...among('session', sessions),
    ...among('year', years),
    ...among('conference', conferences),
  ];
  return conditions.length === 0 ? sql`true` : sql`${sql.join(conditions, sql` and `)}`;
}

/** Trigrams may match anywhere in the text, so each match is checked. */
function holds({ field, value }: FieldFilter): RawBuilder<unknown>[] {
  const text = foldCase(value).replaceAll('\0', '');
  const column = columnOf.get(field) as string;
  const match = indexed.some((name) => name === field) ? matchOf(column, text) : null;
  return [
    ...(match === null
      ? []
      : [sql`paper_filters.id in (select rowid from paper_trigrams where paper_trigrams match ${match})`]),
    sql`instr(${sql.ref(column)}, ${text}) > 0`,
  ];
}
