import { temporaryFolders } from '../../../support/folder.js';
import { describeCollections } from './collection-contract.js';
import { localStores } from './local-stores.js';

const open = localStores();
const folders = temporaryFolders();

describeCollections('local', async () => {
  const folder = await folders();
  return { store: open(folder), reopen: async () => open(folder), dispose: async () => undefined };
});
