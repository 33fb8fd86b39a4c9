/** Filters first: which rows a search may answer. */
import type { Metadata, Where } from '../../types.js';
import { matcher, readWhere, type Condition } from '../../where.js';
import { createColumns, maskOf, type Columns } from '../columns.js';
import { loadColumns } from '../index/shard-columns.js';
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
 * Those rows that match, in the same order. Values that are long, or known to the records only, are read from the
 * disk where the filter asks for them.
 * @param columns of these rows, where somebody keeps them
 */
export async function select(
  folder: string,
  rows: readonly Row[],
  filter: Filter | undefined,
  columns: Columns = createColumns(rows),
): Promise<readonly Row[]> {
  if (filter === undefined || rows.length === 0) return rows;
  await loadColumns(folder, new Set(rows.map(({ shard }) => shard)), filter.keys);
  const mask = maskOf(filter.condition, columns, rows.length);
  if (mask) return rows.filter((_, i) => mask[i] === 1);
  const matching = new Set<Row>();
  for (const some of Map.groupBy(rows, ({ shard }) => shard).values()) {
    const own = maskOf(filter.condition, createColumns(some), some.length);
    const records = own === undefined ? await readRecords(folder, some) : [];
    some.forEach((row, i) => {
      if (own === undefined ? filter.holds(records[i]?.metadata ?? {}) : own[i] === 1) matching.add(row);
    });
  }
  return rows.filter((row) => matching.has(row));
}
