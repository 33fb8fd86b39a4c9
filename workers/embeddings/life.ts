import type { EmbeddingApi } from '../embedding-api/client.js';
import type { DatabaseManager } from '../papers/database-manager.js';
import type { VectorStore } from '../vectors/types.js';
import { EmbeddingsError } from './errors.js';

/** What a manager holds open between its first use and `close()`. */
export interface Life {
  /** Missing where no store is connected. */
  store?: Promise<VectorStore>;
  api?: EmbeddingApi;
  database?: DatabaseManager;
  ending: AbortController;
  running: Set<Promise<unknown>>;
}

export const newLife = (): Life => ({ ending: new AbortController(), running: new Set() });

/** Keeps one store for all callers; after a failure the next call tries again. */
export function connected(life: Life, open: () => Promise<VectorStore>): Promise<VectorStore> {
  if (life.store) return life.store;
  const opening = open();
  life.store = opening;
  opening.catch(() => {
    if (life.store === opening) delete life.store;
  });
  return opening;
}

/** Lets `close()` wait for it. */
export function during<Result>(life: Life, work: Promise<Result>): Promise<Result> {
  const settled = work.then(() => undefined, () => undefined).then(() => void life.running.delete(settled));
  life.running.add(settled);
  return work;
}

/** Ends what is under way: requests are aborted, what was answered is saved first. */
export async function endLife(life: Life): Promise<void> {
  life.ending.abort(new EmbeddingsError('The manager was closed meanwhile.'));
  await Promise.all(life.running);
  const store = await life.store?.catch(() => undefined);
  const closed = await Promise.allSettled([store?.close(), life.api?.close(), life.database?.close()]);
  const failed = closed.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason as Error;
}
