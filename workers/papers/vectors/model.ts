/** The model of a collection's vectors. The store compares it in the same transaction that writes the vectors. */
import { VectorStoreError, type OfModel } from './types.js';

/** Servers use the name of a model with and without a leading `alias-`. */
export const sameModel = (one: string, other: string): boolean => bare(one) === bare(other);

const bare = (name: string): string => name.replace(/^alias-/, '');

/** The records come from another model than the collection's. Distances between them would be meaningless. */
export class OtherModelError extends VectorStoreError {
  constructor(
    collection: string,
    readonly stored: string,
    readonly given: string,
  ) {
    super(`The collection "${collection}" holds vectors of the model "${stored}", not of "${given}".`);
  }
}

/**
 * Returns the model to note when records are written.
 * @param there `count`: how many records remain
 * @param coming `model`: of the new records; null if it is unknown, undefined if the caller does not check it
 * @returns undefined if the note does not change
 * @throws OtherModelError
 */
export function modelToNote(
  collection: string,
  there: { count: number; model: string | null },
  { model: given, seen }: OfModel,
): string | null | undefined {
  if (given === undefined) return undefined;
  const { count, model } = there;
  if (given !== null && model !== null && !sameModel(model, given)) {
    // A model noted without vectors only blocks callers that started before it was noted.
    const isNews = seen !== undefined && seen !== model;
    if (count > 0 || isNews) throw new OtherModelError(collection, model, given);
  }
  if (count === 0) return given === model ? undefined : given;
  return given === null || model !== null ? undefined : given;
}
