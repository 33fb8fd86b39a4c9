/** Filters of the searches over papers. Empty lists mean no filter. */
import type { Where } from '../../vectors/types.js';
import * as z from 'zod/v4';
import { must, refusedAs } from '../../../base/input/schema.js';
import { shown } from '../../../base/input/shown.js';
import { checked, checkedConference, checkedYear, list } from '../arguments.js';

export interface PaperFilters {
  /** Exact names. */
  conferences?: readonly string[] | null;
  years?: readonly number[] | null;
}

/** Converts filters to a condition on metadata. `uids` limits the search to these papers. */
export function whereOf({ conferences, years }: PaperFilters, uids?: readonly string[]): Where {
  return {
    ...(filled(conferences) ? { conference: { $in: conferences.map(checkedConference) } } : {}),
    ...(filled(years) ? { year: { $in: years.map(checkedYear) } } : {}),
    ...(uids ? { uid: { $in: uids } } : {}),
  };
}

export const filled = <Item>(list: readonly Item[] | null | undefined): list is readonly Item[] =>
  (list?.length ?? 0) > 0;

const optionalList = must('a list', list).nullish();
const session = refusedAs(z.string(), (raw) => `must list texts, not ${shown(raw)}.`);

/** @throws EmbeddingsError if a filter is not a list of texts or of years */
export function checkFilters(filters: PaperFilters & { sessions?: readonly string[] | null }): void {
  for (const [name, given] of Object.entries(filters)) checked(name, optionalList, given);
  whereOf(filters);
  filters.sessions?.forEach((given) => checked('sessions', session, given));
}
