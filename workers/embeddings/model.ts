import type { CollectionFacts, VectorCollection } from '../vectors/types.js';
import { EmbeddingsError } from '../embedding-api/errors.js';

/** Servers name one model with and without a leading `alias-`. */
export const sameModel = (one: string, other: string): boolean => bare(one) === bare(other);

const bare = (name: string): string => name.replace(/^alias-/, '');

/** @throws EmbeddingsError where a collection holds vectors of another model: distances between them mean nothing */
export function checkModel(name: string, { count, model }: CollectionFacts, modelName: string): void {
  if (count > 0 && model !== null && !sameModel(model, modelName))
    throw otherModel(`The collection "${name}"`, model, modelName);
}

/**
 * Notes the model in a collection that is to get vectors of it.
 * @throws EmbeddingsError as `checkModel`
 */
export async function claimModel(collection: VectorCollection, modelName: string): Promise<void> {
  const facts = await collection.facts();
  checkModel(collection.name, facts, modelName);
  if (facts.model === null || !sameModel(facts.model, modelName)) await collection.setModel(modelName);
}

export function otherModel(where: string, stored: string, current: string): EmbeddingsError {
  return new EmbeddingsError(
    `${where} holds vectors of the model "${stored}", and the current one is "${current}". They cannot be mixed: ` +
      'embed all papers again with forceRecreate and without a where clause, or set the former model.',
  );
}
