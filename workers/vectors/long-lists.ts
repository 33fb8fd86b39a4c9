/**
 * The sets of long lists in a filter, made a part at a time: of a million uids that takes a quarter of a second, in
 * which others get their turn.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isPlain, maxDepth, textIn, type Lists } from './where.js';

/** What takes some 10 ms, by values that are put into a set or looked up in one. */
export const manyValues = 25_000;

interface List {
  key: string;
  operator: string;
  values: readonly unknown[];
}

/** @throws WhereError for what is no value */
export async function longLists(where: unknown): Promise<Lists> {
  const lists = new Map<unknown, ReadonlySet<string>>();
  for (const { key, operator, values } of listsIn(where)) {
    const set = new Set<string>();
    for (let from = 0; from < values.length; from += manyValues) {
      for (const value of values.slice(from, from + manyValues)) set.add(textIn(key, operator, value));
      await nextTurn();
    }
    lists.set(values, set);
  }
  return lists;
}

function* listsIn(where: unknown, depth = 1): Generator<List> {
  if (!isPlain(where) || depth > maxDepth) return;
  for (const [key, value] of Object.entries(where)) {
    const parts = key === '$and' || key === '$or' ? value : [];
    if (Array.isArray(parts)) for (const part of parts) yield* listsIn(part, depth + 1);
    if (!isPlain(value)) continue;
    for (const [operator, values] of Object.entries(value)) {
      const isList = (operator === '$in' || operator === '$nin') && Array.isArray(values);
      if (isList && values.length > manyValues) yield { key, operator, values };
    }
  }
}
