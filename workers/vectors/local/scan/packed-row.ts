/**
 * The 32-bit floats of a row x without what its 8-bit copy says of them already (`row-copy.ts`): scale s and whole
 * numbers c. Each float is foretold as
 *
 *     p = c · f32(s), rounded to 32 bits
 *
 * and what is kept is how far the bits of x, read as a whole number, are from those of p. Where x and p have the same
 * sign, |x| < 2|p| and |p| < 2|x|, that is less than 2²³ either way: bits of floats of one sign grow with them, and by
 * 2²³ to the double (less among denormal ones). So it fits into 24 bits wherever c is not 0, but for what is rounded:
 * x lies within s/2 of s·c, and so between half and one and a half of it. And it fits where x is +0, since then p is.
 *
 * Nothing hangs on that, though: what is -2²³ or does not fit is an escape. There -2²³ is kept as a mark, and all bits
 * of x in a list. Of evenly or normally spread numbers one in a hundred is, nearly always with c = 0.
 *
 * It gives back the same bits of every x there is: the bits of p and the difference are added modulo 2³², as they were
 * subtracted, and a mark is never a difference. p must be the same whenever it is computed. It is: f32(s) is one
 * rounding, the product has at most 31 bits and so is exact in 64, and it is rounded once, to the nearest 32-bit float,
 * denormal ones too; IEEE 754 leaves no choice there, and neither JavaScript nor WebAssembly does. s is finite, and p
 * no NaN, since the floats of a row are finite (`checkVector`); p itself may be infinite.
 *
 * A packed row of n floats, n a multiple of 16 and those behind the last zeros, lies as the lower 16 bits of the
 * differences, their upper 8 bits, and 32-bit words: the first is 0, the others are the escapes. A row with more of
 * them than there are words is kept elsewhere, as it is: its first word is then where, and all else of it is zeros.
 */
import { copyHeadBytes, packedFloats, packedWords } from './geometry.js';
import { scaleOf } from './row-copy.js';

const mark = -(2 ** 23);

interface Parts {
  lower: Uint16Array;
  upper: Int8Array;
  words: Uint32Array;
}

function partsOf(packed: Uint8Array, dimension: number): Parts {
  const { buffer, byteOffset, byteLength } = packed;
  const floats = packedFloats(dimension);
  return {
    lower: new Uint16Array(buffer, byteOffset, floats),
    upper: new Int8Array(buffer, byteOffset + floats * 2, floats),
    words: new Uint32Array(buffer, byteOffset + floats * 3, byteLength / 4 - (floats * 3) / 4),
  };
}

/** One float as it is foretold, and its bits. */
const foretold = new Float32Array(1);
const foretoldBits = new Uint32Array(foretold.buffer);

/** Used again: buffers that come and go with each row leave the process larger than it need be. */
let room = new Uint32Array(0);

/** Of floats that may lie anywhere in a file. */
function bitsOf(floats: Uint8Array): Uint32Array {
  if (room.byteLength !== floats.length) room = new Uint32Array(floats.length / 4);
  new Uint8Array(room.buffer).set(floats);
  return room;
}

/**
 * @param floats as they lie in a file
 * @param into where nothing is, or a row of as many floats was
 * @returns whether there is room for its escapes; without it nothing of the row is kept
 */
export function pack(copy: Uint8Array, floats: Uint8Array, dimension: number, into: Uint8Array): boolean {
  const { lower, upper, words } = partsOf(into, dimension);
  const bits = bitsOf(floats);
  const numbers = new Int8Array(copy.buffer, copy.byteOffset + copyHeadBytes);
  const scale = Math.fround(scaleOf(copy));
  words[0] = 0;
  let next = 1;
  for (let i = 0; i < bits.length; i++) {
    foretold[0] = (numbers[i] as number) * scale;
    let rest = ((bits[i] as number) - (foretoldBits[0] as number)) | 0;
    if (rest <= mark || rest >= -mark) {
      if (next === words.length) {
        into.fill(0);
        return false;
      }
      words[next++] = bits[i] as number;
      rest = mark;
    }
    lower[i] = rest;
    upper[i] = rest >> 16;
  }
  return true;
}

/** As `unpack` in `scan.as.ts`, of one row. */
export function unpack(copy: Uint8Array, packed: Uint8Array, into: Float32Array): void {
  const { lower, upper, words } = partsOf(packed, into.length);
  const bits = new Uint32Array(into.buffer, into.byteOffset, into.length);
  const numbers = new Int8Array(copy.buffer, copy.byteOffset + copyHeadBytes);
  const scale = Math.fround(scaleOf(copy));
  let next = 1;
  for (let i = 0; i < bits.length; i++) {
    foretold[0] = (numbers[i] as number) * scale;
    const rest = ((upper[i] as number) << 16) | (lower[i] as number);
    bits[i] = rest === mark ? (words[next++] as number) : (foretoldBits[0] as number) + rest;
  }
}

/** So many rows are looked at for `wordsFor`. */
const mostLooked = 200;

/**
 * How many words packed rows need that are like these: most have room for their escapes then. Those are where the copy
 * is 0, and that is more often so the farther one number is from all others.
 * @param copyOf of a row, by its number
 */
export function wordsFor(dimension: number, rows: number, copyOf: (row: number) => Uint8Array): number {
  const step = Math.ceil(rows / mostLooked);
  let [zeros, looked] = [0, 0];
  for (let row = 0; row < rows; row += step, looked += dimension) {
    const { buffer, byteOffset } = copyOf(row);
    for (const number of new Int8Array(buffer, byteOffset + copyHeadBytes, dimension)) if (number === 0) zeros++;
  }
  const wanted = looked === 0 ? 0 : (1.5 * zeros) / looked;
  // Beyond a half rows are no larger as they are.
  return packedWords(
    dimension,
    [1 / 16, 1 / 8, 1 / 4, 1 / 2].find((share) => wanted <= share),
  );
}

/** Where a row that is not packed is kept, counted from 1; 0 for one that is. A view on that. */
export const placeIn = (packed: Uint8Array, dimension: number): Uint32Array =>
  partsOf(packed, dimension).words.subarray(0, 1);
