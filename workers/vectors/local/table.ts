/** The records of a collection in memory, as of its last change. Rows are never changed, only exchanged. */
import { createColumns, type Columns } from './columns.js';
import type { Epochs } from './epochs.js';
import { createFloatRows, type FloatRows } from './float-rows.js';
import type { ShardEntry } from './manifest.js';
import type { Row, ShardRow } from './shard.js';

interface Snapshot {
  floats: FloatRows;
  /** In the order of their slots. */
  rows: readonly Row[];
  slots: Uint32Array;
  columns: Columns;
}

/** A shard that was written, and its rows, whose vectors are in their slots. */
export interface Staged {
  entry: ShardEntry;
  rows: Row[];
}

export interface Table {
  readonly rows: ReadonlyMap<string, Row>;
  readonly shards: ReadonlyMap<string, ShardEntry>;
  readonly dimension: number | null;
  nextOrder(): number;
  /** Gives rows of a file their slots; those whose vectors did not change keep theirs. */
  stage(entry: ShardEntry, rows: readonly ShardRow[], isNew: (id: string) => boolean): Staged;
  unstage(staged: readonly Staged[]): void;
  /** What is given away by it is given away when the last reader has left. */
  apply(change: { gone: readonly string[]; from: readonly string[]; staged: readonly Staged[] }): void;
  snapshot(): Snapshot | undefined;
}

/** Memory that so many bytes of free slots take is given back, where more slots are free than used. */
const muchFree = 16 * 1024 * 1024;

/** @param released is called when memory is given back */
export function createTable(epochs: Epochs, released: () => void): Table {
  let rows = new Map<string, Row>();
  const shards = new Map<string, ShardEntry>();
  let floats: FloatRows | undefined;
  /** Where an emptied collection begins anew, with another dimension maybe. */
  let coming: FloatRows | undefined;
  let order = 0;
  let current: Snapshot | undefined;

  function slotFor(id: string, vector: Uint8Array, isNew: boolean): number {
    const old = rows.get(id);
    if (!isNew && old !== undefined) return old.slot;
    const dimension = vector.length / 4;
    const target = floats?.dimension === dimension ? floats : (coming ??= createFloatRows(dimension));
    return target.add(vector);
  }

  function freeSlot(from: FloatRows | undefined, slot: number): void {
    epochs.retire(() => from?.remove(slot));
  }

  function repack(): void {
    if (floats === undefined) return;
    // Slots that are still read count as free: they are never needed again.
    const free = floats.used + floats.free - rows.size;
    if (free <= rows.size || free * floats.geometry.rowBytes < muchFree) return;
    const [wide, narrow] = [floats, createFloatRows(floats.dimension)];
    rows = new Map(
      [...rows].map(([id, row]) => [id, { ...row, slot: narrow.add(new Uint8Array(wide.read(row.slot).buffer)) }]),
    );
    floats = narrow;
    epochs.retire(released);
  }

  return {
    get rows() {
      return rows;
    },
    shards,
    get dimension() {
      return rows.size === 0 ? null : (floats?.dimension ?? null);
    },
    nextOrder: () => order++,
    stage: (entry, found, isNew) => ({
      entry,
      rows: found.map(({ vector, ...row }) => ({ ...row, slot: slotFor(row.id, vector, isNew(row.id)) })),
    }),
    unstage(staged) {
      for (const row of staged.flatMap((one) => one.rows)) {
        if (coming === undefined && rows.get(row.id)?.slot !== row.slot) floats?.remove(row.slot);
      }
      coming = undefined;
    },
    apply({ gone, from, staged }) {
      current = undefined;
      const before = floats;
      for (const id of gone) {
        const row = rows.get(id);
        if (row !== undefined && rows.delete(id)) freeSlot(before, row.slot);
      }
      for (const name of from) shards.delete(name);
      for (const { entry } of staged) shards.set(entry.file, entry);
      const fresh = staged.flatMap((one) => one.rows).sort((a, b) => a.order - b.order);
      for (const row of fresh) {
        const old = rows.get(row.id);
        if (old !== undefined && old.slot !== row.slot) freeSlot(before, old.slot);
        rows.set(row.id, row);
        order = Math.max(order, row.order + 1);
      }
      if (coming !== undefined || rows.size === 0) {
        floats = coming;
        coming = undefined;
        if (before !== undefined) epochs.retire(released);
      }
      repack();
    },
    snapshot() {
      if (floats === undefined) return undefined;
      if (current === undefined) {
        const bySlot = new Array<Row | undefined>(floats.used + floats.free);
        for (const row of rows.values()) bySlot[row.slot] = row;
        const listed = bySlot.filter((row) => row !== undefined);
        current = { floats, rows: listed, slots: slotsOf(listed), columns: createColumns(listed) };
      }
      return current;
    },
  };
}

/** In memory that threads share. */
export function slotsOf(rows: readonly Row[]): Uint32Array {
  const slots = new Uint32Array(new SharedArrayBuffer(rows.length * 4));
  rows.forEach(({ slot }, i) => (slots[i] = slot));
  return slots;
}
