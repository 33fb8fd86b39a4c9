/** Registers hold 16 unsigned bits; higher bits are cut off (docs/virtual-pen.md, "Registers"). */
import { opcodes, operators } from '../../../gme/script.js';

const sixteenBits = (value: number): number => value & 0xffff;

type Operation = (value: number, operand: number) => number | undefined;
type Comparison = (left: number, right: number) => boolean;

/** Returns the new value of a register, by opcode; undefined for a division by zero. */
export const operations: ReadonlyMap<number, Operation> = new Map<number, Operation>([
  [opcodes.add, (value, operand) => sixteenBits(value + operand)],
  [opcodes.subtract, (value, operand) => sixteenBits(value - operand)],
  [opcodes.multiply, (value, operand) => sixteenBits(value * operand)],
  [opcodes.modulo, (value, operand) => (operand === 0 ? undefined : value % operand)],
  [opcodes.divide, (value, operand) => (operand === 0 ? undefined : Math.trunc(value / operand))],
  [opcodes.and, (value, operand) => value & operand],
  [opcodes.or, (value, operand) => value | operand],
  [opcodes.xor, (value, operand) => value ^ operand],
  [opcodes.negate, (value) => sixteenBits(-value)],
  [opcodes.set, (_, operand) => operand],
]);

/** Tests a condition, by operator. */
export const comparisons: ReadonlyMap<number, Comparison> = new Map<number, Comparison>([
  [operators.equal, (left, right) => left === right],
  [operators.alsoEqual, (left, right) => left === right],
  [operators.greater, (left, right) => left > right],
  [operators.less, (left, right) => left < right],
  [operators.greaterOrEqual, (left, right) => left >= right],
  [operators.lessOrEqual, (left, right) => left <= right],
  [operators.notEqual, (left, right) => left !== right],
]);
