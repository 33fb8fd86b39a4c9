/**
 * Draws a map of vectors, or of papers by their words. Reads them in small batches on the event loop, and computes the
 * layout in a low-priority thread.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { runInThread, threadScript } from '../../../base/async/threads.js';
import { latentVectors } from '../latent/latent-vectors.js';
import type { VectorCollection } from '../../vectors/types.js';
import type { MapAnswer, mapOf, MapTask } from './map-thread.js';
import { matrix, sampled, type Matrix } from './numbers.js';
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
  return { ...(await layOutInThread(whole, texts, signal)), ids: kept, total: ids.length };
}

export interface MapPaper {
  id: string;
  /** Names the topics. */
  label: string;
  /** Places the paper. */
  document: string;
}

/**
 * Like `drawMap`, without vectors: papers are near each other if their documents use similar words.
 * @param papersOf skips deleted papers
 */
export async function drawMapByWords(
  ids: readonly string[],
  papersOf: (ids: readonly string[]) => Promise<MapPaper[]>,
  { signal, most = mostOnMap }: { signal: AbortSignal; most?: number },
): Promise<DrawnMap> {
  const chosen = sampled(ids, most);
  const kept: string[] = [];
  const labels: string[] = [];
  async function* documents(): AsyncGenerator<string[]> {
    for (let at = 0; at < chosen.length; at += readAtOnce) {
      const papers = await papersOf(chosen.slice(at, at + readAtOnce));
      kept.push(...papers.map(({ id }) => id));
      labels.push(...papers.map(({ label }) => label));
      yield papers.map(({ document }) => document);
    }
  }
  const vectors = await latentVectors(documents(), signal);
  return { ...(await layOutInThread(vectors, labels, signal)), ids: kept, total: ids.length };
}

const nothing: MapAnswer = { places: new Float32Array(0), topic: new Uint16Array(0), words: [] };

async function layOutInThread(sketches: Matrix, texts: string[], signal: AbortSignal): Promise<MapAnswer> {
  if (texts.length === 0) return nothing;
  const task: MapTask = { sketches, texts };
  const script = threadScript('workers/papers/embeddings/map/map-thread');
  return runInThread<typeof mapOf>(script, task, { memory, signal });
}
