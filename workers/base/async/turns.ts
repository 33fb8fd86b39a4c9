/** Gives other tasks their turn in a loop whose steps take a different time each. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds. */
const longestTurn = 10;

/** Returns a function to await in each step. It waits for the next turn if the steps since the last one took long. */
export function turns(): () => Promise<void> {
  let begun = performance.now();
  return async () => {
    if (performance.now() - begun < longestTurn) return;
    await nextTurn();
    begun = performance.now();
  };
}
