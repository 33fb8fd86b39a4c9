/** The records of a collection in memory, as of its last change. Rows are never changed, only exchanged. */
import { createColumns, type Columns } from './columns.js';
import type { Epochs } from './epochs.js';
import type { ShardIndex } from './index/index-file.js';
import type { ShardEntry } from './manifest.js';
import { Row, type Shard } from './shard.js';
import type { Places } from './scan/disk-rows.js';
import { createVectorRows, type VectorRows } from './vector-rows.js';

export interface Snapshot {
  vectors: VectorRows;
  /** In the order of their slots. */
  rows: readonly Row[];
  slots: Uint32Array;
  columns: Columns;
  /** Those whose `uid` is not their id, or is on the disk. */
  foreign: readonly Row[];
}

/** A shard that was written, and its rows, whose vectors are in their slots. */
export interface Staged {
  shard: Shard;
  rows: Row[];
}

/** What a shard's file and its index say. */
export interface ReadShard {
  entry: ShardEntry;
  index: ShardIndex;
  /** The floats of a row; undefined where they stay on the disk. */
  floatsOf?: (at: number) => Uint8Array;
}

/** Memory that so many bytes of free slots take is given back, where more slots are free than used. */
const muchFree = 16 * 1024 * 1024;

export class Table {
  private byId = new Map<string, Row>();
  private readonly byFile = new Map<string, Shard>();
  private vectors: VectorRows | undefined;
  /** Where an emptied collection begins anew, with another dimension maybe. */
  private coming: VectorRows | undefined;
  private order = 0;
  private current: Snapshot | undefined;

  /**
   * @param released is called when memory is given back
   * @param keepsFloats in memory; otherwise they are on the disk
   */
  constructor(
    private readonly epochs: Epochs,
    private readonly released: () => void,
    private readonly keepsFloats: boolean,
  ) {}

  get rows(): ReadonlyMap<string, Row> {
    return this.byId;
  }
  get shards(): ReadonlyMap<string, Shard> {
    return this.byFile;
  }
  get dimension(): number | null {
    return this.byId.size === 0 ? null : (this.vectors?.dimension ?? null);
  }
  get vectorRows(): VectorRows | undefined {
    return this.vectors;
  }
  nextOrder(): number {
    return this.order++;
  }

  /**
   * Puts in what a file says when the collection is opened; the floats come later (`check-shards.ts`).
   * @returns the id of a record that is there already, and then nothing was put in
   */
  load(read: ReadShard): string | undefined {
    const twice = read.index.ids.find((id) => this.byId.has(id));
    if (twice !== undefined) return twice;
    this.vectors ??= createVectorRows(read.index.dimension, false);
    const { shard, rows } = this.stage(read, () => true);
    this.byFile.set(shard.entry.file, shard);
    for (const row of rows) {
      this.byId.set(row.id, row);
      this.order = Math.max(this.order, row.order + 1);
    }
    this.current = undefined;
    return undefined;
  }

  /** Gives rows of a file their slots; those whose vectors did not change keep theirs. */
  stage({ entry, index, floatsOf }: ReadShard, isNew: (id: string) => boolean): Staged {
    const { dimension, copies, copyBytes, ids, ...facts } = index;
    const shard: Shard = { ...facts, entry, columns: new Map() };
    const rows = ids.map((id, at) => {
      const old = isNew(id) ? undefined : this.byId.get(id);
      const copy = copies.subarray(at * copyBytes, (at + 1) * copyBytes);
      return new Row(id, shard, at, old?.slot ?? this.rowsFor(dimension).add(copy, floatsOf?.(at)));
    });
    return { shard, rows };
  }

  unstage(staged: readonly Staged[]): void {
    for (const row of staged.flatMap((one) => one.rows)) {
      if (this.coming === undefined && this.byId.get(row.id)?.slot !== row.slot) this.vectors?.remove(row.slot);
    }
    this.coming = undefined;
  }

