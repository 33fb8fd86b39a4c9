import { tableColumns, type TableColumn } from './types.js';

/** A paper matches where the column holds the value, whatever the case of either. */
export interface FieldFilter {
  field: TableColumn | 'uid';
  value: string;
}

const searchable = new Map<string, FieldFilter['field']>([
  ...tableColumns.map((column) => [column, column] as const),
  ['uid', 'uid'],
  ['author', 'authors'],
]);

/** The names that a filter may have. */
export const filterFields: readonly string[] = [...searchable.keys()];

/** Names in a query that are written as filters are, and are none: each once, as they are written. */
export function unknownFilters(query: string): string[] {
  const written = [...query.matchAll(/(?<![\p{L}\p{N}_])([\p{L}_][\p{L}\p{N}_-]*):"[^"]*"/gu)];
  const names = written.map(([, name = '']) => name);
  return [...new Set(names)].filter((name) => !searchable.has(name.toLowerCase()));
}

/**
 * Takes `field:"value"` filters out of a query. No blank after the colon; `author` means `authors`; an unknown field is
 * no filter but text; what is in quotes is literal. `text` is the rest, trimmed.
 */
export function parseFieldFilters(query: string): { filters: FieldFilter[]; text: string } {
  const filters: FieldFilter[] = [];
  const text = query.replace(/(?<![\p{L}\p{N}_])([a-z_]+):"([^"]*)"/giu, (whole, name: string, value: string) => {
    const field = searchable.get(name.toLowerCase());
    if (field === undefined) return whole;
    filters.push({ field, value });
    return ' ';
  });
  return { filters, text: filters.length === 0 ? query.trim() : text.replace(/\s+/g, ' ').trim() };
}
