/** The picture in an audio file. */
import { TonstiftError } from '../../base/errors.js';
import type { EmbeddedCover } from './cover-choice.js';
import { withFileBytes } from '../formats/file-bytes.js';
import { contentOf } from '../formats/kind.js';
import { pictureOf } from './tags.js';

/**
 * Returns the front cover, else another picture; null if there is none or the tags cannot be read.
 *
 * @throws TonstiftError `aborted` on the signal; the system's error if the file cannot be opened or read
 */
export function embeddedCover(path: string, { signal }: { signal?: AbortSignal } = {}): Promise<EmbeddedCover | null> {
  return withFileBytes(
    path,
    async (bytes) => {
      return pictureOf(bytes, await contentOf(bytes), signal).catch((error: unknown) => {
        if (error instanceof TonstiftError && error.code === 'aborted') throw error;
        return null;
      });
    },
    signal,
  );
}
