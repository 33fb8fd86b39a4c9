import { setImmediate as nextTurn } from 'node:timers/promises';
import { manyValues } from '../long-lists.js';
import { isLeaf, type Condition } from '../where.js';
import type { Snapshot } from './rows/snapshot.js';

/**
 * The slots of records that a filter on single uids may select, ascending; undefined where it is on none, they are not
 * few, or the records have changed meanwhile. A paper's uid is the id of its record nearly always, and ids are known:
 * to look each up is faster than to look at the uid of each record.
 * @param slotOf an id; -1 where there is none
 * @param isCurrent whether ids still have the slots of the snapshot
 */
export async function slotsOfUids(
  condition: Condition,
  { slots, foreign }: Pick<Snapshot, 'slots' | 'foreign'>,
  slotOf: (id: string) => number,
  isCurrent: () => boolean,
): Promise<Uint32Array | undefined> {
  const parts = condition.kind === 'all' ? condition.of : [condition];
  const uids = parts
    .filter(isLeaf)
    .flatMap((leaf) => (leaf.kind === 'in' && leaf.key === 'uid' && !leaf.not ? [leaf.values] : []))[0];
  if (uids === undefined || uids.size + foreign.length > slots.length / 4) return undefined;
  const found = new Set(foreign);
  let count = 0;
  for (const uid of uids) {
    const slot = slotOf(uid);
    if (slot >= 0) found.add(slot);
    if (++count % manyValues !== 0) continue;
    await nextTurn();
    if (!isCurrent()) return undefined;
  }
  return Uint32Array.from(found).sort();
}
