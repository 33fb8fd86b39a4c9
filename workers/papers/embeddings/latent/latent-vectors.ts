/**
 * Vectors of texts without a model: latent semantic analysis, a truncated singular value decomposition of TF-IDF
 * (Deerwester and others, "Indexing by latent semantic analysis", 1990). Texts with different words are near each other
 * if other texts use these words together.
 */
import { createThread, threadScript } from '../../../base/async/threads.js';
import type { Matrix } from '../map/numbers.js';
import type { LatentProtocol } from './latent-thread.js';

/** Megabytes. 50,000 abstracts need half of it. */
const memory = 512;

/**
 * Returns a row of length 1 per text, or of zeros if other texts have none of its words. Computes them in a thread of
 * low priority.
 * @param batches of texts, read one at a time
 * @throws the signal's reason
 */
export async function latentVectors(batches: AsyncIterable<readonly string[]>, signal: AbortSignal): Promise<Matrix> {
  signal.throwIfAborted();
  const script = threadScript('workers/papers/embeddings/latent/latent-thread');
  const thread = createThread<LatentProtocol>(script, { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: 8 });
  const abort = (): void => void thread.end();
  signal.addEventListener('abort', abort, { once: true });
  try {
    for await (const texts of batches) await thread.call('add', texts, { signal });
    return await thread.call('vectors', undefined, { signal });
  } finally {
    signal.removeEventListener('abort', abort);
    await thread.end();
  }
}
