import { messageOf } from '../../base/errors.js';
import { EmbeddingsError, ValueError } from '../embedding-api/errors.js';

/**
 * Runs `work`, and wraps whatever it throws in an `EmbeddingsError` with that as the cause. Does not wrap `ValueError`
 * and `EmbeddingsError`.
 * @param what the start of the sentence: "The search failed"
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
