/** Scripts as text, in the notation of the public assembler: `$0==1? $0:=2 P(2) J(2665)`. */
import type { Action, Condition, Line, Operand } from './script.js';
import { opcodes, operators } from './script.js';

/** Names to use in the text; plain numbers without them. */
export interface Names {
  /** Without `$`. */
  readonly register?: (number: number) => string;
  readonly medium?: (index: number) => string;
  readonly script?: (code: number) => string;
}

const operatorSigns = new Map<number, string>([
  [operators.equal, '=='],
  [operators.alsoEqual, '=='],
  [operators.greater, '>'],
  [operators.less, '<'],
  [operators.greaterOrEqual, '>='],
  [operators.lessOrEqual, '<='],
  [operators.notEqual, '!='],
]);

const assignmentSigns = new Map<number, string>([
  [opcodes.add, '+='],
  [opcodes.subtract, '-='],
  [opcodes.multiply, '*='],
  [opcodes.modulo, '%='],
  [opcodes.divide, '/='],
  [opcodes.and, '&='],
  [opcodes.or, '|='],
  [opcodes.xor, '^='],
  [opcodes.set, ':='],
]);

/** Longer lists of media are shortened; no pen plays so many in one action. */
const longestList = 64;

/** Formats a line of a script. If its actions do not list the whole playlist, it follows as a comment. */
export function lineText(line: Line, names: Names = {}): string {
  const parts = line.conditions.map((condition) => conditionText(condition, names));
  const spelled: number[] = [];
  for (const action of line.actions) parts.push(actionText(action, line.playlist, names, spelled));
  const complete = spelled.length === line.playlist.length && spelled.every((medium, i) => medium === line.playlist[i]);
  if (!complete) parts.push(`# playlist ${listText(line.playlist, names)}`);
  return parts.join(' ');
}

export function conditionText({ left, operator, right }: Condition, names: Names = {}): string {
  const sign = operatorSigns.get(operator) ?? `?${bytesText(operator)}?`;
  return `${operandText(left, names)}${sign}${operandText(right, names)}?`;
}

/** @param spelled collects the media that the text lists */
export function actionText(
  action: Action,
  playlist: readonly number[],
  names: Names = {},
  spelled: number[] = [],
): string {
  const { opcode, operand } = action;
  const target = registerText(action.register, names);
  const value = operandText(operand, names);
  const sign = assignmentSigns.get(opcode);
  if (sign !== undefined) return `${target}${sign}${value}`;
  const isConstant = operand.kind === 'constant';
  switch (opcode) {
    case opcodes.play:
    case opcodes.playPerhaps: {
      const word = opcode === opcodes.play ? 'P' : 'P?';
      const medium = isConstant ? playlist[operand.value] : undefined;
      if (medium === undefined) return `${word}(${isConstant ? `invalid_index_${operand.value}` : value})`;
      spelled.push(medium);
      return `${word}(${listText([medium], names)})`;
    }
    case opcodes.playRange:
    case opcodes.playRandom: {
      const range = isConstant ? playlist.slice(operand.value >> 8, (operand.value & 0xff) + 1) : [];
      for (const medium of range) spelled.push(medium);
      return `${opcode === opcodes.playRange ? 'PA' : 'P'}(${isConstant ? listText(range, names) : value})`;
    }
    case opcodes.playAny:
    case opcodes.playEach:
      for (const medium of playlist) spelled.push(medium);
      return `${opcode === opcodes.playEach ? 'PA*' : 'P*'}(${listText(playlist, names)})(${value})`;
    case opcodes.jump:
      return `J(${isConstant && names.script !== undefined ? names.script(operand.value) : value})`;
    case opcodes.cancel:
      return 'C';
    case opcodes.negate:
      return `Neg(${target})`;
    case opcodes.startGame:
      return `G(${value})`;
    case opcodes.counter:
      return `T(${target},${value})`;
    case opcodes.armTimer:
      return `AT(${value})`;
    case opcodes.cancelTimer:
      return 'CT';
    default:
      return `?(${target},${value}) (${bytesText(opcode)})`;
  }
}

export function listText(media: readonly number[], { medium = String }: Names = {}): string {
  const shown = media.slice(0, longestList).map(medium).join(',');
  return media.length > longestList ? `${shown}, … ${media.length} in all` : shown;
}

const operandText = (operand: Operand, names: Names): string =>
  operand.kind === 'register' ? registerText(operand.value, names) : String(operand.value);

const registerText = (number: number, { register = String }: Names): string => `$${register(number)}`;

/** Bytes in file order, low byte first. */
const bytesText = (word: number): string =>
  [word & 0xff, word >> 8].map((byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join(' ');
