import { afterEach } from '@jest/globals';
import { openLocalStore, type LocalStoreOptions } from '../../../../workers/papers/vectors/local/store.js';
import type { VectorStore } from '../../../../workers/papers/vectors/types.js';

/** Call at the top of a file: answers a function that opens a store, which is closed after the test. */
export function localStores(): (folder: string, options?: LocalStoreOptions) => VectorStore {
  const opened: VectorStore[] = [];
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
  });
  return (folder, options) => {
    const store = openLocalStore(folder, options);
    opened.push(store);
    return store;
  };
}
