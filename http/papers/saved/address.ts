/** Addresses of the page of saved papers. */
import type { SavedFilter } from './service.js';

/** Builds the query string; empty without a filter. */
export function filterQuery({ list, read, decision }: SavedFilter): string {
  const query = new URLSearchParams();
  if (list !== undefined) query.set('list', list);
  if (read !== undefined) query.set('read', String(read));
  if (decision !== undefined) query.set('decision', decision);
  return query.toString();
}

export function savedAddress(filter: SavedFilter, page = 1): string {
  const query = [filterQuery(filter), page === 1 ? '' : `page=${page}`].filter((part) => part !== '').join('&');
  return query === '' ? '/papers/saved' : `/papers/saved?${query}`;
}

export const screeningAddress = (list: string): string =>
  `/papers/screening?${new URLSearchParams({ list }).toString()}`;
