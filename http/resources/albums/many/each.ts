/** Runs the same work for each of many things. A failure does not affect the others. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { internalProblem, problemOf, type Problem } from '../../../response/errors.js';

export interface Outcomes<Thing> {
  done: Thing[];
  failed: { of: Thing; problem: Problem }[];
}

/** Started in one turn of the event loop. */
const atOnce = 20;

/** Runs the work concurrently. @param unforeseen is called with unexpected errors */
export async function onEach<Thing>(
  things: readonly Thing[],
  work: (thing: Thing) => Promise<unknown>,
  unforeseen: (error: unknown) => void,
): Promise<Outcomes<Thing>> {
  const running: Promise<{ of: Thing; problem: Problem | null }>[] = [];
  for (const [n, of] of things.entries()) {
    if (n % atOnce === atOnce - 1) await nextTurn();
    const ended = work(of).then(
      () => ({ of, problem: null }),
      (error: unknown) => {
        const problem = problemOf(error);
        if (problem === null) unforeseen(error);
        return { of, problem: problem ?? internalProblem('') };
      },
    );
    running.push(ended);
  }
  const ends = await Promise.all(running);
  return {
    done: ends.flatMap(({ of, problem }) => (problem === null ? [of] : [])),
    failed: ends.flatMap(({ of, problem }) => (problem === null ? [] : [{ of, problem }])),
  };
}

/** The error of one thing, in the format of an error response. */
export const errorOf = ({ code, words, fields }: Problem): object => ({ code, message: words, fields });
