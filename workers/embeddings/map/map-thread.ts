/** Thread script of `draw-map.ts`: sketches of vectors become places, topics and their words. */
import { parentPort, workerData } from 'node:worker_threads';
import { giveWay } from '../../base/async/give-way.js';
import { principalComponents } from './components.js';
import { layOut } from './layout.js';
import { nearestOfEach } from './neighbours.js';
import type { Matrix } from './numbers.js';
import { topicsFor, topicsOf, wordsOfTopics } from './topics.js';

export interface MapTask {
  sketches: Matrix;
  /** Of each row. */
  texts: string[];
}

export interface MapAnswer {
  /** x and y of each row, from 0 to 1. */
  places: Float32Array;
  /** Of each row; the largest is 0. */
  topic: Uint16Array;
  /** The words of each topic. */
  words: string[][];
}

/** The components in which neighbours are looked for: what comes after them is mostly noise. */
const components = 48;
const neighbours = 12;

export function mapOf({ sketches, texts }: MapTask): MapAnswer {
  const reduced = principalComponents(sketches, components);
  const places = fitted(layOut(reduced, nearestOfEach(reduced, neighbours)));
  const count = topicsFor(texts.length);
  const topic = topicsOf(reduced, count);
  return { places, topic, words: wordsOfTopics(texts, topic, count) };
}

/** Of the places on each side; a few that are far away would leave all others one dot. */
const aside = 0.01;
const border = 0.04;

/** Into a square of side 1, in the middle of it, with equal scales; what is far outside comes to its border. */
function fitted(places: Float32Array): Float32Array {
  const rows = places.length / 2;
  const axes = [0, 1].map((axis) => {
    const sorted = Float32Array.from({ length: rows }, (_, row) => places[2 * row + axis] as number).sort();
    const off = Math.floor(rows * aside);
    return { low: sorted[off] ?? 0, high: sorted[rows - 1 - off] ?? 0 };
  });
  const size = Math.max(...axes.map(({ low, high }) => high - low), 1e-9) / (1 - 2 * border);
  return places.map((value, n) => {
    const { low, high } = axes[n % 2] as (typeof axes)[number];
    return Math.max(0, Math.min(1, (value - (low + high) / 2) / size + 0.5));
  });
}

if (parentPort !== null) {
  giveWay();
  parentPort.postMessage(mapOf(workerData as MapTask));
}
