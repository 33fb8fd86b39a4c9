import type { CollectionFacts } from '../vectors/types.js';
import { sameModel, type OtherModelError } from '../vectors/model.js';
import { EmbeddingsError } from '../embedding-api/errors.js';

/** @throws EmbeddingsError if a collection holds vectors of another model: distances would be meaningless */
export function checkModel(name: string, { count, model }: CollectionFacts, modelName: string): void {
  if (count > 0 && model !== null && !sameModel(model, modelName))
    throw otherModel(`The collection "${name}"`, model, modelName);
}

export function otherModel(where: string, stored: string, current: string, cause?: OtherModelError): EmbeddingsError {
  return new EmbeddingsError(
    `${where} holds vectors of the model "${stored}", but the current model is "${current}". They cannot be mixed: ` +
      'embed all papers again with forceRecreate and without a where clause, or set the former model.',
    { cause },
  );
}
