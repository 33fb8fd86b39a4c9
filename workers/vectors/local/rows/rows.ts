/** Which record is in which slot: its shard, and its position there. Two numbers a slot, and no object. */
import { asciiIdsOf, idBytesOf, idOf, Row, type Shard } from '../shard.js';
import type { IdBytes } from './id-bytes.js';

/** The number of a shard that nobody has. */
const none = 0;
/** From so many records of a shard on, all of its ids are decoded. */
const manyOfShard = 16;

export class Rows {
  /**
   * Of each slot the number of its shard, and its position there.
   * @param shards by their numbers
   */
  private constructor(
    readonly shards: (Shard | undefined)[],
    private numbers: Uint32Array,
    private positions: Uint32Array,
  ) {}

  /** Of no slots, with room for some. */
  static empty(slots = 0): Rows {
    return new Rows([undefined], new Uint32Array(slots), new Uint32Array(slots));
  }

  /** What changes in the one does not change in the other. */
  copy(): Rows {
    return new Rows([...this.shards], this.numbers.slice(), this.positions.slice());
  }

  /** The same records in other slots. */
  moved(slotFor: (slot: number) => number): Rows {
    const slots = this.slots();
    const moved = new Rows([...this.shards], new Uint32Array(slots.length), new Uint32Array(slots.length));
    for (const slot of slots) moved.put(slotFor(slot), this.numberAt(slot), this.positionAt(slot));
    return moved;
  }

  /** Makes room for slots below this one. */
  reserve(slots: number): void {
    if (slots <= this.numbers.length) return;
    this.numbers = grown(this.numbers, slots);
    this.positions = grown(this.positions, slots);
  }

  /** Answers the number of a shard, as `put` takes it. */
  addShard(shard: Shard): number {
    const free = this.shards.indexOf(undefined, none + 1);
    const number = free < 0 ? this.shards.length : free;
    this.shards[number] = shard;
    return number;
  }

  /** One of which no slot has a record any more. */
  removeShard(shard: Shard): void {
    const number = this.shards.indexOf(shard);
    if (number >= 0) this.shards[number] = undefined;
  }

  put(slot: number, shard: number, position: number): void {
    if (slot >= this.numbers.length) this.reserve(Math.ceil((slot + 1) * 1.125));
    this.numbers[slot] = shard;
    this.positions[slot] = position;
  }

  clear(slot: number): void {
    this.numbers[slot] = none;
  }

  /** What `shards` has it by; 0 where the slot is free. */
  numberAt(slot: number): number {
    return this.numbers[slot] as number;
  }

  /** There must be a record in the slot, as for all that follow. */
  positionAt(slot: number): number {
    return this.positions[slot] as number;
  }
  shardAt(slot: number): Shard {
    return this.shards[this.numbers[slot] as number] as Shard;
  }
  rowAt(slot: number): Row {
    return new Row(this.shardAt(slot), this.positionAt(slot), slot);
  }
  idAt(slot: number): string {
    return idOf(this.shardAt(slot), this.positionAt(slot));
  }
  /** Of many slots, each byte of a shard's ids is decoded once, and all of them in one go. */
  idsAt(slots: Uint32Array): string[] {
    const { numbers, positions, shards } = this;
    if (slots.length < shards.length * manyOfShard) return Array.from(slots, (slot) => this.idAt(slot));
    const texts = shards.map((shard) => shard && (asciiIdsOf(shard) ?? null));
    const ids = new Array<string>(slots.length);
    for (let i = 0; i < slots.length; i++) {
      const slot = slots[i] as number;
      const number = numbers[slot] as number;
      const text = texts[number];
      const { idEnds } = shards[number] as Shard;
      const at = positions[slot] as number;
      ids[i] = text ? text.slice(at === 0 ? 0 : idEnds[at - 1], idEnds[at]) : this.idAt(slot);
    }
    return ids;
  }
  idBytesAt(slot: number): IdBytes {
    return idBytesOf(this.shardAt(slot), this.positionAt(slot));
  }
  orderAt(slot: number): number {
    return this.shardAt(slot).orders[this.positionAt(slot)] as number;
  }

  /** Those that have records, ascending, in memory that threads share. */
  slots(): Uint32Array {
    let count = 0;
    for (const number of this.numbers) if (number !== none) count++;
    const slots = sharedSlots(count);
    let next = 0;
    this.numbers.forEach((number, slot) => {
      if (number !== none) slots[next++] = slot;
    });
    return slots;
  }

  /** Of each shard the slots of its records, in their order there. */
  slotsByShard(): Map<Shard, Uint32Array> {
    const slots = this.shards.map((shard) => new Uint32Array(shard?.entry.rows ?? 0));
    this.numbers.forEach((number, slot) => {
      if (number !== none) (slots[number] as Uint32Array)[this.positionAt(slot)] = slot;
    });
    return new Map(this.shards.flatMap((shard, number) => (shard ? [[shard, slots[number] as Uint32Array]] : [])));
  }

  /** The shards that these slots have records of. */
  shardsOf(slots: Uint32Array): Set<Shard> {
    const seen = new Uint8Array(this.shards.length);
    for (const slot of slots) seen[this.numberAt(slot)] = 1;
    return new Set(this.shards.filter((shard, number) => shard !== undefined && seen[number] === 1) as Shard[]);
  }
}

function grown(numbers: Uint32Array, length: number): Uint32Array {
  const longer = new Uint32Array(length);
  longer.set(numbers);
  return longer;
}

/** In memory that threads share. */
export const sharedSlots = (count: number): Uint32Array => new Uint32Array(new SharedArrayBuffer(count * 4));

/** Ascending, in memory that threads share. */
export function sortedSlots(slots: readonly number[]): Uint32Array {
  const sorted = sharedSlots(slots.length);
  sorted.set(slots);
  return sorted.sort();
}
