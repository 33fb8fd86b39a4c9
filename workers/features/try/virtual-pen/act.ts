/** Actions that play no sound; they take effect immediately. */
import { opcodes, type Action } from '../../../gme/script.js';
import { operations } from './arithmetic.js';
import type { VirtualPen } from './pen.js';
import type { Step, Unknown } from './steps.js';

/** Unit of the timer, in milliseconds. */
const timerUnit = 100;

/**
 * @param value of the action's operand
 * @returns undefined if there is nothing to report
 */
export function act(pen: VirtualPen, { register, opcode, operand }: Action, value: number): Step | undefined {
  const operation = operations.get(opcode);
  if (operation !== undefined) {
    const after = operation(pen.state.registers.get(register) ?? 0, value);
    return after === undefined ? cannot({ what: 'zero', register }) : setRegister(pen, register, after);
  }
  switch (opcode) {
    // A jump happens at the end of the line, and each sound of a line here ends before the next action.
    case opcodes.jump:
    case opcodes.cancel:
    case opcodes.nothing:
      return undefined;
    // The operands of this action and of the timer are always constants, whatever kind the file states.
    case opcodes.counter:
      return setRegister(pen, register, pen.chance(operand.value + 1));
    case opcodes.armTimer:
      return armTimer(pen, operand.value * timerUnit) ?? cannot({ what: 'timer' });
    case opcodes.cancelTimer:
      armTimer(pen, 0);
      return { kind: 'timer', period: 0 };
    case opcodes.startGame:
      return cannot({ what: 'game', game: value });
    default:
      return cannot(
        opcode >= opcodes.firstProfile && opcode < opcodes.nothing
          ? { what: 'profile', profile: opcode - opcodes.firstProfile }
          : { what: 'action', opcode },
      );
  }
}

export function setRegister({ state }: VirtualPen, register: number, after: number): Step | undefined {
  const before = state.registers.get(register) ?? 0;
  state.registers.set(register, after);
  return before === after ? undefined : { kind: 'register', register, before, after };
}

/** @param period milliseconds; 0 ends the timer */
function armTimer({ state }: VirtualPen, period: number): Step | undefined {
  state.timer = period === 0 ? undefined : { period, left: period };
  return state.timer && { kind: 'timer', period };
}

export const cannot = (unknown: Unknown): Step => ({ kind: 'unknown', unknown });
