/**
 * Parses a slice from bytes of JSON in a thread. A large slice takes seconds, and a malicious one gigabytes of memory.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { threadScript } from '../../../base/async/threads.js';
import { EmbeddingsError } from '../../embedding-api/errors.js';
import type { ImportedEmbeddings } from './slices.js';
import type { SliceAnswer } from './read-slice-thread.js';

/** Megabytes of JavaScript heap: enough for a slice of 400 MB of text with its numbers. */
const memory = 1536;

/**
 * Returns the lists of a slice, checked record by record. The thread sends a few records at a time.
 * @throws SyntaxError for invalid JSON, with half a sentence as its message; EmbeddingsError for an invalid slice or
 *   one that exceeds the thread's memory; whatever the bytes throw
 */
export async function readSlice(bytes: AsyncIterable<Uint8Array>): Promise<ImportedEmbeddings> {
  const thread = new Worker(threadScript('workers/papers/embeddings/records/read-slice-thread'), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: 16 },
  });
  const broken = new Promise<never>((_, reject) => {
    thread.once('error', () =>
      reject(new EmbeddingsError(`The data to import need more than ${memory} MB of memory.`)),
    );
    thread.once('exit', () => reject(new Error('the thread that reads a slice has ended')));
  });
  broken.catch(() => undefined);
  const next = async (): Promise<SliceAnswer> => {
    const answer = new Promise<SliceAnswer>((resolve) => thread.once('message', resolve));
    thread.postMessage('next');
    return Promise.race([answer, broken]);
  };
  try {
    for await (const part of bytes) thread.postMessage(part);
    return await gathered(next);
  } finally {
    await thread.terminate();
  }
}

async function gathered(next: () => Promise<SliceAnswer>): Promise<ImportedEmbeddings> {
  const slice = {
    ids: [] as string[],
    documents: [] as string[],
    metadatas: [] as ImportedEmbeddings['metadatas'][number][],
    embeddings: [] as Float32Array[],
  };
  for (;;) {
    const answer = await next();
    if (answer.kind === 'no json') throw new SyntaxError(answer.message);
    if (answer.kind === 'refused') throw new EmbeddingsError(answer.message);
    if (answer.kind === 'end') return answer.model === null ? slice : { ...slice, model: answer.model };
    slice.ids.push(...answer.ids);
    slice.documents.push(...answer.documents);
    slice.metadatas.push(...answer.metadatas);
    slice.embeddings.push(...answer.embeddings);
    await nextTurn();
  }
}
