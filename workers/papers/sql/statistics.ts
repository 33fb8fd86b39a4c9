import type { Kysely } from 'kysely';
import type { Tables } from './tables.js';

export interface PaperStatistics {
  papers: number;
  without_abstract: number;
  /** Newest first. */
  years: { year: number; papers: number }[];
  conferences: { conference: string; papers: number }[];
  sessions: { session: string; papers: number }[];
  /** Whose vectors belong to this database; null as long as none was noted. */
  embedding_model: string | null;
}

export async function statisticsOf(db: Kysely<Tables>): Promise<Omit<PaperStatistics, 'embedding_model'>> {
  const count = await db.selectFrom('papers').select(({ fn }) => fn.countAll<number>().as('papers')).executeTakeFirstOrThrow();
  const bare = await db.selectFrom('papers').where('abstract', '=', '').select(({ fn }) => fn.countAll<number>().as('papers')).executeTakeFirstOrThrow();
  const years = await db.selectFrom('papers').select(['year', ({ fn }) => fn.countAll<number>().as('papers')]).groupBy('year').orderBy('year', 'desc').execute();
  const conferences = await db.selectFrom('papers').select(['conference', ({ fn }) => fn.countAll<number>().as('papers')]).groupBy('conference').orderBy('conference').execute();
  const sessions = await db.selectFrom('papers').select(['session', ({ fn }) => fn.countAll<number>().as('papers')]).groupBy('session').orderBy('session').execute();
  return { papers: count.papers, without_abstract: bare.papers, years, conferences, sessions };
}
