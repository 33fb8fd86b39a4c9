/** The records of a collection as they are at one moment. Whoever reads them sees no change that comes later. */
import { createColumns, type Columns } from '../columns.js';
import type { Places } from '../scan/disk-rows.js';
import type { VectorRows } from '../vector-rows.js';
import type { Rows } from './rows.js';

export interface Snapshot {
  vectors: VectorRows;
  /** Nobody changes them any more. */
  rows: Rows;
  /** Those with records, ascending, in memory that threads share. */
  slots: Uint32Array;
  /** Of these slots. */
  columns: Columns;
  /** The slots of those whose `uid` is not their id, or is on the disk; ascending. */
  foreign: Uint32Array;
}

export function snapshotOf(vectors: VectorRows, rows: Rows): Snapshot {
  const slots = rows.slots();
  return { vectors, rows, slots, columns: createColumns(rows, slots), foreign: foreignOf(rows, slots) };
}

function foreignOf(rows: Rows, slots: Uint32Array): Uint32Array {
  const some = rows.shards.map((shard) => shard?.foreign.includes(1) ?? false);
  if (!some.includes(true)) return new Uint32Array();
  return slots.filter((slot) => some[rows.numberAt(slot)] && rows.shardAt(slot).foreign[rows.positionAt(slot)] === 1);
}

/** Where the floats of the records in these slots lie, in memory that threads share. */
export function placesOf(folder: string, rows: Rows, slots: Uint32Array): Places {
  const file = new Uint32Array(new SharedArrayBuffer(slots.length * 4));
  const offset = new Uint32Array(new SharedArrayBuffer(slots.length * 4));
  slots.forEach((slot, i) => {
    file[i] = rows.numberAt(slot);
    offset[i] = rows.shardAt(slot).vectors[rows.positionAt(slot)] as number;
  });
  // By their numbers: those that no slot has are never opened.
  return { folder, files: rows.shards.map((shard) => shard?.entry.file ?? ''), file, offset };
}
