import { expect, it } from '@jest/globals';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  emptyManifest,
  folderOf,
  isUnused,
  manifestPath,
} from '../../../../workers/papers/vectors/local/collection-folders.js';
import { temporaryFolders } from '../../../support/folder.js';

const folder = temporaryFolders();

it('takes a collection for unused where nothing was put into it, and no other', async () => {
  const store = await folder();
  const papers = join(store, 'papers');
  expect(await isUnused(store, 'papers')).toBe(true);
  await mkdir(papers);
  expect(await isUnused(store, 'papers')).toBe(true);
  await writeFile(manifestPath(papers), JSON.stringify(emptyManifest));
  expect(await isUnused(store, 'papers')).toBe(true);
  // A later version wrote it; opening it says so.
  await writeFile(manifestPath(papers), '{"format":99}');
  await expect(isUnused(store, 'papers')).rejects.toThrow('manifest');
  await writeFile(manifestPath(papers), JSON.stringify(emptyManifest));
  await writeFile(join(papers, '1.shard'), 'x');
  expect(await isUnused(store, 'papers')).toBe(false);
  await writeFile(join(store, 'file'), '');
  await expect(isUnused(store, 'file')).rejects.toThrow();
});

it('no collection has the name of the file that identifies the store', () => {
  expect(() => folderOf('identity')).toThrow('cannot be named "identity"');
  expect(folderOf('Identity')).toBe('%49dentity');
});
