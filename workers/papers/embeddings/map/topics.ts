/** Groups papers into topics, and finds the words that distinguish each topic. */
import { commonWords } from '../../words/common-words.js';
import { isTelling, plainWord, wordsOf } from '../../words/plain-word.js';
import { singularsAmong } from '../../words/plural.js';
import { chance, type Matrix } from './numbers.js';

const rounds = 40;
const wordsOfTopic = 4;
/** A topic's word must occur in at least this many of its papers. */
const fewestPapers = 2;

/** Returns the number of topics. Each should be distinct and have some tens of papers. */
export const topicsFor = (papers: number): number =>
  Math.max(1, Math.min(14, Math.round(Math.sqrt(papers / 12)), Math.floor(papers / 3)));

/**
 * Assigns each row to one of `count` topics with k-means, started far apart (k-means++). Does not use the places on the
 * map, because they show neighbours but not the distance between groups. Topic 0 is the largest.
 */
export function topicsOf(data: Matrix, count: number): Uint16Array {
  const { rows, columns } = data;
  const centres = firstCentres(data, count);
  const topic = new Uint16Array(rows);
  for (let round = 0; round < rounds; round++) {
    let isMoved = false;
    for (let row = 0; row < rows; row++) {
      const nearest = nearestCentre(data, row, centres);
      isMoved ||= nearest !== topic[row];
      topic[row] = nearest;
    }
    if (round > 0 && !isMoved) break;
    moveCentres(data, topic, centres, columns);
  }
  return bySize(topic, count);
}

function squaredTo({ values, columns }: Matrix, row: number, centres: Float64Array, centre: number): number {
  let squared = 0;
  for (let n = 0; n < columns; n++)
    squared += ((values[row * columns + n] as number) - (centres[centre * columns + n] as number)) ** 2;
  return squared;
}

function nearestCentre(data: Matrix, row: number, centres: Float64Array): number {
  let [best, least] = [0, Infinity];
  for (let n = 0; n < centres.length / data.columns; n++) {
    const squared = squaredTo(data, row, centres, n);
    if (squared < least) [best, least] = [n, squared];
  }
  return best;
}

function firstCentres(data: Matrix, count: number): Float64Array {
  const { rows, columns, values } = data;
  const next = chance(3);
  const centres = new Float64Array(count * columns);
  const least = new Float64Array(rows).fill(Infinity);
  let chosen = 0;
  for (let n = 0; n < count; n++) {
    centres.set(values.subarray(chosen * columns, (chosen + 1) * columns), n * columns);
    let sum = 0;
    for (let row = 0; row < rows; row++) {
      least[row] = Math.min(least[row] as number, squaredTo(data, row, centres, n));
      sum += least[row] as number;
    }
    let left = next() * sum;
    chosen = Math.max(
      0,
      least.findIndex((squared) => (left -= squared) <= 0),
    );
  }
  return centres;
}

function moveCentres({ values }: Matrix, topic: Uint16Array, centres: Float64Array, columns: number): void {
  const counts = new Uint32Array(centres.length / columns);
  const sums = new Float64Array(centres.length);
  topic.forEach((own, row) => {
    counts[own]! += 1;
    for (let n = 0; n < columns; n++) sums[own * columns + n]! += values[row * columns + n] as number;
  });
  counts.forEach((papers, own) => {
    for (let n = 0; n < columns && papers > 0; n++)
      centres[own * columns + n] = (sums[own * columns + n] as number) / papers;
  });
}

function bySize(topic: Uint16Array, count: number): Uint16Array {
  const sizes = new Uint32Array(count);
  for (const own of topic) sizes[own]! += 1;
  const order = [...sizes.keys()].sort((one, other) => (sizes[other] as number) - (sizes[one] as number));
  const rank = new Uint16Array(count);
  order.forEach((own, n) => (rank[own] = n));
  return topic.map((own) => rank[own] as number);
}

function wordsIn(text: string): string[] {
  const words = wordsOf(text).map(plainWord);
  return [...new Set(words.filter((word) => isTelling(word) && !/^\d/.test(word) && !commonWords.has(word)))];
}

/**
 * Returns the most distinctive words of each topic: frequent in its papers and rare in the others. Each word is
 * weighted by its part of the Kullback-Leibler divergence.
 */
export function wordsOfTopics(texts: readonly string[], topic: Uint16Array, count: number): string[][] {
  const told = texts.map(wordsIn);
  const formOf = singularsAmong(new Set(told.flat()));
  const all = new Map<string, number>();
  const own = Array.from({ length: count }, () => new Map<string, number>());
  const sizes = new Uint32Array(count);
  told.forEach((words, row) => {
    const at = topic[row] as number;
    sizes[at]! += 1;
    for (const word of new Set(words.map(formOf))) {
      all.set(word, (all.get(word) ?? 0) + 1);
      own[at]?.set(word, (own[at].get(word) ?? 0) + 1);
    }
  });
  return own.map((counts, at) => {
    const size = sizes[at] as number;
    const telling = [...counts].flatMap(([word, papers]) => {
      const [here, everywhere] = [papers / size, (all.get(word) ?? 1) / texts.length];
      const enough = papers >= Math.min(fewestPapers, size);
      return enough && (here > everywhere || count === 1)
        ? [{ word, weight: here * Math.log(here / everywhere) + here / 1e3 }]
        : [];
    });
    telling.sort((one, other) => other.weight - one.weight || (one.word < other.word ? -1 : 1));
    return telling.slice(0, wordsOfTopic).map(({ word }) => word);
  });
}
