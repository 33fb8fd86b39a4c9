import { expect, it } from '@jest/globals';
import { createMemoryStore } from '../../../support/memory-store.js';
import { VectorStoreError } from '../../../../workers/papers/vectors/types.js';
import { describeCollections } from './collection-contract.js';

describeCollections('memory', async () => {
  const store = createMemoryStore();
  return { store, dispose: () => store.close() };
});

it('is over once closed', async () => {
  const store = createMemoryStore();
  const papers = await store.collection('papers');
  await store.close();
  await expect(store.collection('papers')).rejects.toThrow(VectorStoreError);
  await expect(papers.count()).rejects.toThrow(VectorStoreError);
});
