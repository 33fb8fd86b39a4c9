/**
 * Glossary
 *
 * code       the number that is printed for an album or a track, 0–16383; the pen reads those below 15000
 * raw value  the 16 bits that the dots of a tile encode; each code has one
 * tile       4 × 4 dots, repeated over the printed area
 * digit      two bits of the raw value or of its parity: the direction in which one dot is shifted
 *
 * Source: docs/oid.md, "The tile".
 */

/** Each dot of a tile is in a cell of a hundredth of an inch. */
export const cellsPerInch = 100;

/** Number of dots of a tile in each direction. */
export const tileSide = 4;

/** Signs of a dot's shift by its digit: + is right or down. */
export const digitShifts: readonly (readonly [x: number, y: number])[] = [
  [1, 1],
  [-1, 1],
  [-1, -1],
  [1, -1],
];

/** Position of digit i in the tile. */
export const digitPlace = (digit: number): { x: number; y: number } => ({
  x: 3 - (digit % 3),
  y: 3 - Math.floor(digit / 3),
});

/** Header dots fill row 0 and column 0. They are not shifted, except this one, which is shifted to the right. */
export const shiftedHeader = { x: 0, y: 2 } as const;

/** Mask of the low bits of these digits in a raw value. */
const lowBitsOf = (...digits: number[]): number => digits.reduce((bits, i) => bits | (1 << (2 * i)), 0);
const inHighBit = lowBitsOf(1, 4, 6, 7);
const inLowBit = lowBitsOf(0, 2, 3, 5);

function parityOf(bits: number): number {
  let folded = bits ^ (bits >> 8);
  folded ^= folded >> 4;
  // Table with the parity of each four-bit value.
  return (0b0110_1001_1001_0110 >> (folded & 15)) & 1;
}

/**
 * Returns the ninth digit of a raw value, which is its parity. The high bit covers the low bits of digits 1, 4, 6 and
 * 7; the low bit covers those of digits 0, 2, 3 and 5.
 */
export const ninthDigit = (raw: number): number => 2 * parityOf(raw & inHighBit) + parityOf(raw & inLowBit);

/** Returns the nine digits of a raw value. */
export const digitsOf = (raw: number): number[] => [
  ...Array.from({ length: 8 }, (_, i) => (raw >> (2 * i)) & 3),
  ninthDigit(raw),
];
