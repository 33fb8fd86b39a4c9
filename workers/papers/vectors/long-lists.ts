/**
 * Builds the sets for long lists in a filter, in parts. A million uids take a quarter of a second, so other work gets
 * its turn between parts.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isPlain, maxDepth, textIn, type Lists } from './where.js';

/** How many values can be added to a set, or looked up in one, in about 10 ms. */
export const manyValues = 25_000;

interface List {
  key: string;
  operator: string;
  values: readonly unknown[];
}

/** @throws WhereError if a list holds something other than text */
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
