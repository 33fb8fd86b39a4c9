/** Vectors of two models cannot be mixed. */
import { say, type Words } from '../../../workers/base/language/sentence.js';
import type { OtherDimensionError } from '../../../workers/papers/embedding-api/errors.js';
import { sameModel } from '../../../workers/papers/vectors/model.js';
import { TonstiftError } from '../../../workers/base/errors.js';
import type { DatabaseManager } from '../../../workers/papers/database-manager.js';
import type { EmbeddingsManager } from '../../../workers/papers/embeddings/manager.js';
import type { CollectionFacts } from '../../../workers/papers/vectors/types.js';

/** The user must decide what to do. */
export class OtherModel extends TonstiftError {
  constructor(
    readonly stored: string,
    current: string,
    words: Words = say('papers.other_model', { stored, current }),
  ) {
    super('conflict', words);
  }
}

/** A server may have exchanged the model without changing its name. */
export const otherDimension = (model: string, { found, wanted }: OtherDimensionError): OtherModel =>
  new OtherModel(model, model, say('papers.other_dimension', { model, found, wanted }));

/**
 * @param facts of the vectors
 * @returns the facts
 * @throws OtherModel if the paper database or the vectors have another model
 */
export async function checkModel(
  database: DatabaseManager,
  current: string,
  facts: () => Promise<CollectionFacts>,
): Promise<CollectionFacts> {
  // Keep this order: a program that empties the vectors for another model notes that in the database first.
  const found = await facts();
  const noted = await database.getEmbeddingModel();
  if (noted !== null && !sameModel(noted, current)) throw new OtherModel(noted, current);
  const { count, model } = found;
  if (count > 0 && model !== null && !sameModel(model, current)) throw new OtherModel(model, current);
  return found;
}

/**
 * Notices that another program has embedded all papers with another model.
 * @throws OtherModel as `checkModel`
 */
export async function checkModelInUse(manager: EmbeddingsManager, database: DatabaseManager): Promise<void> {
  const { name } = await manager.modelInUse();
  await checkModel(database, name, async () => (await manager.collection).facts());
}
