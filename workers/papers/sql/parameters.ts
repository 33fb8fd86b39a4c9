/** The value of a "?" in an untrusted query. */
import { shown } from '../../base/input/shown.js';

export type Parameter = string | number | null;

/** @throws Error for any other value, because SQLite's driver would crash the process */
export function checkedParameters(given: readonly Parameter[]): Parameter[] {
  if (!Array.isArray(given)) throw new Error(`its parameters are ${shown(given)}, expected a list`);
  given.forEach((value: unknown, at) => {
    if (value === null || typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value))) return;
    throw new Error(`parameter ${at + 1} is ${shown(value)}, expected a text, a number or null`);
  });
  return [...(given as Parameter[])];
}

/** Replaces each "?" by PostgreSQL's numbered placeholder. */
export function numbered(statement: string, places: readonly number[]): string {
  const ends = [...places, statement.length];
  return ends
    .map((end, n) => (n === 0 ? '' : `$${n}`) + statement.slice(n === 0 ? 0 : (ends[n - 1] ?? 0) + 1, end))
    .join('');
}
