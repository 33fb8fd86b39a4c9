/**
 * Parses a slice from bytes of JSON in a thread. A large slice takes seconds, and a malicious one gigabytes of memory.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createThread, TaskError, ThreadError, threadScript } from '../../../base/async/threads.js';
import { EmbeddingsError } from '../../embedding-api/errors.js';
import type { ImportedEmbeddings } from './slices.js';
import type { Records, SliceThread } from './read-slice-thread.js';

/** Megabytes of JavaScript heap: enough for a slice of 400 MB of text with its numbers. */
const memory = 1536;

/**
 * Returns the lists of a slice, checked record by record. The thread sends a few records at a time.
 * @throws SyntaxError for invalid JSON, with half a sentence as its message; EmbeddingsError for an invalid slice or
 *   one that exceeds the thread's memory; whatever the bytes throw
 */
export async function readSlice(bytes: AsyncIterable<Uint8Array>): Promise<ImportedEmbeddings> {
  const thread = createThread<SliceThread>(threadScript('workers/papers/embeddings/records/read-slice-thread'), {
    maxOldGenerationSizeMb: memory,
    maxYoungGenerationSizeMb: 16,
  });
  const slice: Records = { ids: [], documents: [], metadatas: [], embeddings: [] };
  const event = async ({ ids, documents, metadatas, embeddings }: Records): Promise<void> => {
    slice.ids.push(...ids);
    slice.documents.push(...documents);
    slice.metadatas.push(...metadatas);
    slice.embeddings.push(...embeddings);
    await nextTurn();
  };
  try {
    for await (const part of bytes) await thread.call('add', part);
    const model = await thread.call('read', undefined, { event });
    return model === null ? slice : { ...slice, model };
  } catch (error) {
    if (error instanceof ThreadError)
      throw new EmbeddingsError(`The data to import need more than ${memory} MB of memory.`);
    if (!(error instanceof TaskError)) throw error;
    throw error.kind === 'EmbeddingsError' ? new EmbeddingsError(error.message) : new SyntaxError(error.message);
  } finally {
    await thread.end();
  }
}
