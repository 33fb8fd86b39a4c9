/** Filters first: which records a search may answer. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { groupBy } from '../../../base/group-by.js';
import { longLists, manyValues } from '../../long-lists.js';
import type { Metadata, Where } from '../../types.js';
import { matcher, readWhere, sizeOf, type Condition } from '../../where.js';
import { createColumns, maskOf, type Columns } from '../columns.js';
import { loadColumns } from '../index/shard-columns.js';
import { sharedSlots, type Rows } from '../rows/rows.js';
import { readRecords } from '../shard.js';

export interface Filter {
  condition: Condition;
  holds: (metadata: Metadata) => boolean;
  keys: ReadonlySet<string>;
}

/** @throws WhereError before anything is read */
export async function createFilter(where: Where | undefined): Promise<Filter | undefined> {
  if (where === undefined) return undefined;
  const condition = readWhere(where, await longLists(where));
  const keys = new Set(keysOf(condition));
  return keys.size === 0 ? undefined : { condition, holds: matcher(condition), keys };
}

function keysOf(condition: Condition): string[] {
  return 'of' in condition ? condition.of.flatMap(keysOf) : [condition.key];
}

/**
 * The slots of those records that match, ascending, in memory that threads share. Values that are long, or known to the
 * records only, are read from the disk where the filter asks for them.
 * @param slots ascending, all of them with records
 * @param columns of these slots, where somebody keeps them
 */
export async function select(
  folder: string,
  { rows, slots }: { rows: Rows; slots: Uint32Array },
  filter: Filter,
  columns: Columns = createColumns(rows, slots),
): Promise<Uint32Array> {
  if (slots.length === 0) return slots;
  await loadColumns(folder, rows.shardsOf(slots), filter.keys);
  if (sizeOf(filter.condition) <= manyValues)
    return kept(slots, await maskIn(folder, { rows, slots, columns }, filter));
  // Each row has a value of its own there: parts, between which others get their turn.
  const mask = new Uint8Array(slots.length);
  for (let from = 0; from < slots.length; from += manyValues) {
    const part = slots.subarray(from, from + manyValues);
    mask.set(await maskIn(folder, { rows, slots: part, columns: createColumns(rows, part) }, filter), from);
    await nextTurn();
  }
  return kept(slots, mask);
}

interface Selection {
  rows: Rows;
  slots: Uint32Array;
  /** Of these slots. */
  columns: Columns;
}

/** 1 for each slot that matches; where values are on the disk, those of its shard are read. */
async function maskIn(folder: string, { rows, slots, columns }: Selection, filter: Filter): Promise<Uint8Array> {
  const mask = maskOf(filter.condition, columns, slots.length);
  if (mask) return mask;
  const matching = new Uint8Array(slots.length);
  for (const [, positions] of groupBy(slots.keys(), (i) => rows.numberAt(slots[i] as number))) {
    const some = Uint32Array.from(positions, (i) => slots[i] as number);
    const own =
      maskOf(filter.condition, createColumns(rows, some), some.length) ?? (await readMask(folder, rows, some, filter));
    positions.forEach((position, i) => (matching[position] = own[i] as number));
  }
  return matching;
}

async function readMask(folder: string, rows: Rows, slots: Uint32Array, { holds }: Filter): Promise<Uint8Array> {
  const records = await readRecords(
    folder,
    Array.from(slots, (slot) => rows.rowAt(slot)),
  );
  return Uint8Array.from(records, ({ metadata }) => Number(holds(metadata)));
}

function kept(slots: Uint32Array, mask: Uint8Array): Uint32Array {
  const matching = sharedSlots(mask.reduce((sum, one) => sum + one, 0));
  let next = 0;
  for (let i = 0; i < slots.length; i++) if (mask[i] === 1) matching[next++] = slots[i] as number;
  return matching;
}
