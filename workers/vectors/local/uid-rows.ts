import { isLeaf, type Condition } from '../where.js';
import type { Row } from './shard.js';
import type { Snapshot } from './table.js';

/**
 * The rows that a filter on single uids may select, in the order of their slots; undefined where it is on none, or they
 * are not few. A paper's uid is the id of its record nearly always, and ids are known: to look each up is faster than
 * to look at the uid of each row.
 */
export function rowsOfUids(
  condition: Condition,
  { rows, foreign }: Pick<Snapshot, 'rows' | 'foreign'>,
  byId: ReadonlyMap<string, Row>,
): Row[] | undefined {
  const parts = condition.kind === 'all' ? condition.of : [condition];
  const uids = parts
    .filter(isLeaf)
    .flatMap((leaf) => (leaf.kind === 'in' && leaf.key === 'uid' && !leaf.not ? [leaf.values] : []))[0];
  if (uids === undefined || uids.size + foreign.length > rows.length / 4) return undefined;
  const found = new Set(foreign);
  for (const uid of uids) {
    const row = byId.get(uid);
    if (row !== undefined) found.add(row);
  }
  return [...found].sort((one, other) => one.slot - other.slot);
}
