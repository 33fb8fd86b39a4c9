/** The records of a collection: in which slot each is, found by its id. Readers keep what they once were given. */
import { idBytesOf, type Row, type Shard } from '../shard.js';
import { bytesOfId, type IdBytes } from './id-bytes.js';
import { IdTable } from './id-table.js';
import { Rows } from './rows.js';

/** A shard, and the slots of its records' vectors, in their order. */
export interface Slotted {
  shard: Shard;
  slots: Uint32Array;
}

export class Records {
  private readonly ids = new IdTable((slot) => this.rows.idBytesAt(slot));
  private isShared = false;

  constructor(private rows = Rows.empty()) {}

  get size(): number {
    return this.ids.size;
  }

  /** As they are now: what changes later changes a copy. */
  share(): Rows {
    this.isShared = true;
    return this.rows;
  }

  /** -1 where there is no record with this id. */
  slotOf(id: string): number {
    // What is not well-formed would be taken for what stands in its place.
    return typeof id === 'string' && id.isWellFormed() ? this.find(bytesOfId(id)) : -1;
  }
  find(id: IdBytes): number {
    return this.ids.find(id);
  }
  row(id: string): Row | undefined {
    const slot = this.slotOf(id);
    return slot < 0 ? undefined : this.rows.rowAt(slot);
  }
  slotsByShard(): Map<Shard, Uint32Array> {
    return this.rows.slotsByShard();
  }

  /** Makes room for so many in all. */
  reserve(records: number): void {
    this.own().reserve(records);
    this.ids.reserve(records);
  }

  /** Answers the slots that are free now: those of records that have another one instead. */
  put({ shard, slots }: Slotted): number[] {
    const rows = this.own();
    const number = rows.addShard(shard);
    const freed: number[] = [];
    slots.forEach((slot, at) => {
      rows.put(slot, number, at);
      const before = this.ids.put(idBytesOf(shard, at), slot);
      if (before < 0 || before === slot) return;
      rows.clear(before);
      freed.push(before);
    });
    return freed;
  }

  /** Answers the slots that are free now. Unknown ids are skipped. */
  remove(ids: readonly string[]): number[] {
    return this.free(ids.map((id) => this.slotOf(id)).filter((slot) => slot >= 0));
  }

  /** Removes all records of shards, and answers the slots that are free now. */
  removeAllOf(shards: ReadonlySet<Shard>): number[] {
    if (shards.size === 0) return [];
    return this.free(Array.from(this.rows.slots()).filter((slot) => shards.has(this.rows.shardAt(slot))));
  }

  /** Forgets a shard that has no records any more. */
  removeShard(shard: Shard): void {
    this.own().removeShard(shard);
  }

  /** The same records in other slots. */
  moved(slotFor: (slot: number) => number): Records {
    const moved = new Records(this.rows.moved(slotFor));
    moved.ids.reserve(this.size);
    for (const slot of moved.rows.slots()) moved.ids.put(moved.rows.idBytesAt(slot), slot);
    return moved;
  }

  private free(slots: number[]): number[] {
    const rows = this.own();
    for (const slot of slots) {
      this.ids.delete(rows.idBytesAt(slot));
      rows.clear(slot);
    }
    return slots;
  }

  private own(): Rows {
    if (this.isShared) this.rows = this.rows.copy();
    this.isShared = false;
    return this.rows;
  }
}
