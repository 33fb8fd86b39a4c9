/** Finds papers by the time when an import added them. */
import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import { allOf, asBeginnings, inOtherForms, isEmpty, parseExclusions } from '../../words/words-query.js';
import type { Connection } from '../open.js';
import type { NewPapers, NewPaperSearch } from '../results.js';
import { conditionsOf } from '../search.js';
import { wordIndexes } from '../words/indexes.js';
import { readQuery } from '../words/search-words.js';
import { papersOf } from './embedding-state.js';
import { isFound } from './matching.js';

/**
 * Returns papers that match all words and filters, newest first. A paper that was given back counts from the import
 * that has added it. Papers are found as long as the record of their import exists.
 */
export async function newPapers(connection: Connection, search: NewPaperSearch): Promise<NewPapers> {
  const { words = '', since, limit, ...filters } = search;
  const { db, location } = connection;
  const conditions = conditionsOf(location.kind, filters);
  if (words.trim() !== '') {
    const byWords = await conditionsOfWords(connection, words);
    if (byWords === null) return { count: 0, papers: [] };
    conditions.push(...byWords);
  }
  const folded =
    (filters.fieldFilters ?? []).length > 0 ? sql`join papers_folded on papers_folded.uid = papers.uid` : sql``;
  // The records are few, and their number is the beginning of the key of the changes.
  const { rows } = await sql<NewRow>`with came as (
      select paper_changes.uid, max(records.id) as import_id, max(records.at) as at
      from (select id, coalesce(ended_at, started_at) as at from paper_imports where kind = 'import') as records
      join paper_changes on paper_changes.import_id = records.id
      where paper_changes.former is null and records.at > ${sql.lit(since)}
      group by paper_changes.uid)
    select papers.uid, came.at, came.import_id, paper_imports.name, count(*) over () as total
    from came join papers on papers.uid = came.uid ${folded}
    join paper_imports on paper_imports.id = came.import_id
    where ${and(conditions)}
    order by came.at desc, came.import_id desc, papers.year desc, papers.uid limit ${sql.lit(limit)}`.execute(db);
  const papers = new Map(
    (
      await papersOf(
        db,
        rows.map(({ uid }) => uid),
      )
    ).map((paper) => [paper.uid, paper]),
  );
  return {
    count: Number(rows[0]?.total ?? 0),
    papers: rows.flatMap(({ uid, at, import_id: importId, name }) => {
      const paper = papers.get(uid);
      return paper === undefined ? [] : [{ paper, addedAt: Number(at), importId: Number(importId), importName: name }];
    }),
  };
}

interface NewRow {
  uid: string;
  at: number | string;
  import_id: number | string;
  name: string;
  total: number | string;
}

/** Returns null for words that no paper has. */
async function conditionsOfWords(connection: Connection, words: string): Promise<Expression<SqlBool>[] | null> {
  const index = wordIndexes[connection.location.kind];
  const exclusions = parseExclusions(words);
  if (exclusions !== null)
    return exclusions.not.map(
      (one) => sql<SqlBool>`not ${index.has(inOtherForms({ must: [one], may: [], not: [] }, index.hasStems))}`,
    );
  const query = await readQuery(connection, words);
  if (isEmpty(query)) return null;
  const forms = inOtherForms(query, index.hasStems);
  const begun = asBeginnings(query);
  return [index.has(allOf(begun === null || (await isFound(connection, forms)) ? forms : begun))];
}

const and = (conditions: readonly Expression<SqlBool>[]): RawBuilder<unknown> =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
