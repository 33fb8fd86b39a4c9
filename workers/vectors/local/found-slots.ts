import { setImmediate as nextTurn } from 'node:timers/promises';
import { foundIds, type FoundIds, type KnownIds } from '../found-ids.js';
import type { Snapshot } from './rows/snapshot.js';
import type { Table } from './table.js';

/** So many ids are looked up in some 5 ms. */
const atOnce = 20_000;

/** Records by their slots. Which of a snapshot are known is remembered, for as long as there are both. */
export function foundSlots(
  table: Table,
  snapshot: Snapshot,
  slots: Uint32Array,
  idsAt: (slots: Uint32Array) => Promise<string[]>,
): FoundIds {
  const ids = (): Promise<string[]> => idsAt(slots);
  return {
    count: slots.length,
    ids,
    async unknownTo(known) {
      const mask = await knownSlots(table, snapshot, known);
      if (mask === undefined) return foundIds(await ids()).unknownTo(known);
      return idsAt(slots.filter((slot) => mask[slot] !== 1));
    },
  };
}

const masks = new WeakMap<Snapshot, WeakMap<KnownIds, Uint8Array>>();

/** 1 for each slot of which the id is known; undefined where the records have changed since the snapshot. */
async function knownSlots(table: Table, snapshot: Snapshot, known: KnownIds): Promise<Uint8Array | undefined> {
  const before = masks.get(snapshot) ?? new WeakMap<KnownIds, Uint8Array>();
  masks.set(snapshot, before);
  const kept = before.get(known);
  if (kept !== undefined) return kept;
  const mask = new Uint8Array((snapshot.slots.at(-1) ?? -1) + 1);
  for (const part of known.parts()) {
    for (let at = 0; at < part.length; at += atOnce) {
      await nextTurn();
      if (!table.isAt(snapshot)) return undefined;
      for (const id of part.slice(at, at + atOnce)) {
        const slot = table.slotOf(id);
        if (slot >= 0) mask[slot] = 1;
      }
    }
  }
  before.set(known, mask);
  return mask;
}
