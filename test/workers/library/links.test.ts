/** Links in a library: what settles it after a crash removes and moves nothing beyond them. */
import { describe, expect, it } from '@jest/globals';
import { mkdir, readdir, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Library } from '../../../workers/library/library.js';
import { silentLog } from '../../../workers/base/ports.js';
import { temporaryFolders } from '../../support/folder.js';
import { anAlbum } from '../../support/records.js';

const folder = temporaryFolders();

async function prepared(): Promise<{ root: string; elsewhere: string }> {
  const [root, elsewhere] = [await folder(), await folder()];
  const library = await Library.open(root, silentLog);
  await library.change((data) => ({
    ...data,
    albums: [anAlbum(920)],
    trash: [{ album: anAlbum(921), deleted_at: 0, days: { number: 30, last: 0 } }],
    leftovers: ['gme/thesis.doc'],
  }));
  await library.close();
  for (const name of ['thesis.doc', 'x.tmp']) await writeFile(join(elsewhere, name), 'x');
  await mkdir(join(elsewhere, anAlbum(921).folder));
  return { root, elsewhere };
}

describe('a link in the place of', () => {
  it.each(['staging', 'gme', 'albums', 'trash', 'variants', 'transcoded'])('%s leads nowhere', async (name) => {
    const { root, elsewhere } = await prepared();
    const before = await readdir(elsewhere);
    await rename(join(root, name), join(root, `${name}.old`)).catch(() => undefined);
    await symlink(elsewhere, join(root, name));
    const library = Library.closed(root, silentLog);
    await library.enter().catch(() => undefined);
    await library.discardExpired(Date.now()).catch(() => undefined);
    expect(await readdir(elsewhere)).toEqual(before);
  });
});

it('a link below staging and the trash goes, and what it leads to stays', async () => {
  const { root, elsewhere } = await prepared();
  await symlink(elsewhere, join(root, 'staging', 'left'));
  await mkdir(join(root, 'trash', anAlbum(921).folder));
  await symlink(elsewhere, join(root, 'trash', anAlbum(921).folder, 'extras'));
  const library = await Library.open(root, silentLog);
  await library.discardExpired(Date.now());
  expect(await readdir(join(root, 'staging'))).toEqual([]);
  expect(await readdir(join(root, 'trash'))).toEqual([]);
  expect(await readdir(elsewhere)).toHaveLength(3);
  await library.close();
});
