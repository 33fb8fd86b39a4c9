/** Removes files that an earlier run left. */
import { lstat, readdir, rm } from 'node:fs/promises';
import { isForeignTemporary, isTemporaryName } from './durable.js';
import type { HeldFolder } from './held-folder.js';
import { unlessGone } from './walk.js';

/**
 * Removes files directly in a folder.
 * @param before milliseconds since 1970: newer files are kept, because a write may be running
 * @param isForeign also remove newer temporary files of other processes: no other process may write here
 * @returns their names
 */
export async function removeOld(
  folder: HeldFolder,
  mayGo: (name: string) => boolean,
  { before = performance.timeOrigin, isForeign = false }: { before?: number; isForeign?: boolean } = {},
): Promise<string[]> {
  const gone: string[] = [];
  for (const entry of await readdir(folder.at(''), { withFileTypes: true })) {
    if (!entry.isFile() || !mayGo(entry.name)) continue;
    const facts = await lstat(folder.at(entry.name)).catch(unlessGone(null));
    // Checks again: an unused file may be in use by now.
    if (facts === null || !mayGo(entry.name)) continue;
    if (facts.mtimeMs >= before && !(isForeign && isForeignTemporary(entry.name))) continue;
    await rm(folder.at(entry.name), { force: true });
    gone.push(entry.name);
  }
  return gone;
}

/** Removes half-written files directly in a folder that are older than this process. */
export const removeTemporaries = (folder: HeldFolder): Promise<string[]> => removeOld(folder, isTemporaryName);
