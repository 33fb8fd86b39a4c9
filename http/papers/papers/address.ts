/** The query string of a search for papers. */
import type { PaperQuery } from './service.js';

type Lists = Pick<PaperQuery, 'conferences' | 'years' | 'sessions'>;

export function searchQuery(
  given: Record<string, string>,
  { conferences = [], years = [], sessions = [] }: Partial<Lists> = {},
): string {
  const query = new URLSearchParams(given);
  for (const one of conferences) query.append('conference', one);
  for (const one of years) query.append('year', String(one));
  for (const one of sessions) query.append('session', one);
  return query.toString();
}
