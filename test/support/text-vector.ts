import { createHash } from 'node:crypto';

/**
 * A unit vector made of a text's words: the same for the same text, nearer for texts that share words
 * (two texts without a common word are some 1.41 apart), never the same for different texts.
 */
export function textVector(text: string, dimension: number): Float32Array {
  const sum = new Float64Array(dimension);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) add(sum, word, 1);
  add(sum, `whole:${text}`, 0.05);
  const length = Math.hypot(...sum);
  return Float32Array.from(sum, (value) => value / length);
}

/** Adds a pseudo-random unit-like direction that belongs to the word. */
function add(sum: Float64Array, word: string, weight: number): void {
  let state = createHash('sha256').update(word).digest().readUInt32LE();
  const scale = weight / Math.sqrt(sum.length / 3);
  for (let i = 0; i < sum.length; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    sum[i] = (sum[i] ?? 0) + (state / 2_147_483_648 - 1) * scale;
  }
}
