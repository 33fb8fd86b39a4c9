/**
 * The 8-bit copy of a row x is a scale s and whole numbers c from -127 to 127, so that x̂ = s·c is nearly x. A query q
 * has q̂ = t·e, with whole numbers e of up to 15 bits. The error of each is measured: ε(x) ≥ ‖x − x̂‖ and
 * ε(q) ≥ ‖q − q̂‖. Distances obey the triangle inequality, so
 *
 *     ‖x̂ − q̂‖ − ε(x) − ε(q)  ≤  ‖x − q‖  ≤  ‖x̂ − q̂‖ + ε(x) + ε(q)
 *
 * for all numbers. If a copy is bad (one dimension far larger than all others), the bounds are only wide. Rounding adds
 * less than the bounds are widened by, with u = 2⁻⁵³:
 *
 * - ‖x̂ − q̂‖² = s²‖c‖² + t²‖e‖² − 2st(c·e). The three products of whole numbers are exact: c·e is summed in 32 bits,
 *   where each lane stays below 2³¹ by the choice of `largestOf`, and the squares stay below 2⁵³. Each term then has at
 *   most two roundings, and the last is no larger than the first two together (W), so the result errs by less than
 *   9u·W. It is widened by 2⁻⁴⁸·W = 32u·W.
 * - The root, the errors and their sum have one rounding each, u; they are widened by 2⁻⁵⁰ = 8u each.
 * - ε(x) is the root of a sum of n squares (each addition errs by u of a growing sum), of differences that each err by
 *   u of |s·c| and of themselves. `widened` adds (n + 16)·2u of it, and 8u·s·127·√n.
 * - The exact search itself rounds, by at most (n/2 + 6)u of the square (`slackOf` in `scan.ts`).
 *
 * A copy is stored as 64-bit floats s, s²‖c‖², ε(x), then c, padded with zeros to a multiple of 32.
 */

export const copyHeadBytes = 24;
export const copyNumbers = (dimension: number): number => Math.ceil(dimension / 32) * 32;

const most = 127;

export interface QueryCopy {
  scale: number;
  norm: number;
  error: number;
  numbers: Int16Array;
}

/** The kernel sums a quarter of the products in each of four lanes. */
const largestOf = (numbers: number): number => Math.min(32_767, Math.floor((2 ** 31 - 1) / (most * (numbers / 4))));

/** The error is widened as `copy` in `kernel.as.ts` widens it. */
export function copyOfQuery(query: Float32Array): QueryCopy {
  const numbers = new Int16Array(copyNumbers(query.length));
  const largest = largestOf(numbers.length);
  const far = query.reduce((most, float) => Math.max(most, Math.abs(float)), 0);
  const scale = far / largest;
  const times = scale > 0 ? 1 / scale : 0;
  let whole = 0;
  let lacking = 0;
  query.forEach((float, i) => {
    const number = Math.round(float * times);
    numbers[i] = number;
    whole += number * number;
    lacking += (float - scale * number) ** 2;
  });
  const widened = Math.sqrt(lacking) * (1 + (query.length + 16) * 2 ** -52) + far * Math.sqrt(query.length) * 2 ** -50;
  return { scale, norm: scale * scale * whole, error: widened, numbers };
}
