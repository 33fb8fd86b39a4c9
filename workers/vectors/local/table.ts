/** The records of a collection in memory, as of its last change. Rows are never changed, only exchanged. */
import { createColumns, type Columns } from './columns.js';
import type { Epochs } from './epochs.js';
import { createFloatRows, type FloatRows } from './float-rows.js';
import type { ShardEntry } from './manifest.js';
import type { Row, ShardRow } from './shard.js';

export interface Snapshot {
  floats: FloatRows;
  /** In the order of their slots. */
  rows: readonly Row[];
  slots: Uint32Array;
  columns: Columns;
  /** Those whose `uid` is not their id, or is on the disk. */
  foreign: () => readonly Row[];
}

/** A shard that was written, and its rows, whose vectors are in their slots. */
export interface Staged {
  entry: ShardEntry;
  rows: Row[];
}

/** Memory that so many bytes of free slots take is given back, where more slots are free than used. */
const muchFree = 16 * 1024 * 1024;

export class Table {
  private byId = new Map<string, Row>();
  private readonly byFile = new Map<string, ShardEntry>();
  private floats: FloatRows | undefined;
  /** Where an emptied collection begins anew, with another dimension maybe. */
  private coming: FloatRows | undefined;
  private order = 0;
  private current: Snapshot | undefined;

  /** @param released is called when memory is given back */
  constructor(
    private readonly epochs: Epochs,
    private readonly released: () => void,
  ) {}

  get rows(): ReadonlyMap<string, Row> {
    return this.byId;
  }
  get shards(): ReadonlyMap<string, ShardEntry> {
    return this.byFile;
  }
  get dimension(): number | null {
    return this.byId.size === 0 ? null : (this.floats?.dimension ?? null);
  }
  nextOrder(): number {
    return this.order++;
  }

  /** Gives rows of a file their slots; those whose vectors did not change keep theirs. */
  stage(entry: ShardEntry, found: readonly ShardRow[], isNew: (id: string) => boolean): Staged {
    return {
      entry,
      rows: found.map(({ vector, ...row }) => ({ ...row, slot: this.slotFor(row.id, vector, isNew(row.id)) })),
    };
  }

  unstage(staged: readonly Staged[]): void {
    for (const row of staged.flatMap((one) => one.rows)) {
      if (this.coming === undefined && this.byId.get(row.id)?.slot !== row.slot) this.floats?.remove(row.slot);
    }
    this.coming = undefined;
  }

  /** What is given away by it is given away when the last reader has left. */
  apply({ gone, from, staged }: { gone: readonly string[]; from: readonly string[]; staged: readonly Staged[] }): void {
    this.current = undefined;
    const before = this.floats;
    for (const id of gone) {
      const row = this.byId.get(id);
      if (row !== undefined && this.byId.delete(id)) this.freeSlot(before, row.slot);
    }
    for (const name of from) this.byFile.delete(name);
    for (const { entry } of staged) this.byFile.set(entry.file, entry);
    const fresh = staged.flatMap((one) => one.rows).sort((a, b) => a.order - b.order);
    for (const row of fresh) {
      const old = this.byId.get(row.id);
      if (old !== undefined && old.slot !== row.slot) this.freeSlot(before, old.slot);
      this.byId.set(row.id, row);
      this.order = Math.max(this.order, row.order + 1);
    }
    if (this.coming !== undefined || this.byId.size === 0) {
      this.floats = this.coming;
      this.coming = undefined;
      if (before !== undefined) this.epochs.retire(this.released);
    }
    this.repack();
  }

  snapshot(): Snapshot | undefined {
    const { floats, byId } = this;
    if (floats === undefined) return undefined;
    if (this.current === undefined) {
      const bySlot = new Array<Row | undefined>(floats.used + floats.free);
      for (const row of byId.values()) bySlot[row.slot] = row;
      const rows = bySlot.filter((row) => row !== undefined);
      this.current = { floats, rows, slots: slotsOf(rows), columns: createColumns(rows), foreign: foreignOf(rows) };
    }
    return this.current;
  }

  private slotFor(id: string, vector: Uint8Array, isNew: boolean): number {
    const old = this.byId.get(id);
    if (!isNew && old !== undefined) return old.slot;
    const dimension = vector.length / 4;
    const target = this.floats?.dimension === dimension ? this.floats : (this.coming ??= createFloatRows(dimension));
    return target.add(vector);
  }

  private freeSlot(from: FloatRows | undefined, slot: number): void {
    this.epochs.retire(() => from?.remove(slot));
  }

  private repack(): void {
    const wide = this.floats;
    if (wide === undefined) return;
    // Slots that are still read count as free: they are never needed a second time.
    const free = wide.used + wide.free - this.byId.size;
    if (free <= this.byId.size || free * wide.geometry.rowBytes < muchFree) return;
    const narrow = createFloatRows(wide.dimension);
    this.byId = new Map(
      [...this.byId].map(([id, row]) => [id, { ...row, slot: narrow.add(new Uint8Array(wide.read(row.slot).buffer)) }]),
    );
    this.floats = narrow;
    this.epochs.retire(this.released);
  }
}

function foreignOf(rows: readonly Row[]): () => readonly Row[] {
  let found: readonly Row[] | undefined;
  return () => (found ??= rows.filter(({ id, short }) => short['uid'] !== id));
}

/** In memory that threads share. */
export function slotsOf(rows: readonly Row[]): Uint32Array {
  const slots = new Uint32Array(new SharedArrayBuffer(rows.length * 4));
  rows.forEach(({ slot }, i) => (slots[i] = slot));
  return slots;
}
