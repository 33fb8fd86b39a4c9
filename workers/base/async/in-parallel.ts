/** Works on several items in parallel, and leaves no work behind after a failure. */
import pLimit from 'p-limit';
import { linkedSignal } from './linked-signal.js';

/**
 * Returns the results in the order of the items. After a failure, the signal of the other tasks is aborted, and the
 * first error is thrown when they have ended.
 * @param most tasks at once
 */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  { most, signal }: { most: number; signal: AbortSignal | undefined },
  task: (item: Item, signal: AbortSignal, at: number) => Promise<Result>,
): Promise<Result[]> {
  const failing = new AbortController();
  using either = linkedSignal([failing.signal, signal]);
  const limit = pLimit(most);
  const results = items.map((item, at) =>
    limit(async () => {
      try {
        either.signal.throwIfAborted();
        return await task(item, either.signal, at);
      } catch (error) {
        // The first error stays the reason.
        failing.abort(error);
        throw error;
      }
    }),
  );
  await Promise.allSettled(results);
  failing.signal.throwIfAborted();
  return await Promise.all(results);
}
