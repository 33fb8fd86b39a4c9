/** Converts errors of the papers to the daemon's own. */
import { Sentence, type Words } from '../../workers/base/language/sentence.js';
import { EmbeddingApiError, EmbeddingsError, ValueError } from '../../workers/papers/embedding-api/errors.js';
import { messageOf, NewerDataError, systemCodeOf, TonstiftError } from '../../workers/base/errors.js';
import { DatabaseError, ImportUndoneError } from '../../workers/papers/database-error.js';
import { VectorStoreError } from '../../workers/papers/vectors/types.js';

/**
 * @throws TonstiftError `papers_unavailable` if a server or database is unreachable, `no_space`, `conflict` if a
 *   running import was undone, `bad_field` for an invalid value
 */
export async function paperProblem<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof ValueError) throw new TonstiftError('bad_field', thrown.message, {}, { cause: thrown });
    if (!(thrown instanceof EmbeddingsError || thrown instanceof DatabaseError || thrown instanceof VectorStoreError))
      throw thrown;
    const words = papersWordsOf(thrown);
    if (thrown instanceof DatabaseError && thrown.isNewer) throw new NewerDataError(words, 'papers_unavailable');
    if (thrown instanceof ImportUndoneError) throw new TonstiftError('conflict', words, {}, { cause: thrown });
    if (isFull(thrown)) throw new TonstiftError('no_space', words, {}, { cause: thrown });
    if (isAway(thrown)) throw new TonstiftError('papers_unavailable', words, {}, { cause: thrown });
    throw new TonstiftError('bad_field', words, {}, { cause: thrown });
  }
}

/** Returns the error's sentence, in a translatable form if it or its cause has one. */
export function papersWordsOf(thrown: unknown): Words {
  for (let error: unknown = thrown; error instanceof Error; error = error.cause)
    if ('words' in error && error.words instanceof Sentence) return error.words;
  return messageOf(thrown);
}

function isAway(thrown: unknown): boolean {
  if (thrown instanceof EmbeddingApiError) return thrown.kind !== 'text';
  if (thrown instanceof DatabaseError || thrown instanceof VectorStoreError) return true;
  return thrown instanceof Error && thrown.cause !== undefined && isAway(thrown.cause);
}

/** Returns true if the words say that the embedding server could not be reached at all. */
export const isUnreachable = (words: Words | null): boolean =>
  words instanceof Sentence && words.data().key === 'api.unreachable';

function isFull(thrown: unknown): boolean {
  if (['ENOSPC', 'EDQUOT', 'SQLITE_FULL'].includes(systemCodeOf(thrown) ?? '')) return true;
  return thrown instanceof Error && thrown.cause !== undefined && isFull(thrown.cause);
}
