import { shown } from '../../base/input/shown.js';
import type { Metadata, Where } from './types.js';

/** An invalid filter. The message names the part, the value and what was expected. */
export class WhereError extends Error {
  override readonly name = 'WhereError';
}

/** A checked filter, for stores that translate it. An empty `all` holds for every record. */
export type Condition = { kind: 'all' | 'any'; of: readonly Condition[] } | Leaf;

/** A condition on one key. */
export type Leaf =
  /** The value, as text, is one of these. If the key is missing, only `not` holds, as in Chroma. */
  | { kind: 'in'; key: string; values: ReadonlySet<string>; not: boolean }
  /** The value is a number and compares to the bound in this way. */
  | { kind: 'order'; key: string; order: Order; bound: number };

type Order = '$gt' | '$gte' | '$lt' | '$lte';

const maxDepth = 32;
const maxStatements = 10_000;
/** Field filters over a large database pass one uid for each paper that matches. */
const maxValues = 2_000_000;

const operators = '$eq $ne $gt $gte $lt $lte $in $nin';
const compare: Record<Order, (value: number, bound: number) => boolean> = {
  $gt: (value, bound) => value > bound,
  $gte: (value, bound) => value >= bound,
  $lt: (value, bound) => value < bound,
  $lte: (value, bound) => value <= bound,
};

/** Plain decimals only: `Number` would parse '' as 0 and '0x7e5' as 2021. */
const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/**
 * Returns a function that tests a record's metadata (docs/decisions/embeddings.md, "Operations"). Equality compares as
 * text (`{year: 2025}` finds "2025"), order as numbers: a value that is not a number does not match.
 * @throws WhereError for anything that is not a valid filter; never treats it as "no filter"
 */
export function parseWhere(where: Where): (metadata: Metadata) => boolean {
  return matcher(readWhere(where));
}

/** @throws WhereError */
export function readWhere(where: Where): Condition {
  return readGroup(where, { statements: maxStatements, values: maxValues }, 1);
}

export function matcher(condition: Condition): (metadata: Metadata) => boolean {
  switch (condition.kind) {
    case 'all': {
      const each = condition.of.map(matcher);
      return (metadata) => each.every((holds) => holds(metadata));
    }
    case 'any': {
      const each = condition.of.map(matcher);
      return (metadata) => each.some((holds) => holds(metadata));
    }
    default: {
      const { key } = condition;
      const holds = leafMatcher(condition);
      return (metadata) => holds(Object.hasOwn(metadata, key) ? (metadata[key] ?? '') : undefined);
    }
  }
}

export const isLeaf = (condition: Condition): condition is Leaf =>
  condition.kind === 'in' || condition.kind === 'order';

/** Returns a function that tests the value of the leaf's key. The value is undefined if the record lacks the key. */
export function leafMatcher(leaf: Leaf): (value: string | undefined) => boolean {
  if (leaf.kind === 'in') {
    const { values, not } = leaf;
    return (value) => (value !== undefined && values.has(value)) !== not;
  }
  const { order, bound } = leaf;
  return (value) => {
    const number = decimalOf(value);
    return number !== undefined && compare[order](number, bound);
  };
}

interface Budget {
  statements: number;
  values: number;
}

function readGroup(where: unknown, budget: Budget, depth: number): Condition {
  if (depth > maxDepth) throw new WhereError(`The filter is nested deeper than ${maxDepth} levels.`);
  if (!isPlain(where)) throw new WhereError(`A filter is an object such as {"year": 2025}, not ${shown(where)}.`);
  const of = Object.entries(where).flatMap(([key, value]) => {
    spend(budget, 'statements', 1);
    if (key === '$and' || key === '$or') return [readLogic(key, value, budget, depth)];
    if (key.startsWith('$'))
      throw new WhereError(`The filter does not support the operator ${shown(key)} here; use $and or $or.`);
    return readField(key, value, budget);
  });
  return of.length === 1 && of[0] ? of[0] : { kind: 'all', of };
}

function readLogic(key: '$and' | '$or', value: unknown, budget: Budget, depth: number): Condition {
  if (!Array.isArray(value) || value.length === 0)
    throw new WhereError(`${key} takes a list of one or more filters, not ${shown(value)}.`);
  return { kind: key === '$and' ? 'all' : 'any', of: value.map((part) => readPart(key, part, budget, depth)) };
}

/** `{}` alone means no filter. Inside a list it is a mistake that would make `$or` match everything. */
function readPart(key: string, part: unknown, budget: Budget, depth: number): Condition {
  if (isPlain(part) && Object.keys(part).length === 0)
    throw new WhereError(`${key} has an empty filter {} in its list.`);
  return readGroup(part, budget, depth + 1);
}

function readField(key: string, value: unknown, budget: Budget): Condition[] {
  if (!isPlain(value)) return [{ kind: 'in', key, values: new Set([textIn(key, '$eq', value)]), not: false }];
  const entries = Object.entries(value);
  if (entries.length === 0)
    throw new WhereError(`The filter on ${shown(key)} is empty; it takes a value or one of ${operators}.`);
  spend(budget, 'statements', entries.length - 1);
  return entries.map(([operator, operand]) => readOperator(key, operator, operand, budget));
}

function readOperator(key: string, operator: string, operand: unknown, budget: Budget): Condition {
  switch (operator) {
    case '$eq':
    case '$ne':
      return { kind: 'in', key, values: new Set([textIn(key, operator, operand)]), not: operator === '$ne' };
    case '$in':
    case '$nin':
      if (!Array.isArray(operand))
        throw new WhereError(`${operator} on ${shown(key)} takes a list, not ${shown(operand)}.`);
      spend(budget, 'values', operand.length);
      return {
        kind: 'in',
        key,
        values: new Set(operand.map((one) => textIn(key, operator, one))),
        not: operator === '$nin',
      };
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      return { kind: 'order', key, order: operator, bound: number(key, operator, operand) };
    default:
      throw new WhereError(`The filter on ${shown(key)} does not support ${shown(operator)}; use ${operators}.`);
  }
}

/** @throws WhereError */
function textIn(key: string, operator: string, value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'bigint' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value)))
    return String(value);
  throw new WhereError(
    `${operator} on ${shown(key)} compares with text, a finite number, true or false, not with ${shown(value)}.`,
  );
}

function number(key: string, operator: string, value: unknown): number {
  const bound = typeof value === 'bigint' ? Number(value) : typeof value === 'string' ? decimalOf(value) : value;
  if (typeof bound === 'number' && Number.isFinite(bound)) return bound;
  throw new WhereError(`${operator} on ${shown(key)} compares with a number, not with ${shown(value)}.`);
}

function decimalOf(value: string | undefined): number | undefined {
  const trimmed = value?.trim() ?? '';
  return decimal.test(trimmed) ? Number(trimmed) : undefined;
}

function spend(budget: Budget, what: 'statements' | 'values', amount: number): void {
  budget[what] -= amount;
  if (budget[what] < 0)
    throw new WhereError(`The filter is too large: the limit is ${maxStatements} statements and ${maxValues} values.`);
}

/** Avoids `instanceof`, because objects of another realm are plain too. */
function isPlain(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.prototype.toString.call(value) === '[object Object]'
  );
}
