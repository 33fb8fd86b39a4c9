import { tableColumns, type TableColumn } from './types.js';

/** A paper matches if the column contains the value, ignoring case. */
export interface FieldFilter {
  field: TableColumn | 'uid';
  value: string;
}

const searchable = new Map<string, FieldFilter['field']>([
  ...tableColumns.map((column) => [column, column] as const),
  ['uid', 'uid'],
  ['author', 'authors'],
]);

/** The valid names of a filter. */
export const filterFields: readonly string[] = [...searchable.keys()];

/** Returns undefined if there is no such field. Ignores case; `author` means `authors`. */
export const columnNamed = (name: string): FieldFilter['field'] | undefined => searchable.get(name.toLowerCase());

/** Between straight quotes others are text. Phones and word processors type the others, in any direction. */
const quoted = '(?:"([^"]*)"|[“”„«»]([^"“”„«»]*)[“”„«»])';
const filterPattern = new RegExp(`(?<![\\p{L}\\p{N}_])([a-z_]+):${quoted}`, 'giu');
const likeFilter = new RegExp(`(?<![\\p{L}\\p{N}_])([\\p{L}_][\\p{L}\\p{N}_-]*):${quoted}`, 'gu');
const excludedFilter = new RegExp(`(?<![^\\s(])(?:-|NOT\\s+)\\(*([A-Za-z_]+):${quoted}`, 'gu');
/** An AND that lacks an operand after the filters were removed. */
const looseAnd = /(?<=(?:^|\(|\bAND) ?)AND(?: |(?=\))|$)|(?: AND)+(?= ?(?:\)|$))/g;

/** Returns names in a query that look like filters but are unknown, without duplicates and as written. */
export function unknownFilters(query: string): string[] {
  const names = [...query.matchAll(likeFilter)].map(([, name = '']) => name);
  return [...new Set(names)].filter((name) => columnNamed(name) === undefined);
}

/** Returns the fields of filters after a minus or NOT, without duplicates and as written. They cannot be excluded. */
export function excludedFilters(query: string): string[] {
  const names = [...query.matchAll(excludedFilter)].map(([, name = '']) => name);
  return [...new Set(names)].filter((name) => columnNamed(name) !== undefined);
}

/**
 * Extracts `field:"value"` filters from a query. No blank is allowed after the colon. `author` means `authors`. An
 * unknown field stays text. The quoted value is literal. `text` is the rest, trimmed, without each AND that
 * lacks an operand; "" if only punctuation is left.
 */
export function parseFieldFilters(query: string): { filters: FieldFilter[]; text: string } {
  const filters: FieldFilter[] = [];
  const rest = query.replace(filterPattern, (whole, name: string, straight?: string, curly?: string) => {
    const field = columnNamed(name);
    if (field === undefined) return whole;
    filters.push({ field, value: straight ?? curly?.trim() ?? '' });
    return ' ';
  });
  if (filters.length === 0) return { filters, text: query.trim() };
  let text = rest;
  // Parentheses around filters are empty now. Few are nested.
  for (let depth = 0; depth < 4; depth++)
    text = text
      .replace(/\(\s*\)/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
      .replace(looseAnd, '');
  return { filters, text: /^(?:[\s\p{P}\p{S}]|\bAND\b)*$/u.test(text) ? '' : text };
}
