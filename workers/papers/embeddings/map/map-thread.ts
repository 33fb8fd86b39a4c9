/** Thread script of `draw-map.ts`: computes places, topics and their words from sketches of vectors. */
import { giveWay } from '../../../base/async/give-way.js';
import { serveThread } from '../../../base/async/serve-thread.js';
import { principalComponents } from './components.js';
import { layOut } from './layout.js';
import { nearestOfEach } from './neighbours.js';
import type { Matrix } from './numbers.js';
import { topicsFor, topicsOf, wordsOfTopics } from './topics.js';

export interface MapTask {
  sketches: Matrix;
  /** The text of each row. */
  texts: string[];
}

export interface MapAnswer {
  /** x and y of each row, from 0 to 1. */
  places: Float32Array;
  /** The topic of each row. Topic 0 is the largest. */
  topic: Uint16Array;
  /** The words of each topic. */
  words: string[][];
}

/** The number of components in which neighbours are searched. Later components are mostly noise. */
const components = 48;
const neighbours = 12;

export function mapOf({ sketches, texts }: MapTask): MapAnswer {
  const reduced = principalComponents(sketches, components);
  const places = fitted(layOut(reduced, nearestOfEach(reduced, neighbours)));
  const count = topicsFor(texts.length);
  const topic = topicsOf(reduced, count);
  return { places, topic, words: wordsOfTopics(texts, topic, count) };
}

/** The fraction of outliers per side. Otherwise a few distant rows would shrink all others to one dot. */
const aside = 0.01;
const border = 0.04;

/** Scales places into a centred square of side 1, equally on both axes. Outliers are moved to the border. */
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

giveWay();
serveThread({ run: mapOf });
