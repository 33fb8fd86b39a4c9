/**
 * Glossary
 *
 * manager     `EmbeddingsManager`, the one entrance to this folder
 * connection  what a manager has open: vector store, client of the embedding API, paper database
 * context     what one operation of a connected manager works with
 * batch       the texts of one request to the embedding API
 * refused     a text, or a batch, for which the API answers no vectors; other texts may fare better
 * slice       the records of one conference and one year, exported and imported as one
 */

import { searchPriority } from '../embedding-api/client.js';
import type { DatabaseManager } from '../papers/database-manager.js';
import type { Clock, Log } from '../base/ports.js';
import type { VectorCollection } from '../vectors/types.js';
import type { Embeds } from './embed/ask.js';
import { EmbeddingsError } from '../embedding-api/errors.js';
import { failing } from './failures.js';
import { checkModel } from './model.js';

/** What the operations of one connected manager work with. */
export interface Context {
  api: Embeds;
  collection: VectorCollection;
  modelName: string;
  /** The manager's own paper database. */
  database: () => DatabaseManager;
  /** Under which name the paper database notes what the collection holds. */
  notes: () => Promise<string>;
  /** Aborted by `close()`. */
  signal: AbortSignal;
  log: Log;
  clock?: Clock;
}

/**
 * The vector of a query, for the collection that is searched.
 * @throws EmbeddingsError also where the collection was made with another model: distances would mean nothing
 */
export async function embedQuery(context: Context, query: string): Promise<Float32Array> {
  const { collection, modelName } = context;
  const facts = await collection.facts();
  checkModel(collection.name, facts, modelName);
  return embedText(context, query, facts.dimension);
}

/**
 * The vector of one text.
 * @param dimension the collection's, null where any is right
 * @throws EmbeddingsError
 */
export async function embedText(
  { api, signal }: Pick<Context, 'api' | 'signal'>,
  text: string,
  dimension: number | null,
): Promise<Float32Array> {
  if (typeof text !== 'string' || text.trim() === '') throw new EmbeddingsError('The text to embed is empty.');
  const [vector] = await failing('The text could not be embedded', () =>
    api.embed([text], { signal, priority: searchPriority }),
  );
  if (!vector) throw new EmbeddingsError('The embedding API answered no vector.');
  if (dimension === null || vector.length === dimension) return vector;
  throw new EmbeddingsError(
    `The model answers vectors of ${vector.length} dimensions; those of the collection have ${dimension}. ` +
      'It was made with another model: set that one, or embed all papers again.',
  );
}
