import { expect, it } from '@jest/globals';
import { openLocalStore } from '../../../../workers/papers/vectors/local/store.js';
import { temporaryFolders } from '../../../support/folder.js';

const folder = temporaryFolders();

it('a store closes while another one searches the same folder without a pause', async () => {
  const path = await folder();
  const [first, second] = [openLocalStore(path), openLocalStore(path)];
  await first.collection('papers');
  const collection = await second.collection('papers');
  await collection.upsert([{ id: 'a', document: '', metadata: {}, embedding: [1, 0] }]);
  const search = () => collection.nearest([1, 0], { limit: 1 });
  let isClosed = false;
  let last = search();
  const closing = first.close().then(() => (isClosed = true));
  for (let n = 0; n < 200 && !isClosed; n++) {
    // The next search starts before the last one ends.
    const next = search();
    await last;
    last = next;
  }
  expect([isClosed, await last]).toEqual([true, [{ id: 'a', distance: 0 }]]);
  await closing;
  await second.close();
});
