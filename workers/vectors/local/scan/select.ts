/** Filters first: which rows a search may answer. */
import type { Metadata, Where } from '../../types.js';
import { matcher, readWhere, type Condition } from '../../where.js';
import { maskOf, type Columns } from '../columns.js';
import { readRecords, type Row } from '../shard.js';

export interface Filter {
  condition: Condition;
  holds: (metadata: Metadata) => boolean;
  keys: ReadonlySet<string>;
}

/** @throws WhereError at once, before anything is read */
export function createFilter(where: Where | undefined): Filter | undefined {
  if (where === undefined) return undefined;
  const condition = readWhere(where);
  const keys = new Set(keysOf(condition));
  return keys.size === 0 ? undefined : { condition, holds: matcher(condition), keys };
}

function keysOf(condition: Condition): string[] {
  return 'of' in condition ? condition.of.flatMap(keysOf) : [condition.key];
}

/**
 * Those rows that match, in the same order. Values that are kept on the disk are read where the filter asks for them.
 * @param columns of these rows
 */
export async function select(
  folder: string,
  rows: readonly Row[],
  filter: Filter | undefined,
  columns?: Columns,
): Promise<readonly Row[]> {
  if (filter === undefined) return rows;
  const mask = columns && maskOf(filter.condition, columns, rows.length);
  if (mask) return rows.filter((_, i) => mask[i] === 1);
  const { holds, keys } = filter;
  // Rows share their lists of long keys: a few lists are looked at, not a hundred thousand.
  const asked = new Map<readonly string[], boolean>();
  const isAsked = (long: readonly string[]): boolean => {
    const known = asked.get(long) ?? long.some((key) => keys.has(key));
    asked.set(long, known);
    return known;
  };
  const onDisk = rows.filter(({ long }) => isAsked(long));
  if (onDisk.length === 0) return rows.filter(({ short }) => holds(short));
  const records = await readRecords(folder, onDisk);
  const matching = new Set(onDisk.filter((_, i) => holds(records[i]?.metadata ?? {})));
  const read = new Set(onDisk);
  return rows.filter((row) => (read.has(row) ? matching.has(row) : holds(row.short)));
}
