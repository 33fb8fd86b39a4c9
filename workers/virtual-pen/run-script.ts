/** A script, and those that it jumps to, until the pen is silent. */
import type { Line, Script } from '../gme/script.js';
import { comparisons } from './arithmetic.js';
import { silentLoop } from './lies.js';
import type { VirtualPen } from './pen.js';
import { cannot, runLine, valueOf } from './run-line.js';
import type { End, Steps } from './steps.js';

/** Comparisons without a sound after which a file jumps round in circles; a script for a pen has at most 100 lines. */
const patience = 100_000;

/**
 * Runs the first line of a script whose conditions hold, then of the one that it jumps to, and so on. It may sound for
 * ever; without a sound it ends.
 * @param code null for the timer's script
 * @throws TonstiftError `bad_field` where the file plays what it has not, or jumps round without a sound
 */
export function* runScript(pen: VirtualPen, script: Script, code: number | null): Steps<End> {
  let [at, lines]: [number | null, Script] = [code, script];
  for (let [left, isFirst] = [patience, true]; ; isFirst = false) {
    const found = yield* firstThatHolds(pen, lines);
    left -= found.comparisons;
    if (left < 0) throw silentLoop(code, patience);
    if (found.line === undefined) return isFirst ? 'no_line' : 'done';
    yield { kind: 'line', code: at, line: found.index };
    const { next, hasSounded } = yield* runLine(pen, found.line, at);
    if (next === undefined) return 'done';
    yield { kind: 'jump', code: next };
    if (hasSounded) left = patience;
    [at, lines] = [next, pen.gme.scripts.get(next) ?? []];
  }
}

interface Found {
  readonly line: Line | undefined;
  readonly index: number;
  /** At least one for each line that was looked at. */
  readonly comparisons: number;
}

function* firstThatHolds(pen: VirtualPen, script: Script): Steps<Found> {
  let comparisonsDone = 0;
  for (const [index, line] of script.entries()) {
    comparisonsDone += 1;
    let holds = true;
    for (const { left, operator, right } of line.conditions) {
      comparisonsDone += 1;
      const compare = comparisons[operator];
      if (compare === undefined) yield* cannot({ what: 'condition', operator });
      holds = compare?.(valueOf(pen, left), valueOf(pen, right)) ?? false;
      if (!holds) break;
    }
    if (holds) return { line, index, comparisons: comparisonsDone };
  }
  return { line: undefined, index: -1, comparisons: comparisonsDone + 1 };
}
