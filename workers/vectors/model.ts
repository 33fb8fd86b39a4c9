/** Which model made the vectors of a collection: compared by the store in the same change that writes them. */
import { VectorStoreError, type OfModel } from './types.js';

/** Servers name one model with and without a leading `alias-`. */
export const sameModel = (one: string, other: string): boolean => bare(one) === bare(other);

const bare = (name: string): string => name.replace(/^alias-/, '');

/** The records are of another model than those of the collection: distances between them would mean nothing. */
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
 * The model to note with records that come.
 * @param there `count`: records that stay
 * @param coming `model`: of the records; null where nobody knows, undefined where nobody asks
 * @returns undefined where the note stays as it is
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
    // A note without vectors binds nobody but those who began before it.
    const isNews = seen !== undefined && seen !== model;
    if (count > 0 || isNews) throw new OtherModelError(collection, model, given);
  }
  if (count === 0) return given === model ? undefined : given;
  return given === null || model !== null ? undefined : given;
}
