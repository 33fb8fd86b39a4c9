import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder and its parents. Returns the topmost new one, or undefined if all existed.
 * Danger: Node's own recursive mkdir loops forever, on its own thread, if an existing folder reports ENOENT (`/proc`,
 * some automounts).
 */
export function makeFolder(path: string, mode = 0o777): string | undefined {
  try {
    mkdirSync(path, mode);
    return path;
  } catch (error) {
    if (isFolder(path)) return undefined;
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(path) === path) throw error;
  }
  const first = makeFolder(dirname(path), mode);
  try {
    mkdirSync(path, mode);
  } catch (error) {
    if (!isFolder(path)) throw error;
  }
  return first ?? path;
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
