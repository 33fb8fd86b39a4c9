/** Album folders in `albums/` and `trash/`. */
import { readdir } from 'node:fs/promises';
import type { HeldFolder } from '../../base/files/held-folder.js';
import { unlessGone, unlessNoFolder } from '../../base/files/walk.js';
import { readFacts, type FactsFile } from './facts.js';

export const albumsFolder = 'albums';
export const trashFolder = 'trash';

/**
 * Returns the names of the folders in one of the two; skips hidden ones, links and files.
 * @throws the system's error
 */
export async function folderNames(library: HeldFolder, within: string): Promise<string[]> {
  const entries = await readdir(library.at(within), { withFileTypes: true }).catch(unlessGone([]));
  return entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => name);
}

/** Reads the fact file of each folder. @throws the system's error */
export async function factsIn(library: HeldFolder, within: string): Promise<Map<string, FactsFile | undefined>> {
  const found = new Map<string, FactsFile | undefined>();
  for (const name of await folderNames(library, within)) {
    const home = await library.below(`${within}/${name}`).catch(unlessNoFolder(null));
    if (home === null) continue;
    const facts = await readFacts(home).finally(() => home.close());
    found.set(name, facts?.album.folder.normalize('NFC') === name.normalize('NFC') ? facts : undefined);
  }
  return found;
}
