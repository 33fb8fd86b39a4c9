/**
 * Glossary
 *
 * code       the number that an album or a track has on paper, 0–16383; the pen reads those below 15000
 * raw value  the 16 bits that the dots of a tile carry; each code stands for one
 * tile       4 × 4 dots, repeated over the printed area
 * digit      two bits of the raw value, or of its parity: how one dot is shifted out of its place
 *
 * Facts: docs/oid.md, "The tile".
 */

/** Dots of a tile in each direction. */
export const tileSide = 4;

/** Sign of a dot's shift by its digit: + is right or down. */
export const digitShifts: readonly (readonly [x: number, y: number])[] = [
  [1, 1],
  [-1, 1],
  [-1, -1],
  [1, -1],
];

/** Place of digit i in the tile. */
export const digitPlace = (digit: number): { x: number; y: number } => ({
  x: 3 - (digit % 3),
  y: 3 - Math.floor(digit / 3),
});

/** Header dots stand in row 0 and column 0, unshifted but for this one, which goes to the right. */
export const shiftedHeader = { x: 0, y: 2 } as const;

/**
 * The nine digits of a raw value. The ninth is parity: its high bit that of the low bits of digits 1, 4, 6 and 7, its
 * low bit that of digits 0, 2, 3 and 5.
 */
export function digitsOf(raw: number): number[] {
  const digits = Array.from({ length: 8 }, (_, i) => (raw >> (2 * i)) & 3);
  const parity = (...of: number[]): number => of.reduce((sum, i) => sum ^ ((digits[i] ?? 0) & 1), 0);
  return [...digits, 2 * parity(1, 4, 6, 7) + parity(0, 2, 3, 5)];
}
