/**
 * Glossary
 *
 * manager     `EmbeddingsManager`, the only entry point of this folder
 * connection  a manager's open parts: vector store, client of the embedding API, paper database
 * context     the parts that one operation of a connected manager uses
 * batch       the texts of one request to the embedding API
 * refused     a text or batch that the API rejects; other texts may succeed
 * slice       the records of one conference and one year, exported and imported as one
 */

import { searchPriority } from '../embedding-api/client.js';
import type { DatabaseManager } from '../database-manager.js';
import type { Clock, Log } from '../../base/ports.js';
import type { VectorCollection } from '../vectors/types.js';
import type { ModelInput, TextInput } from '../embedding-api/model-input.js';
import type { ModelInUse } from './model-in-use.js';
import type { Embeds } from './embed/ask.js';
import { EmbeddingsError } from '../embedding-api/errors.js';
import { failing } from './failures.js';
import { checkModel } from './model.js';

/** The parts that the operations of one connected manager use. */
export interface Context {
  api: Embeds;
  collection: VectorCollection;
  /** The name noted with the vectors (`ModelInUse`). */
  modelName: string;
  input: ModelInput;
  /** The same for vectors that replace all existing ones. */
  fresh: ModelInUse;
  /** The manager's own paper database. */
  database: () => DatabaseManager;
  /** Returns the name under which the paper database records which papers are embedded. */
  notes: () => Promise<string>;
  /** Aborted by `close()`. */
  signal: AbortSignal;
  log: Log;
  clock?: Clock;
}

/**
 * Embeds a query for the collection that is searched.
 * @throws EmbeddingsError also if the collection was made with another model: distances would be meaningless
 */
export async function embedQuery(context: Context, query: string): Promise<Float32Array> {
  const { collection, modelName } = context;
  const facts = await collection.facts();
  checkModel(collection.name, facts, modelName);
  return embedText({ ...context, as: context.input.queries }, query, facts.dimension);
}

/**
 * Embeds one text.
 * @param dimension the collection's; null accepts any
 * @throws EmbeddingsError
 */
export async function embedText(
  { api, signal, as }: Pick<Context, 'api' | 'signal'> & { as: TextInput },
  text: string,
  dimension: number | null,
): Promise<Float32Array> {
  if (typeof text !== 'string' || text.trim() === '') throw new EmbeddingsError('The text to embed is empty.');
  const [vector] = await failing('Cannot embed the text', () =>
    api.embed([text], { signal, priority: searchPriority, as }),
  );
  if (!vector) throw new EmbeddingsError('The embedding API returned no vector.');
  if (dimension === null || vector.length === dimension) return vector;
  throw new EmbeddingsError(
    `The model returns vectors of ${vector.length} dimensions; the collection has ${dimension}. ` +
      'It was made with another model: set that model, or embed all papers again.',
  );
}
