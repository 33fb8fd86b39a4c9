import { setImmediate as nextTurn } from 'node:timers/promises';
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
  const count = await db
    .selectFrom('papers')
    .select(({ fn }) => fn.countAll<number>().as('papers'))
    .executeTakeFirstOrThrow();
  // SQLite works in this thread; over a hundred thousand papers each of these takes some 50 ms.
  await nextTurn();
  const bare = await db
    .selectFrom('papers')
    .where('abstract', '=', '')
    .select(({ fn }) => fn.countAll<number>().as('papers'))
    .executeTakeFirstOrThrow();
  await nextTurn();
  const years = await db
    .selectFrom('papers')
    .select(['year', ({ fn }) => fn.countAll<number>().as('papers')])
    .groupBy('year')
    .orderBy('year', 'desc')
    .execute();
  await nextTurn();
  const conferences = await db
    .selectFrom('papers')
    .select(['conference', ({ fn }) => fn.countAll<number>().as('papers')])
    .groupBy('conference')
    .orderBy('conference')
    .execute();
  await nextTurn();
  const sessions = await db
    .selectFrom('papers')
    .select(['session', ({ fn }) => fn.countAll<number>().as('papers')])
    .groupBy('session')
    .orderBy('session')
    .execute();
  return { papers: count.papers, without_abstract: bare.papers, years, conferences, sessions };
}
