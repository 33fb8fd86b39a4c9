/** File names in an encoding of the past, which this program could not even open. */
import { lstat, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { nameKey, uniqueName } from './names.js';

const utf8 = new TextDecoder('utf-8', { fatal: true });
const western = new TextDecoder('windows-1252');

function isUtf8(bytes: Uint8Array): boolean {
  try {
    utf8.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/**
 * Renames the entries of a folder whose names are no UTF-8, reading them as Windows-1252 (from old disks and ZIPs).
 * A folder that was written to within `quietMs` is left for the next time: something may be copying into it by name.
 * Returns whether anything was renamed.
 */
export async function mendNames(folder: string, quietMs: number): Promise<boolean> {
  const names = await readdir(folder, { encoding: 'buffer' });
  const taken = new Set(names.filter(isUtf8).map((name) => nameKey(name.toString())));
  let mended = false;
  for (const name of names.filter((candidate) => !isUtf8(candidate))) {
    const path = Buffer.concat([Buffer.from(`${folder}/`), name]);
    const facts = await lstat(path);
    if (facts.isDirectory() && Date.now() - facts.mtimeMs < quietMs) continue;
    await rename(path, join(folder, uniqueName(western.decode(name), taken)));
    mended = true;
  }
  return mended;
}
