/**
 * The 8-bit copy of a row x: a scale s and whole numbers c of -127 to 127, so that x̂ = s·c is nearly x. Of a query q
 * there is q̂ = t·e, with whole numbers e of up to 15 bits. The error of each is measured, not estimated:
 * ε(x) ≥ ‖x − x̂‖ and ε(q) ≥ ‖q − q̂‖. Distances obey the triangle inequality, so
 *
 *     ‖x̂ − q̂‖ − ε(x) − ε(q)  ≤  ‖x − q‖  ≤  ‖x̂ − q̂‖ + ε(x) + ε(q)
 *
 * for all numbers there are: where the copies are bad (one dimension far larger than all others) the bounds are only
 * wide. What computing them adds is less than what they are widened by, with u = 2⁻⁵³:
 *
 * - ‖x̂ − q̂‖² = s²‖c‖² + t²‖e‖² − 2st(c·e). The three products of whole numbers are exact: c·e is added up in 32 bits,
 *   in which each lane stays below 2³¹ by the choice of `largestOf`, and the squares stay below 2⁵³. Each term then has
 *   at most two roundings, and the last is no larger than the first two together (W), so the result errs by less than
 *   9u·W. It is widened by 2⁻⁴⁸·W = 32u·W.
 * - Root, errors and their sum have one rounding each, u; they are widened by 2⁻⁵⁰ = 8u each.
 * - ε(x) is the root of a sum of n squares (each addition u of a sum that only grows), of differences of which each
 *   errs by u of |s·c| and of itself. `widened` adds (n + 16)·2u of it, and 8u·s·127·√n.
 * - What an exact search compares is itself computed, with at most (n/2 + 6)u of the square (`scan.ts`, `slackOf`).
 *
 * A copy lies as 64-bit floats s, s²‖c‖², ε(x), the checksum of the row's floats (32 bits), 4 bytes of zeros, and c,
 * filled up with zeros to 32.
 */
import { crc32 } from 'node:zlib';
import { copyHeadBytes, copyNumbers } from './geometry.js';

const most = 127;

export interface QueryCopy {
  scale: number;
  /** (scale · numbers)², summed up. */
  norm: number;
  error: number;
  numbers: Int16Array;
}

/** A lane of four adds up a quarter of the products. */
const largestOf = (numbers: number): number => Math.min(32_767, Math.floor((2 ** 31 - 1) / (most * (numbers / 4))));

export function copyOfQuery(query: Float32Array): QueryCopy {
  const numbers = new Int16Array(copyNumbers(query.length));
  return { ...round(query, numbers, largestOf(numbers.length)), numbers };
}

/** @param into `copyHeadBytes` and the numbers, zeros so far */
export function writeCopy(floats: Float32Array, into: Uint8Array): void {
  const numbers = new Int8Array(into.buffer, into.byteOffset + copyHeadBytes, into.length - copyHeadBytes);
  const { scale, norm, error } = round(floats, numbers, most);
  const head = new DataView(into.buffer, into.byteOffset);
  head.setFloat64(0, scale, true);
  head.setFloat64(8, norm, true);
  head.setFloat64(16, error, true);
  head.setUint32(24, crc32(new Uint8Array(floats.buffer, floats.byteOffset, floats.byteLength)), true);
}

export const scaleOf = (copy: Uint8Array): number =>
  new DataView(copy.buffer, copy.byteOffset, copyHeadBytes).getFloat64(0, true);

/** Of the floats that a copy is of. */
export const checksumOf = (copy: Uint8Array): number =>
  new DataView(copy.buffer, copy.byteOffset, copyHeadBytes).getUint32(24, true);

function round(
  floats: Float32Array,
  numbers: Int8Array | Int16Array,
  largest: number,
): { scale: number; norm: number; error: number } {
  let far = 0;
  for (let i = 0; i < floats.length; i++) {
    const float = floats[i] as number;
    const size = float < 0 ? -float : float;
    if (size > far) far = size;
  }
  const scale = far / largest;
  // A zero row has no scale, and its numbers are zero.
  const times = scale > 0 ? 1 / scale : 0;
  const nearestTo = Math.round;
  let whole = 0;
  let lacking = 0;
  for (let i = 0; i < floats.length; i++) {
    const float = floats[i] as number;
    // At most `largest`: far · (1 / (far / largest)) errs by its last bits only.
    const number = nearestTo(float * times);
    numbers[i] = number;
    whole += number * number;
    const lacks = float - scale * number;
    lacking += lacks * lacks;
  }
  return { scale, norm: scale * scale * whole, error: widened(Math.sqrt(lacking), scale * largest, floats.length) };
}

const widened = (error: number, far: number, count: number): number =>
  error * (1 + (count + 16) * 2 ** -52) + far * Math.sqrt(count) * 2 ** -50;