  /** What is given away by it is given away when the last reader has left. */
  apply({ gone, from, staged }: { gone: readonly string[]; from: readonly string[]; staged: readonly Staged[] }): void {
    this.current = undefined;
    const before = this.vectors;
    for (const id of gone) {
      const row = this.byId.get(id);
      if (row !== undefined && this.byId.delete(id)) this.freeSlot(before, row.slot);
    }
    for (const name of from) this.byFile.delete(name);
    for (const { shard } of staged) this.byFile.set(shard.entry.file, shard);
    const fresh = staged.flatMap((one) => one.rows).sort((a, b) => a.order - b.order);
    for (const row of fresh) {
      const old = this.byId.get(row.id);
      if (old !== undefined && old.slot !== row.slot) this.freeSlot(before, old.slot);
      this.byId.set(row.id, row);
      this.order = Math.max(this.order, row.order + 1);
    }
    if (this.coming !== undefined || this.byId.size === 0) {
      this.vectors = this.coming;
      this.coming = undefined;
      if (before !== undefined) this.epochs.retire(this.released);
    }
    this.repack();
  }

  snapshot(): Snapshot | undefined {
    const { vectors, byId } = this;
    if (vectors === undefined) return undefined;
    if (this.current === undefined) {
      const bySlot = new Array<Row | undefined>(vectors.used + vectors.free);
      for (const row of byId.values()) bySlot[row.slot] = row;
      const rows = bySlot.filter((row) => row !== undefined);
      const foreign = [...this.byFile.values()].some((shard) => shard.foreign.length > 0) ? foreignOf(rows) : [];
      this.current = { vectors, rows, slots: slotsOf(rows), columns: createColumns(rows), foreign };
    }
    return this.current;
  }

  private rowsFor(dimension: number): VectorRows {
    if (this.vectors?.dimension === dimension) return this.vectors;
    return (this.coming ??= createVectorRows(dimension, this.keepsFloats));
  }

  private freeSlot(from: VectorRows | undefined, slot: number): void {
    this.epochs.retire(() => from?.remove(slot));
  }

  private repack(): void {
    const wide = this.vectors;
    if (wide === undefined) return;
    // Slots that are still read count as free: they are never needed a second time.
    const free = wide.used + wide.free - this.byId.size;
    const { copies, floats } = wide;
    const rowBytes = copies.geometry.rowBytes + (floats?.geometry.rowBytes ?? 0);
    if (free <= this.byId.size || free * rowBytes < muchFree) return;
    const narrow = createVectorRows(wide.dimension, floats !== undefined);
    this.byId = new Map(
      [...this.byId].map(([id, { shard, at, slot }]) => {
        const moved = narrow.add(copies.row(slot), floats?.row(slot));
        return [id, new Row(id, shard, at, moved)];
      }),
    );
    this.vectors = narrow;
    this.epochs.retire(this.released);
  }
}

function foreignOf(rows: readonly Row[]): Row[] {
  const own = new Map<Shard, ReadonlySet<number>>();
  return rows.filter(({ shard, at }) => {
    const found = own.get(shard) ?? new Set(shard.foreign);
    own.set(shard, found);
    return found.has(at);
  });
}

/** In memory that threads share. */
export function slotsOf(rows: readonly Row[]): Uint32Array {
  const slots = new Uint32Array(new SharedArrayBuffer(rows.length * 4));
  for (let i = 0; i < rows.length; i++) slots[i] = (rows[i] as Row).slot;
  return slots;
}

/** Where the floats of rows lie, in memory that threads share. */
export function placesOf(folder: string, rows: readonly Row[]): Places {
  const places: Places = {
    folder,
    files: [],
    file: new Uint32Array(new SharedArrayBuffer(rows.length * 4)),
    offset: new Uint32Array(new SharedArrayBuffer(rows.length * 4)),
  };
  const numbers = new Map<Shard, number>();
  let last: Shard | undefined;
  let number = 0;
  for (let i = 0; i < rows.length; i++) {
    const { shard, at } = rows[i] as Row;
    if (shard !== last) {
      number = numbers.get(shard) ?? numbers.size;
      numbers.set(shard, number);
      last = shard;
    }
    places.file[i] = number;
    places.offset[i] = shard.vectors[at] as number;
  }
  return { ...places, files: [...numbers.keys()].map(({ entry }) => entry.file) };
}
