/**
 * The records of a collection in memory, as of its last change. Rows are dense: the records have the rows from 0 to
 * `size`, and the last record moves into a row that becomes free. Readers and changes must exclude each other.
 */
import { Block } from './block.js';
import type { Place, Shard } from './shard.js';

export interface TableChange {
  block: Block | undefined;
  /** New shards. Their records replace those with the same ids. */
  shards: readonly Shard[];
  /** Vectors of new and changed records. Without them they are in the block already, in the rows after the last. */
  vectors?: ReadonlyMap<string, Float32Array>;
  /** Shards that go, with all records that no new shard holds. */
  drops?: Iterable<string>;
}

export class Table {
  readonly shards = new Map<string, Shard>();
  block: Block | undefined;
  private rows = new Map<string, number>();
  /** By row: the shard of the record, and its position there. */
  private owners: Shard[] = [];
  private positions: number[] = [];
  private order = 0;

  get size(): number {
    return this.owners.length;
  }
  get dimension(): number | null {
    return this.size === 0 ? null : (this.block?.dimension ?? null);
  }

  nextOrder(): number {
    return this.order++;
  }
  rowOf(id: string): number | undefined {
    return this.rows.get(id);
  }
  rowsOf(ids: Iterable<string>): number[] {
    return [...ids].flatMap((id) => this.rows.get(id) ?? []);
  }
  placeOf(row: number): Place {
    return { shard: this.owners[row] as Shard, at: this.positions[row] as number };
  }
  idAt(row: number): string {
    return (this.owners[row] as Shard).ids[this.positions[row] as number] as string;
  }
  orderAt(row: number): number {
    return (this.owners[row] as Shard).orders[this.positions[row] as number] as number;
  }

  /**
   * A block with room for records that come.
   * @throws VectorStoreError if there is no memory for them
   */
  blockFor(dimension: number, coming: number): Block {
    const block = this.block?.dimension === dimension ? this.block : new Block(dimension);
    block.reserve((block === this.block ? this.size : 0) + coming);
    return block;
  }

  apply({ block, shards, vectors, drops = [] }: TableChange): void {
    // Another dimension: no record stays.
    if (block !== this.block) this.empty();
    this.block = block;
    for (const shard of shards) {
      this.note(shard);
      shard.ids.forEach((id, at) => this.put(id, shard, at, vectors?.get(id)));
    }
    for (const name of drops) this.drop(name);
    if (this.size === 0) this.empty();
  }

  private put(id: string, shard: Shard, at: number, vector: Float32Array | undefined): void {
    const row = this.rows.get(id) ?? this.size;
    if (vector) this.block?.put(row, new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength));
    this.place(shard, at, row);
    this.rows.set(id, row);
  }

  private drop(name: string): void {
    const shard = this.shards.get(name);
    this.shards.delete(name);
    shard?.ids.forEach((id, at) => {
      const row = shard.rows[at] as number;
      // A new shard may hold the record.
      if (this.owners[row] !== shard || this.positions[row] !== at) return;
      this.rows.delete(id);
      this.free(row);
    });
  }

  private free(row: number): void {
    const last = this.size - 1;
    if (row !== last) {
      this.block?.copyRow(last, row);
      this.rows.set(this.idAt(last), row);
      this.place(this.owners[last] as Shard, this.positions[last] as number, row);
    }
    this.owners.pop();
    this.positions.pop();
  }

  private place(shard: Shard, at: number, row: number): void {
    shard.rows[at] = row;
    this.owners[row] = shard;
    this.positions[row] = at;
  }

  private note(shard: Shard): void {
    this.shards.set(shard.entry.file, shard);
    for (const order of shard.orders) this.order = Math.max(this.order, order + 1);
  }

  private empty(): void {
    this.block = undefined;
    this.rows = new Map();
    this.owners = [];
    this.positions = [];
  }
}
