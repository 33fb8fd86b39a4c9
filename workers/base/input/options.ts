/** Options that callers hand in as one object: a misspelt one is refused, not passed over. */
import { isRecord } from './record.js';
import { shown } from './shown.js';

/** Each option of an interface, so that none is forgotten: `const known: Known<Options> = { limit: true, … }`. */
export type Known<Options> = Readonly<Record<keyof Options, true>>;

/**
 * What is wrong with them: the end of a sentence that begins with whose they are. Those that are undefined count as not
 * given.
 */
export function optionsProblem(given: unknown, known: object): string | undefined {
  if (given === undefined || given === null) return undefined;
  const names = Object.keys(known);
  if (!isRecord(given)) return `takes its options as an object such as {"${names[0]}": …}, not ${shown(given)}.`;
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(known, name) && given[name] !== undefined);
  return unknown === undefined ? undefined : `has no option ${shown(unknown)}; it has ${names.join(', ')}.`;
}
