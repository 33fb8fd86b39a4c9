/** Reads the shards of an open collection, to see that they are whole, and to have their floats in memory. */
import type { Blocks } from './blocks.js';
import type { BrokenShard, Indexer } from './index/indexer.js';
import type { FloatsInto } from './index/indexer-protocol.js';
import type { MemoryHandle } from './memory.js';
import { createPackedRows } from './packed-rows.js';
import { wordsFor } from './scan/packed-row.js';
import type { Table } from './table.js';

export interface CheckContext {
  folder: string;
  table: Table;
  indexer: Indexer;
  keepsFloats: boolean;
}

/**
 * Nothing may be put into the collection meanwhile.
 * @param giveUp takes the broken ones out of the collection
 * @throws VectorStoreError where the system cannot read one
 */
export async function checkShards(
  context: CheckContext,
  isStopped: () => boolean,
  giveUp: (broken: readonly BrokenShard[]) => Promise<void>,
): Promise<void> {
  const { folder, table, indexer, keepsFloats } = context;
  const vectors = table.vectorRows;
  if (vectors === undefined) return;
  const { dimension } = vectors;
  const rows = vectors.used + vectors.free;
  const floats =
    keepsFloats && vectors.floats === undefined
      ? createPackedRows(
          dimension,
          wordsFor(dimension, rows, (slot) => vectors.copies.row(slot)),
        )
      : undefined;
  floats?.grow(rows - 1);
  const slots = floats && table.slotsByShard();
  const broken: BrokenShard[] = [];
  // One after the other: who searches meanwhile wants the machine, too.
  for (const shard of table.shards.values()) {
    if (isStopped()) return;
    const into: FloatsInto | undefined = floats && {
      copies: handlesOf(vectors.copies),
      words: floats.words,
      packed: handlesOf(floats.packed),
      // A part of a buffer is sent with all of it.
      vectors: shard.vectors.slice(),
      slots: slots?.get(shard) as Uint32Array,
    };
    const found = await indexer.check(folder, shard.entry, dimension, into);
    if (typeof found === 'string') broken.push({ entry: shard.entry, reason: found });
    else for (const [slot, whole] of found) floats?.putWhole(slot, whole);
  }
  if (broken.length > 0) await giveUp(broken);
  if (isStopped()) return;
  if (table.vectorRows === vectors) {
    if (floats) vectors.take(floats);
  }
  // Packed anew, with other slots.
  else await checkShards(context, isStopped, giveUp);
}

const handlesOf = ({ list }: Blocks): MemoryHandle[] => list.map(({ memory }) => memory.handle);
