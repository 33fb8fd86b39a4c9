/** Filters of the searches over papers. Empty lists mean no filter. */
import type { Where } from '../../vectors/types.js';
import { checkedConference, checkedYear } from '../arguments.js';
import { EmbeddingsError } from '../../embedding-api/errors.js';
import { shown } from '../failures.js';

export interface PaperFilters {
  /** Exact names. */
  conferences?: readonly string[] | null;
  years?: readonly number[] | null;
}

/** As a condition on metadata; `uids` too, where only these papers count. */
export function whereOf({ conferences, years }: PaperFilters, uids?: readonly string[]): Where {
  return {
    ...(filled(conferences) ? { conference: { $in: conferences.map(checkedConference) } } : {}),
    ...(filled(years) ? { year: { $in: years.map(checkedYear) } } : {}),
    ...(uids ? { uid: { $in: uids } } : {}),
  };
}

export const filled = <Item>(list: readonly Item[] | null | undefined): list is readonly Item[] =>
  (list?.length ?? 0) > 0;

/** @throws EmbeddingsError for what is no list of texts, or of years */
export function checkFilters(filters: PaperFilters & { sessions?: readonly string[] | null }): void {
  for (const [name, list] of Object.entries(filters)) {
    if (list !== undefined && list !== null && !Array.isArray(list))
      throw new EmbeddingsError(`${name} must be a list, not ${shown(list)}.`);
  }
  whereOf(filters);
  const odd = filters.sessions?.find((session) => typeof session !== 'string');
  if (odd !== undefined) throw new EmbeddingsError(`sessions must list texts, not ${shown(odd)}.`);
}
