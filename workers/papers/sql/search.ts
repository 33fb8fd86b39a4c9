import { sql, type Expression, type Kysely, type SelectQueryBuilder, type SqlBool } from 'kysely';
import { foldCase } from '../fold.js';
import type { Paper } from '../types.js';
import { isWhole } from './fill.js';
import { likePart } from './filters/postgres-trigrams.js';
import { answers, filteredUids, firstUids, sqliteFilters } from './filters/sqlite-filters.js';
import { papersOf } from './queries/embedding-state.js';
import { manyUids } from './queries/many-uids.js';
import type { PaperSearch } from './paper-search.js';
import { paperOf } from './rows.js';
import type { Kind, Tables } from './tables.js';

const keywordColumns = ['title', 'abstract', 'authors', 'keywords'] as const;

/** Sorted by year (newest first), title and uid: the same order on both databases. */
export async function searchPapers(db: Kysely<Tables>, kind: Kind, search: PaperSearch): Promise<Paper[]> {
  const { limit } = search;
  if (kind === 'sqlite' && limit !== undefined && answers(search) && (await isWhole(db, sqliteFilters)))
    return papersOf(db, await firstUids(db, search, limit));
  return (await matching(db, kind, search).selectAll('papers').execute()).map(paperOf);
}

/** Like `searchPapers`, but returns uids, unordered. */
export async function searchUids(
  db: Kysely<Tables>,
  kind: Kind,
  search: Omit<PaperSearch, 'limit'>,
): Promise<string[]> {
  if (kind === 'sqlite' && answers(search) && (await isWhole(db, sqliteFilters))) return filteredUids(db, search);
  const found = matching(db, kind, search).clearOrderBy().select('papers.uid');
  if (kind === 'sqlite') return manyUids(db, sql`${found}`);
  return (await found.execute()).map(({ uid }) => uid);
}

type Matching = SelectQueryBuilder<Tables, 'papers' | 'papers_folded', object>;

function matching(db: Kysely<Tables>, kind: Kind, search: PaperSearch): Matching {
  let query: Matching = db.selectFrom('papers').innerJoin('papers_folded', 'papers_folded.uid', 'papers.uid');
  for (const condition of conditionsOf(kind, search)) query = query.where(condition);
  query = query.orderBy('papers.year', 'desc').orderBy('papers_folded.title').orderBy('papers.uid');
  return search.limit === undefined ? query : query.limit(search.limit);
}

/** Returns conditions on a row of `papers` joined with `papers_folded`. */
export function conditionsOf(
  kind: Kind,
  { keyword = '', fieldFilters = [], sessions = [], years = [], conferences = [] }: PaperSearch,
): Expression<SqlBool>[] {
  const among = (column: string, values: readonly (string | number)[]): Expression<SqlBool>[] =>
    values.length === 0 ? [] : [sql<SqlBool>`${sql.ref(`papers.${column}`)} in (${sql.join(values)})`];
  const text = foldCase(keyword.trim());
  const anywhere = sql.join(
    keywordColumns.map((column) => holds(kind, column, text)),
    sql` or `,
  );
  return [
    ...(text === '' ? [] : [sql<SqlBool>`(${anywhere})`]),
    ...fieldFilters.map(({ field, value }) => holds(kind, field === 'uid' ? 'uid_folded' : field, foldCase(value))),
    ...among('session', sessions),
    ...among('year', years),
    ...among('conference', conferences),
  ];
}

/** Matches a part of a text. No character is a wildcard. */
function holds(kind: Kind, column: keyof Tables['papers_folded'], text: string): Expression<SqlBool> {
  const where = sql.ref(`papers_folded.${column}`);
  const what = text.replaceAll('\0', '');
  return kind === 'sqlite' ? sql<SqlBool>`instr(${where}, ${what}) > 0` : sql<SqlBool>`${where} like ${likePart(what)}`;
}
