import type { ExpressionBuilder, Kysely } from 'kysely';
import type { Tables } from '../tables.js';
import type { PaperStatistics } from '../results.js';

const counted = ({ fn }: ExpressionBuilder<Tables, 'papers'>) => fn.countAll<number>().as('papers');

export async function statisticsOf(db: Kysely<Tables>): Promise<Omit<PaperStatistics, 'embedding_model'>> {
  const all = db.selectFrom('papers');
  const { papers } = await all.select(counted).executeTakeFirstOrThrow();
  const bare = await all.where('abstract', '=', '').select(counted).executeTakeFirstOrThrow();
  const years = await all.select(['year', counted]).groupBy('year').orderBy('year', 'desc').execute();
  const conferences = await all.select(['conference', counted]).groupBy('conference').orderBy('conference').execute();
  const sessions = await all.select(['session', counted]).groupBy('session').orderBy('session').execute();
  return { papers, without_abstract: bare.papers, years, conferences, sessions };
}
