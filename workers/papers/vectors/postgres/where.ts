/** Translates filters to SQL. */
import pg from 'pg';
import { leafMatcher, type Condition, type Leaf } from '../where.js';
import { encode, isLong } from './texts.js';

type In = Extract<Leaf, { kind: 'in' }>;
/** A filter without comparisons such as `$gt`. */
export type Listed = In | { kind: 'all' | 'any'; of: readonly Listed[] };

/**
 * Replaces each comparison (`$gt` …) by the list of values that satisfy it. So one place decides for all stores which
 * text counts as a number.
 * @param valuesOf returns all values of a key
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
      // Sequentially, because the parts share a connection.
      for (const part of condition.of) of.push(await listOrders(part, valuesOf));
      return { kind: condition.kind, of };
    }
  }
}

/** @param parameter takes a value and returns its placeholder, `$1` */
export function sqlOf(condition: Listed, parameter: (value: unknown) => string): string {
  if (condition.kind === 'in') return sqlOfList(condition, parameter);
  const parts = condition.of.map((part) => sqlOf(part, parameter));
  if (parts.length === 0) return condition.kind === 'all' ? 'true' : 'false';
  return `(${parts.join(condition.kind === 'all' ? ' and ' : ' or ')})`;
}

/** A value's length decides its column. So each value is searched in one column only, which may have an index. */
function sqlOfList({ key, values, not }: In, parameter: (value: unknown) => string): string {
  if (values.size === 0) return not ? 'true' : 'false';
  const parts = [false, true].flatMap((long) => {
    const some = [...values].filter((value) => isLong(value) === long);
    return some.length === 0 ? [] : [`${columnOf(key, long)} = any(${parameter(some.map(encode))}::text[])`];
  });
  const any = `(${parts.join(' or ')})`;
  return not ? `(${any} is not true)` : any;
}

/** The key is a literal, because PostgreSQL only matches an index to a literal expression. */
export const columnOf = (key: string, long: boolean): string =>
  `${long ? 'texts' : 'metadata'} ->> ${pg.escapeLiteral(encode(key))}`;
