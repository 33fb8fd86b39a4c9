/** Vectors of two models cannot be mixed. */
import { say } from '../../workers/base/language/sentence.js';
import { sameModel } from '../../workers/embeddings/model.js';
import { TonstiftError } from '../../workers/base/errors.js';
import type { PaperStores } from './stores.js';

/** Only a person can decide what to do. */
export class OtherModel extends TonstiftError {
  constructor(
    readonly stored: string,
    current: string,
  ) {
    super('conflict', say('papers.other_model', { stored, current }));
  }
}

/** @throws OtherModel where the paper database or the vectors themselves say so */
export async function checkModel({ manager, database }: PaperStores): Promise<void> {
  const noted = await database.getEmbeddingModel();
  if (noted !== null && !sameModel(noted, manager.modelName)) throw new OtherModel(noted, manager.modelName);
  const { count, model } = await (await manager.collection).facts();
  if (count > 0 && model !== null && !sameModel(model, manager.modelName))
    throw new OtherModel(model, manager.modelName);
}
