/** Files that an earlier run has left behind. */
import { lstat, readdir, rm } from 'node:fs/promises';
import { isTemporaryName } from './durable.js';
import type { HeldFolder } from './held-folder.js';
import { unlessGone } from './walk.js';

/**
 * Removes files right in a folder.
 * @param before milliseconds since 1970: what is younger may be in the making
 * @returns their names
 */
export async function removeOld(
  folder: HeldFolder,
  mayGo: (name: string) => boolean,
  before = performance.timeOrigin,
): Promise<string[]> {
  const gone: string[] = [];
  for (const entry of await readdir(folder.at(''), { withFileTypes: true })) {
    if (!entry.isFile() || !mayGo(entry.name)) continue;
    const facts = await lstat(folder.at(entry.name)).catch(unlessGone(null));
    // Once more: what was nobody's may be somebody's by now.
    if (facts === null || facts.mtimeMs >= before || !mayGo(entry.name)) continue;
    await rm(folder.at(entry.name), { force: true });
    gone.push(entry.name);
  }
  return gone;
}

/** Removes what was left half written right in a folder, before this process began. */
export const removeTemporaries = (folder: HeldFolder): Promise<string[]> => removeOld(folder, isTemporaryName);
