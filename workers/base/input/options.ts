/** Options that callers pass as one object: a misspelt option is rejected, not ignored. */
import { isRecord } from './record.js';
import { shown } from './shown.js';

/**
 * Lists every option of an interface; the compiler reports a missing one: `const known: Known<Options> = { limit:
 * true, … }`.
 */
export type Known<Options> = Readonly<Record<keyof Options, true>>;

/**
 * Returns the error in the options: the end of a sentence that begins with their owner. Undefined values count as not
 * given.
 */
export function optionsProblem(given: unknown, known: object): string | undefined {
  if (given === undefined || given === null) return undefined;
  const names = Object.keys(known);
  if (!isRecord(given)) return `takes its options as an object such as {"${names[0]}": …}, not ${shown(given)}.`;
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(known, name) && given[name] !== undefined);
  return unknown === undefined ? undefined : `has no option ${shown(unknown)}; it has ${names.join(', ')}.`;
}
