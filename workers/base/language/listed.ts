/** Joins items in a sentence: `A`, `A and B`, `A, B and C`. */
import { say, type Sentence } from './sentence.js';

/** @throws RangeError if the list is empty */
export function listed(items: readonly Sentence[]): Sentence {
  const [first, ...others] = items;
  if (first === undefined) throw new RangeError('There is nothing to list.');
  const isLast = (n: number): boolean => n === others.length - 1;
  return others.reduce(
    (before, item, n) => say(isLast(n) ? 'list.and' : 'list.comma', { first: before, last: item }),
    first,
  );
}
