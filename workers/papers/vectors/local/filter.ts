/** Finds the rows that match a filter. The values of a key are read from the shards for the first filter with it. */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { KeptThreads } from '../../../base/async/kept-threads.js';
import type { Where } from '../types.js';
import { isLeaf, leafMatcher, readWhere, type Condition, type Leaf } from '../where.js';
import type { RowsThread } from './rows-thread.js';
import { orDamaged, type Column, type Shard } from './shard.js';
import type { Table } from './table.js';

export interface FilterContext {
  folder: string;
  table: Table;
  threads: KeptThreads<RowsThread>;
}

export const mostThreads = Math.min(availableParallelism(), 4);

type Columns = ReadonlyMap<Shard, ReadonlyMap<string, Column>>;

/** A column whose values are longer than this on average is not kept. */
const shortCharacters = 64;
/** Shards whose rows are checked in about 5 ms. */
const shardsAtOnce = 32;

/**
 * Returns 1 for each row that matches; undefined if all rows match.
 * @throws WhereError before anything is read, DamagedShardError
 */
export async function maskOf(context: FilterContext, where: Where): Promise<Uint8Array | undefined> {
  const condition = readWhere(where);
  const keys = [...new Set(keysOf(condition))];
  return keys.length === 0 ? undefined : conditionMask(context.table, await loadColumns(context, keys), condition);
}

function keysOf(condition: Condition): string[] {
  return 'of' in condition ? condition.of.flatMap(keysOf) : [condition.key];
}

async function loadColumns(context: FilterContext, keys: readonly string[]): Promise<Columns> {
  const limit = pLimit(mostThreads);
  const load = async (shard: Shard): Promise<[Shard, Map<string, Column>]> => {
    const missing = keys.filter((key) => !shard.columns.has(key));
    const columns = new Map(shard.columns);
    if (missing.length === 0) return [shard, columns];
    const { entry } = shard;
    const path = join(context.folder, entry.file);
    const task = { path, entry, keys: missing };
    const read = await limit(() => orDamaged(context.threads.call('columns', task)));
    missing.forEach((key, i) => {
      const column = read[i] as Column;
      columns.set(key, column);
      const characters = column.values.reduce((sum, value) => sum + (value?.length ?? 0), 0);
      if (characters <= shortCharacters * entry.rows) shard.columns.set(key, column);
    });
    return [shard, columns];
  };
  return new Map(await Promise.all([...context.table.shards.values()].map(load)));
}

async function conditionMask(table: Table, columns: Columns, condition: Condition): Promise<Uint8Array> {
  if (isLeaf(condition)) return leafMask(table, columns, condition);
  const every = condition.kind === 'all';
  const mask = new Uint8Array(table.size).fill(Number(every));
  for (const part of condition.of) {
    const other = await conditionMask(table, columns, part);
    other.forEach((holds, row) => {
      if (every ? holds === 0 : holds === 1) mask[row] = holds;
    });
  }
  return mask;
}

/** Checks each distinct value of a shard once. */
async function leafMask(table: Table, columns: Columns, leaf: Leaf): Promise<Uint8Array> {
  const mask = new Uint8Array(table.size);
  const holds = leafMatcher(leaf);
  let done = 0;
  for (const [shard, byKey] of columns) {
    const { codes, values } = byKey.get(leaf.key) as Column;
    const truth = Uint8Array.from(values, (value) => Number(holds(value)));
    shard.rows.forEach((row, at) => (mask[row] = truth[codes[at] as number] as number));
    if (++done % shardsAtOnce === 0) await nextTurn();
  }
  return mask;
}
