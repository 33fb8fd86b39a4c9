/**
 * Glossary
 *
 * script    what the pen does when a code is tapped: it runs the first line whose conditions all hold
 * line      conditions, actions, and a playlist that its play actions index
 * operand   a constant, or the value of a register
 *
 * Operators and opcodes keep the numbers of the file, so that unknown ones survive a round trip.
 */
export interface Operand {
  readonly kind: 'register' | 'constant';
  /** 0–65535: the register's number, or the constant. */
  readonly value: number;
}

export interface Condition {
  readonly left: Operand;
  /** See `operators`. */
  readonly operator: number;
  readonly right: Operand;
}

export interface Action {
  /** Number of the changed register; 0 if none. */
  readonly register: number;
  /** See `opcodes`. */
  readonly opcode: number;
  readonly operand: Operand;
}

export interface Line {
  readonly conditions: readonly Condition[];
  readonly actions: readonly Action[];
  /** Indexes of media. */
  readonly playlist: readonly number[];
}

export type Script = readonly Line[];

/** Scripts by the code that starts them. */
export type Scripts = ReadonlyMap<number, Script>;

/** Byte before an operand's value. */
export const operandKinds = ['register', 'constant'] as const;

export const operators = {
  equal: 0xfff9,
  greater: 0xfffa,
  less: 0xfffb,
  /** Same as `equal`; no known file uses it. */
  alsoEqual: 0xfffc,
  greaterOrEqual: 0xfffd,
  lessOrEqual: 0xfffe,
  notEqual: 0xffff,
} as const;

export const opcodes = {
  /** Plays a random medium of the playlist. */
  playAny: 0xffe0,
  /** Plays the whole playlist. */
  playEach: 0xffe1,
  /** Plays the medium at this index of the line's playlist. */
  play: 0xffe8,
  /** Same as `play`, with a probability of one half. */
  playPerhaps: 0xffa1,
  add: 0xfff0,
  subtract: 0xfff1,
  multiply: 0xfff2,
  modulo: 0xfff3,
  divide: 0xfff4,
  and: 0xfff5,
  or: 0xfff6,
  xor: 0xfff7,
  negate: 0xfff8,
  set: 0xfff9,
  /** Continues with the script of another code. */
  jump: 0xf8ff,
  /** Ends the game mode. */
  cancel: 0xfaff,
  /** Plays a range of the playlist: low byte of the operand = last index, high byte = first. */
  playRange: 0xfb00,
  /** Plays a random medium of such a range. */
  playRandom: 0xfc00,
  startGame: 0xfd00,
  armTimer: 0xfe00,
  cancelTimer: 0xfeff,
  /** Sets the register to the value of an internal counter, from 0 to the operand. */
  counter: 0xff00,
  /** The first of eight sound profiles, 0xfee0 to 0xfee7. */
  firstProfile: 0xfee0,
  /** Does nothing; its number follows the last profile. */
  nothing: 0xfee8,
} as const;

export const constant = (value: number): Operand => ({ kind: 'constant', value });
export const register = (value: number): Operand => ({ kind: 'register', value });

export const equals = (number: number, value: number): Condition => ({
  left: register(number),
  operator: operators.equal,
  right: constant(value),
});

export const set = (number: number, value: number): Action => ({
  register: number,
  opcode: opcodes.set,
  operand: constant(value),
});
/** @param index in the line's own playlist */
export const play = (index: number): Action => ({ register: 0, opcode: opcodes.play, operand: constant(index) });
export const jump = (code: number): Action => ({ register: 0, opcode: opcodes.jump, operand: constant(code) });
export const cancel: Action = { register: 0, opcode: opcodes.cancel, operand: constant(0xffff) };
