import { isLeaf, type Condition } from '../where.js';
import type { Snapshot } from './rows/snapshot.js';

/**
 * The slots of records that a filter on single uids may select, ascending; undefined where it is on none, or they are
 * not few. A paper's uid is the id of its record nearly always, and ids are known: to look each up is faster than to
 * look at the uid of each record.
 * @param slotOf an id; -1 where there is none
 */
export function slotsOfUids(
  condition: Condition,
  { slots, foreign }: Pick<Snapshot, 'slots' | 'foreign'>,
  slotOf: (id: string) => number,
): Uint32Array | undefined {
  const parts = condition.kind === 'all' ? condition.of : [condition];
  const uids = parts
    .filter(isLeaf)
    .flatMap((leaf) => (leaf.kind === 'in' && leaf.key === 'uid' && !leaf.not ? [leaf.values] : []))[0];
  if (uids === undefined || uids.size + foreign.length > slots.length / 4) return undefined;
  const found = new Set(foreign);
  for (const uid of uids) {
    const slot = slotOf(uid);
    if (slot >= 0) found.add(slot);
  }
  return Uint32Array.from(found).sort();
}
