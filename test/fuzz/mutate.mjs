/** Changes bytes at random: the same seed makes the same changes. */
import { hostile } from '../support/hostile.js';

/** @typedef {import('../../benchmarks/chaos/random.mjs').Random} Random */
/** @typedef {{name: string, bytes: Buffer}} Input */
/** @typedef {{random: Random, seeds: readonly Input[], tokens: readonly string[]}} Means */

/** Bytes of a changed input. */
const most = 2_000_000;
const numbers = ['0', '-1', '1e999', '4294967296', '9007199254740993', '2147483648', '0x7f', 'NaN', '1.5'];
const words = [0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff];

/** Two places in the bytes, in order; mostly close to each other. */
function span(bytes, random) {
  const from = random.below(bytes.length + 1);
  const length = random.chance(0.7) ? random.below(40) : random.below(bytes.length + 1);
  return [from, Math.min(bytes.length, from + length)];
}

const replaced = (bytes, from, to, by) => Buffer.concat([bytes.subarray(0, from), by, bytes.subarray(to)]);

const inserted = (bytes, random, text) => {
  const at = random.below(bytes.length + 1);
  return replaced(bytes, at, at, Buffer.from(text));
};

/** @type {Record<string, (bytes: Buffer, means: Means) => Buffer>} */
const changes = {
  cut: (bytes, { random }) => bytes.subarray(0, random.below(bytes.length + 1)),
  drop: (bytes, { random }) => replaced(bytes, ...span(bytes, random), Buffer.alloc(0)),
  double(bytes, { random }) {
    const [from, to] = span(bytes, random);
    return replaced(bytes, to, to, bytes.subarray(from, to));
  },
  repeat(bytes, { random }) {
    const [from, to] = span(bytes, random);
    const part = bytes.subarray(from, to);
    const times = Math.min(
      random.pick([3, 30, 1000, 20_000, 200_000]),
      Math.floor(most / 2 / Math.max(1, part.length)),
    );
    return replaced(bytes, to, to, Buffer.concat(Array.from({ length: times }, () => part)));
  },
  splice(bytes, { random, seeds }) {
    const other = random.pick(seeds).bytes;
    return Buffer.concat([bytes.subarray(0, span(bytes, random)[0]), other.subarray(span(other, random)[0])]);
  },
  flip(bytes, { random }) {
    const copy = Buffer.from(bytes);
    for (let n = random.below(8); n >= 0 && copy.length > 0; n--)
      copy[random.below(copy.length)] ^= 1 << random.below(8);
    return copy;
  },
  word(bytes, { random }) {
    if (bytes.length < 4) return bytes;
    const copy = Buffer.from(bytes);
    const at = random.below(bytes.length - 3);
    if (random.chance(0.5)) copy.writeUInt32LE(random.pick(words), at);
    else copy.writeUInt32BE(random.pick(words), at);
    return copy;
  },
  number(bytes, { random }) {
    const found = [...bytes.toString('latin1').matchAll(/\d+/g)];
    if (found.length === 0) return bytes;
    const { index, 0: digits } = random.pick(found);
    return replaced(bytes, index, index + digits.length, Buffer.from(random.pick(numbers)));
  },
  token: (bytes, { random, tokens }) => inserted(bytes, random, random.pick(tokens)),
  tokens: (bytes, { random, tokens }) =>
    inserted(bytes, random, random.pick(tokens).repeat(random.pick([2, 70, 1000, 10_000, 100_000]))),
  hostile: (bytes, { random }) =>
    inserted(bytes, random, random.pick(hostile).of(random.pick([20, 2000, 50_000, 500_000]))),
};

/**
 * Returns a changed copy of one of the seeds.
 * @param {Means} means
 * @returns {Input}
 */
export function mutated(means) {
  const { random, seeds } = means;
  let { name, bytes } = random.pick(seeds);
  for (let left = random.pick([1, 1, 2, 3, 6]); left > 0; left--)
    bytes = changes[random.pick(Object.keys(changes))](bytes, means).subarray(0, most);
  return { name, bytes };
}
