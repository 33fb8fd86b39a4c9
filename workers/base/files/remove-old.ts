/** Files that an earlier run has left behind. */
import { lstat, readdir, rm } from 'node:fs/promises';
import { isForeignTemporary, isTemporaryName } from './durable.js';
import type { HeldFolder } from './held-folder.js';
import { unlessGone } from './walk.js';

/**
 * Removes files right in a folder.
 * @param before milliseconds since 1970: what is younger may be in the making
 * @param isForeign whether temporary files of other processes go however young they are: nobody else may write here
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
    // Once more: what was nobody's may be somebody's by now.
    if (facts === null || !mayGo(entry.name)) continue;
    if (facts.mtimeMs >= before && !(isForeign && isForeignTemporary(entry.name))) continue;
    await rm(folder.at(entry.name), { force: true });
    gone.push(entry.name);
  }
  return gone;
}

/** Removes what was left half written right in a folder, before this process began. */
export const removeTemporaries = (folder: HeldFolder): Promise<string[]> => removeOld(folder, isTemporaryName);
