/** The same with each of many things, whatever becomes of the others. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { internalProblem, problemOf, type Problem } from '../../response/errors.js';

export interface Outcomes<Thing> {
  done: Thing[];
  failed: { of: Thing; problem: Problem }[];
}

/** Begun in one turn of the event loop. */
const atOnce = 20;

/** All are under way at the same time. @param unforeseen is told what nobody foresaw */
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

/** As an answer of its own would have it. */
export const errorOf = ({ code, words, fields }: Problem): object => ({ code, message: words, fields });
