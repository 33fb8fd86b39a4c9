/** Lists the filter values of a search. Steps from one value to the next in an index instead of scanning all papers. */
import { sql, type Kysely } from 'kysely';
import { isWhole } from '../fill.js';
import { sqliteFilters } from '../filters/sqlite-filters.js';
import type { Kind, Tables } from '../tables.js';
import type { PaperChoices } from '../results.js';

export async function choicesOf(db: Kysely<Tables>, kind: Kind): Promise<PaperChoices> {
  const years = await yearsOf(db);
  return {
    conferences: await conferencesOf(db),
    years: years.reverse(),
    sessions: await sessionsOf(db, kind === 'sqlite' && (await isWhole(db, sqliteFilters))),
  };
}

async function yearsOf(db: Kysely<Tables>): Promise<number[]> {
  const { rows } = await sql<{ year: number }>`select year from (
    with recursive found (year) as (
      select min(year) from papers
      union all
      select (select min(year) from papers where papers.year > found.year) from found where found.year is not null)
    select year from found) as years where year is not null`.execute(db);
  return rows.map(({ year }) => year);
}

/** The index is sorted by year first. */
async function conferencesOf(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ conference: string }>`select distinct conference from (
    with recursive years (year) as (
      select min(year) from papers
      union all
      select (select min(year) from papers where papers.year > years.year) from years where years.year is not null),
    found (year, conference) as (
      select year, (select min(conference) from papers where papers.year = years.year) from years
      where year is not null
      union all
      select year, (select min(conference) from papers
        where papers.year = found.year and papers.conference > found.conference)
      from found where found.conference is not null)
    select conference from found) as conferences where conference is not null order by conference`.execute(db);
  return rows.map(({ conference }) => conference);
}

async function sessionsOf(db: Kysely<Tables>, isIndexed: boolean): Promise<string[]> {
  const { rows } = await (
    isIndexed
      ? sql<{ session: string }>`select session from (
          with recursive found (session) as (
            select min(session) from paper_filters
            union all
            select (select min(session) from paper_filters where paper_filters.session > found.session)
            from found where found.session is not null)
          select session from found) as sessions where session is not null`
      : sql<{ session: string }>`select distinct session from papers order by session`
  ).execute(db);
  return rows.map(({ session }) => session);
}
