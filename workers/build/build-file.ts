/** Writes requested files completely or not at all, and explains failures. */
import { say } from '../base/language/sentence.js';
import type { FileHandle } from 'node:fs/promises';
import { isDiskFull, messageOf, TonstiftError } from '../base/errors.js';
import { replaceFile } from '../base/files/durable.js';

/** Wraps `replaceFile`. Throws like `orBuildFailure`. */
export const buildFile = <T>(target: string, write: (file: FileHandle) => Promise<T>): Promise<T> =>
  orBuildFailure(target, () => replaceFile(target, write));

/**
 * @param what start of the error sentence: a path
 * @throws TonstiftError `no_space` or `build_failed` for the system's errors; those of `make` unchanged
 */
export async function orBuildFailure<T>(what: string, make: () => Promise<T>): Promise<T> {
  try {
    return await make();
  } catch (thrown) {
    if (thrown instanceof TonstiftError) throw thrown;
    const code = isDiskFull(thrown) ? 'no_space' : 'build_failed';
    throw new TonstiftError(code, say('error.not_written', { what, why: messageOf(thrown) }), {}, { cause: thrown });
  }
}
