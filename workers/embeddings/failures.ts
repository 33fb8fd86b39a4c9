import { messageOf } from '../base/errors.js';
import { EmbeddingsError, ValueError } from '../embedding-api/errors.js';

/**
 * Does something, and turns whatever it throws into an `EmbeddingsError` with that as its cause. `ValueError`s and
 * what is an `EmbeddingsError` already go through as they are.
 * @param what begins the sentence: "The search failed"
 */
export async function failing<Result>(what: string, work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (thrown) {
    throw failureOf(what, thrown);
  }
}

export function failureOf(what: string, thrown: unknown): EmbeddingsError | ValueError {
  if (thrown instanceof EmbeddingsError || thrown instanceof ValueError) return thrown;
  return new EmbeddingsError(`${what}: ${messageOf(thrown)}`, { cause: thrown });
}
