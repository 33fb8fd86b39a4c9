/**
 * Draws a map of vectors. Reads them in small batches on the event loop, and computes the layout in a low-priority
 * thread.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { runInThread, threadScript } from '../../../base/async/threads.js';
import type { VectorCollection } from '../../vectors/types.js';
import type { MapAnswer, mapOf, MapTask } from './map-thread.js';
import { matrix, sampled } from './numbers.js';
import { sketcher } from './sketch.js';

/**
 * The most papers on a map. The search for neighbours takes quadratic time, and more dots cannot be distinguished. If
 * there are more papers, the map shows a sample.
 */
const mostOnMap = 5000;
/** Vectors per read: 2 MB at 4,096 numbers each. */
const readAtOnce = 100;
/** Megabytes. */
const memory = 512;

export interface DrawnMap extends MapAnswer {
  /** The ids of the rows. */
  ids: string[];
  /** The number of papers before sampling. */
  total: number;
}

/**
 * @param ids of the papers; papers without a vector are skipped
 * @param textsOf returns the texts in the order of the ids; undefined for a deleted paper, which is skipped
 * @throws the signal's reason; VectorStoreError
 */
export async function drawMap(
  collection: VectorCollection,
  ids: readonly string[],
  textsOf: (ids: readonly string[]) => Promise<(string | undefined)[]>,
  { signal, most = mostOnMap }: { signal: AbortSignal; most?: number },
): Promise<DrawnMap> {
  const chosen = sampled(ids, most);
  const { dimension } = await collection.facts();
  const sketch = sketcher(dimension ?? 1);
  const sketches = matrix(chosen.length, sketch.columns);
  const kept: string[] = [];
  const texts: string[] = [];
  for (let at = 0; at < chosen.length; at += readAtOnce) {
    signal.throwIfAborted();
    const some = await collection.get(chosen.slice(at, at + readAtOnce), { embeddings: true });
    const told = await textsOf(some.map(({ id }) => id));
    some.forEach(({ id, embedding }, n) => {
      const text = told[n];
      if (text === undefined || embedding.length !== dimension) return;
      sketch.write(embedding, sketches, kept.length);
      kept.push(id);
      texts.push(text);
    });
    await nextTurn();
  }
  const { columns, values } = sketches;
  const whole = { rows: kept.length, columns, values: values.slice(0, kept.length * columns) };
  const drawn = kept.length === 0 ? nothing : await layOutInThread({ sketches: whole, texts }, signal);
  return { ...drawn, ids: kept, total: ids.length };
}

const nothing: MapAnswer = { places: new Float32Array(0), topic: new Uint16Array(0), words: [] };

const layOutInThread = (task: MapTask, signal: AbortSignal): Promise<MapAnswer> =>
  runInThread<typeof mapOf>(threadScript('workers/papers/embeddings/map/map-thread'), task, { memory, signal });
