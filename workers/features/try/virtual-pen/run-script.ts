/** Runs a script and the scripts that it jumps to, until the pen is silent. */
import { limits } from '../../../gme/codes.js';
import { opcodes, type Condition, type Line, type Operand, type Script } from '../../../gme/script.js';
import { act, cannot } from './act.js';
import { comparisons } from './arithmetic.js';
import { silentLoop } from './invalid-file.js';
import { remember, type VirtualPen } from './pen.js';
import { mediaOf } from './playing.js';
import type { Step, Steps } from './steps.js';

/** Comparisons without a sound after which a file counts as looping; a script for a pen has at most 100 lines. */
const patience = 100_000;

/**
 * Runs the first line of a script whose conditions hold, then that of the script it jumps to, and so on. It may play
 * forever, but stops if it loops without a sound. Actions after one that plays run when its sound has ended.
 *
 * It is one generator, because a step that passes through several takes several times as long.
 * @param code null for the timer's script
 * @throws TonstiftError `bad_field` if the file plays something it does not contain, or loops without a sound
 */
export function* runScript(pen: VirtualPen, script: Script, code: number | null): Steps {
  let at = code;
  let lines = script;
  let left = patience;
  for (let isFirst = true; ; isFirst = false) {
    const { line, index, compared, unknown } = firstThatHolds(pen, lines);
    if (unknown.length > 0) yield* unknown;
    left -= compared;
    if (left < 0) throw silentLoop(code, patience);
    if (line === undefined) {
      yield { kind: 'end', why: isFirst ? 'no_line' : 'done' };
      return;
    }
    yield { kind: 'line', code: at, line: index };
    const { actions, playlist } = line;
    let next: number | undefined;
    for (let n = 0; n < actions.length && n < limits.actions; n++) {
      const action = actions[n] as Line['actions'][number];
      const value = valueOf(pen, action.operand);
      // The last jump counts, at any position in the line.
      if (action.opcode === opcodes.jump) next = value;
      const media = mediaOf(pen, action, { playlist, value, origin: at });
      if (media === undefined) {
        const step = act(pen, action, value);
        if (step !== undefined) yield step;
        continue;
      }
      for (const medium of media) {
        left = patience;
        yield remember(pen, medium);
      }
    }
    if (next === undefined) {
      yield { kind: 'end', why: 'done' };
      return;
    }
    yield { kind: 'jump', code: next };
    at = next;
    lines = pen.gme.scripts.get(next) ?? [];
  }
}

const valueOf = ({ state }: VirtualPen, { kind, value }: Operand): number =>
  kind === 'constant' ? value : (state.registers.get(value) ?? 0);

interface Found {
  /** Undefined if the conditions of no line hold. */
  readonly line: Line | undefined;
  readonly index: number;
  /** At least one for each examined line, and one for the script. */
  readonly compared: number;
  /** Unknown operators. */
  readonly unknown: readonly Step[];
}

function firstThatHolds(pen: VirtualPen, script: Script): Found {
  const unknown: Step[] = [];
  let compared = 1;
  for (let index = 0; index < script.length; index++) {
    const line = script[index] as Line;
    let holds = true;
    compared += 1;
    for (let n = 0; holds && n < line.conditions.length; n++) {
      const condition = line.conditions[n] as Condition;
      compared += 1;
      if (!comparisons.has(condition.operator))
        unknown.push(cannot({ what: 'condition', operator: condition.operator }));
      holds = isTrue(pen, condition);
    }
    if (holds) return { line, index, compared, unknown };
  }
  return { line: undefined, index: -1, compared, unknown };
}

const isTrue = (pen: VirtualPen, { left, operator, right }: Condition): boolean =>
  comparisons.get(operator)?.(valueOf(pen, left), valueOf(pen, right)) ?? false;
