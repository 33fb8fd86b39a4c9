import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLocalStore } from '../../../../workers/papers/vectors/local/store.js';
import type { VectorStore } from '../../../../workers/papers/vectors/types.js';
import { describeCollections } from './collection-contract.js';

describeCollections('local', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tonstift-vectors-'));
  const opened: VectorStore[] = [];
  const open = (): VectorStore => {
    const store = openLocalStore(folder);
    opened.push(store);
    return store;
  };
  return {
    store: open(),
    reopen: async () => open(),
    async dispose() {
      for (const store of opened) await store.close();
      await rm(folder, { recursive: true });
    },
  };
});
