/** The actions of one line, in order. Those behind one that plays run when its sound has ended. */
import { limits } from '../gme/codes.js';
import { opcodes, type Action, type Line, type Operand } from '../gme/script.js';
import { operations } from './arithmetic.js';
import { noSuchMedium, type Origin } from './lies.js';
import type { VirtualPen } from './pen.js';
import { mediaOf } from './playing.js';
import type { Steps, Unknown } from './steps.js';

/** What a line leaves behind. */
export interface Ran {
  /** The code that it goes on with: the last one that it jumps to. */
  readonly next: number | undefined;
  readonly hasSounded: boolean;
}

/** @throws TonstiftError `bad_field` where it plays what is not there */
export function* runLine(pen: VirtualPen, line: Line, origin: Origin): Steps<Ran> {
  let next: number | undefined;
  let hasSounded = false;
  for (const action of line.actions.slice(0, limits.actions)) {
    const value = valueOf(pen, action.operand);
    // It waits for the end of the line, wherever it stands in it.
    if (action.opcode === opcodes.jump) next = value;
    const media = mediaOf(action, { playlist: line.playlist, value, chance: pen.chance, origin });
    if (media === undefined) yield* act(pen, action, value);
    else {
      yield* play(pen, media, origin);
      hasSounded ||= media.length > 0;
    }
  }
  return { next, hasSounded };
}

export const valueOf = ({ state }: VirtualPen, { kind, value }: Operand): number =>
  kind === 'constant' ? value : (state.registers.get(value) ?? 0);

/** @throws TonstiftError `bad_field` where the file has no such medium */
export function* play({ gme }: VirtualPen, media: readonly number[], origin: Origin): Steps {
  for (const medium of media) {
    if (gme.media[medium] === undefined) throw noSuchMedium(origin, medium, gme.media.length);
    yield { kind: 'play', medium };
  }
}

/** @param after undefined leaves it as it is */
export function* setRegister({ state }: VirtualPen, register: number, after: number): Steps {
  const before = state.registers.get(register) ?? 0;
  state.registers.set(register, after);
  if (before !== after) yield { kind: 'register', register, before, after };
}

function* act(pen: VirtualPen, { register, opcode, operand }: Action, value: number): Steps {
  const operation = operations[opcode];
  if (operation !== undefined) {
    const after = operation(pen.state.registers.get(register) ?? 0, value);
    if (after === undefined) yield* cannot({ what: 'zero', register });
    else yield* setRegister(pen, register, after);
    return;
  }
  switch (opcode) {
    case opcodes.jump:
    case opcodes.nothing:
      return;
    case opcodes.cancel:
      yield { kind: 'cancel' };
      return;
    // Of this one and the timer's the operand is a constant, whatever its kind says.
    case opcodes.counter:
      yield* setRegister(pen, register, pen.chance(operand.value + 1));
      return;
    case opcodes.armTimer:
      if (operand.value === 0) yield* cannot({ what: 'timer' });
      yield* armTimer(pen, operand.value * timerUnit);
      return;
    case opcodes.cancelTimer:
      yield* armTimer(pen, 0);
      return;
    case opcodes.startGame:
      yield* cannot({ what: 'game', game: value });
      return;
    default:
      yield* cannot(
        opcode >= opcodes.firstProfile && opcode < opcodes.nothing
          ? { what: 'profile', profile: opcode - opcodes.firstProfile }
          : { what: 'action', opcode },
      );
  }
}

/** Milliseconds. */
const timerUnit = 100;

/** @param period milliseconds; 0 for none */
function* armTimer({ state }: VirtualPen, period: number): Steps {
  state.timer = period === 0 ? undefined : { period, left: period };
  yield { kind: 'timer', period };
}

export function* cannot(unknown: Unknown): Steps {
  yield { kind: 'unknown', unknown };
}
