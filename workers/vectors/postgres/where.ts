/** Filters as SQL. */
import pg from 'pg';
import { leafMatcher, type Condition, type Leaf } from '../where.js';
import { encode, isLong } from './texts.js';

type In = Extract<Leaf, { kind: 'in' }>;
/** A filter without orders. */
export type Listed = In | { kind: 'all' | 'any'; of: readonly Listed[] };

/**
 * The filter with each order (`$gt` …) as the list of those values that hold, so that what counts as a number is
 * decided in one place for all stores.
 * @param valuesOf all values of a key
 */
export async function listOrders(
  condition: Condition,
  valuesOf: (key: string) => Promise<readonly string[]>,
): Promise<Listed> {
  switch (condition.kind) {
    case 'in':
      return condition;
    case 'order': {
      const holds = leafMatcher(condition);
      const values = new Set((await valuesOf(condition.key)).filter((value) => holds(value)));
      return { kind: 'in', key: condition.key, values, not: false };
    }
    default: {
      const of: Listed[] = [];
      // One after the other: they share a connection.
      for (const part of condition.of) of.push(await listOrders(part, valuesOf));
      return { kind: condition.kind, of };
    }
  }
}

/** @param parameter takes a value and answers what stands for it, `$1` */
export function sqlOf(condition: Listed, parameter: (value: unknown) => string): string {
  if (condition.kind === 'in') return sqlOfList(condition, parameter);
  const parts = condition.of.map((part) => sqlOf(part, parameter));
  if (parts.length === 0) return condition.kind === 'all' ? 'true' : 'false';
  return `(${parts.join(condition.kind === 'all' ? ' and ' : ' or ')})`;
}

/** A value, and never one of another length, is only where its length has it; there an index may know it. */
function sqlOfList({ key, values, not }: In, parameter: (value: unknown) => string): string {
  if (values.size === 0) return not ? 'true' : 'false';
  const parts = [false, true].flatMap((long) => {
    const some = [...values].filter((value) => isLong(value) === long);
    return some.length === 0 ? [] : [`${columnOf(key, long)} = any(${parameter(some.map(encode))}::text[])`];
  });
  const any = `(${parts.join(' or ')})`;
  return not ? `(${any} is not true)` : any;
}

/** A literal: an index on a key is found by it. */
export const columnOf = (key: string, long: boolean): string =>
  `${long ? 'texts' : 'metadata'} ->> ${pg.escapeLiteral(encode(key))}`;
