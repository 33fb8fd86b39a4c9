/** The records of a collection in memory, as of its last change. */
import type { Epochs } from './epochs.js';
import type { ShardIndex } from './index/index-file.js';
import type { ShardEntry } from './manifest.js';
import { Records, type Slotted } from './rows/records.js';
import { snapshotOf, type Snapshot } from './rows/snapshot.js';
import { idBytesOf, idOf, type Row, type Shard } from './shard.js';
import { wordsFor } from './scan/packed-row.js';
import { createVectorRows, type VectorRows } from './vector-rows.js';

/** What a shard's file and its index say. */
export interface ReadShard {
  entry: ShardEntry;
  index: ShardIndex;
  /** The floats of a row; undefined where they stay on the disk. */
  floatsOf?: (at: number) => Uint8Array;
}

export interface TableChange {
  /** Ids that are in none of the shards afterwards. */
  gone: readonly string[];
  /** Shards that go; their records are gone or staged. */
  from: readonly string[];
  /** Shards that go with all their records. */
  drops?: readonly string[];
  staged: readonly Slotted[];
}

/** Memory that so many bytes of free slots take is given back, where more slots are free than used. */
const muchFree = 16 * 1024 * 1024;

export class Table {
  private records = new Records();
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

  get size(): number {
    return this.records.size;
  }
  get shards(): ReadonlyMap<string, Shard> {
    return this.byFile;
  }
  get dimension(): number | null {
    return this.size === 0 ? null : (this.vectors?.dimension ?? null);
  }
  get vectorRows(): VectorRows | undefined {
    return this.vectors;
  }
  nextOrder(): number {
    return this.order++;
  }

  row(id: string): Row | undefined {
    return this.records.row(id);
  }
  /** -1 where there is no record with this id. */
  slotOf(id: string): number {
    return this.records.slotOf(id);
  }
  /** Of each shard the slots of its records, in their order there. */
  slotsByShard(): Map<Shard, Uint32Array> {
    return this.records.slotsByShard();
  }

  /** Makes room for so many records in all. */
  reserve(records: number): void {
    this.records.reserve(records);
  }

  /**
   * Puts in what a file says when the collection is opened; the floats come later (`check-shards.ts`).
   * @returns the id of a record that is there already, and then nothing was put in
   */
  load(read: ReadShard): string | undefined {
    const { index, entry } = read;
    for (let at = 0; at < entry.rows; at++) {
      if (this.records.find(idBytesOf(index, at)) >= 0) return idOf(index, at);
    }
    this.vectors ??= createVectorRows(index.dimension, false);
    this.current = undefined;
    this.put({ shard: shardOf(read), slots: this.vectors.addAll(index.copies) });
    return undefined;
  }

  /** Gives records of a file their slots; those whose vectors did not change keep theirs. */
  stage(read: ReadShard, isNew: (id: string) => boolean): Slotted {
    const shard = shardOf(read);
    const { index, floatsOf } = read;
    const { dimension, copies, copyBytes } = index;
    const copyAt = (at: number): Uint8Array => copies.subarray(at * copyBytes, (at + 1) * copyBytes);
    const words = (): number => wordsFor(dimension, read.entry.rows, copyAt);
    const slotFor = (at: number): number => {
      const old = isNew(idOf(shard, at)) ? -1 : this.records.find(idBytesOf(shard, at));
      if (old >= 0) return old;
      return this.rowsFor(dimension, words).add(copyAt(at), floatsOf?.(at));
    };
    return { shard, slots: Uint32Array.from({ length: read.entry.rows }, (_, at) => slotFor(at)) };
  }

  unstage(staged: readonly Slotted[]): void {
    if (this.coming === undefined) {
      for (const { shard, slots } of staged) {
        slots.forEach((slot, at) => {
          if (this.records.find(idBytesOf(shard, at)) !== slot) this.vectors?.remove(slot);
        });
      }
    }
    this.coming = undefined;
  }

  /** What is given away by it is given away when the last reader has left. */
  apply({ gone, from, drops = [], staged }: TableChange): void {
    this.current = undefined;
    const before = this.vectors;
    const dropped = new Set(drops.flatMap((name) => this.byFile.get(name) ?? []));
    const freed = [this.records.remove(gone), this.records.removeAllOf(dropped)];
    // Slots of what comes are counted anew, and nothing else is left.
    if (this.coming !== undefined) this.records = new Records();
    freed.push(...staged.map((one) => this.put(one)));
    for (const name of [...from, ...drops]) {
      const shard = this.byFile.get(name);
      if (shard !== undefined) this.records.removeShard(shard);
      this.byFile.delete(name);
    }
    this.epochs.retire(() => freed.flat().forEach((slot) => before?.remove(slot)));
    if (this.coming !== undefined || this.size === 0) {
      if (this.coming === undefined) this.records = new Records();
      this.vectors = this.coming;
      this.coming = undefined;
      if (before !== undefined) this.epochs.retire(this.released);
    }
    this.repack();
  }

  snapshot(): Snapshot | undefined {
    if (this.vectors === undefined) return undefined;
    return (this.current ??= snapshotOf(this.vectors, this.records.share()));
  }

  /** Whether nothing has changed since. */
  isAt(snapshot: Snapshot): boolean {
    return this.current === snapshot;
  }

  private put(staged: Slotted): number[] {
    const { shard } = staged;
    const freed = this.records.put(staged);
    this.byFile.set(shard.entry.file, shard);
    for (const order of shard.orders) this.order = Math.max(this.order, order + 1);
    return freed;
  }

  /** @param words of packed rows, asked for where there are none yet */
  private rowsFor(dimension: number, words: () => number): VectorRows {
    if (this.vectors?.dimension === dimension) return this.vectors;
    return (this.coming ??= createVectorRows(dimension, this.keepsFloats, words()));
  }

  private repack(): void {
    const wide = this.vectors;
    if (wide === undefined) return;
    // Slots that are still read count as free: they are never needed a second time.
    const free = wide.used + wide.free - this.size;
    const { copies, floats } = wide;
    const rowBytes = copies.geometry.rowBytes + (floats?.packed.geometry.rowBytes ?? 0);
    if (free <= this.size || free * rowBytes < muchFree) return;
    const narrow = createVectorRows(wide.dimension, floats !== undefined, floats?.words);
    this.records = this.records.moved((slot) => narrow.addFrom(wide, slot));
    this.vectors = narrow;
    this.epochs.retire(this.released);
  }
}

function shardOf({ entry, index }: ReadShard): Shard {
  const { dimension: _dimension, copies: _copies, copyBytes: _bytes, ...kept } = index;
  return { ...kept, entry, columns: new Map() };
}
