/** Repairs file names in legacy encodings, which this program could not open. */
import { isUtf8 } from 'node:buffer';
import { lstat, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { isForbidden } from '../errors.js';
import { windows1252 } from '../text/encodings.js';
import { cutName, nameKey, uniqueName } from './names.js';

/**
 * Renames the entries of a folder whose names are not UTF-8, decoding them as Windows-1252 (from old disks and ZIPs).
 * Skips a folder that was changed within `quietMs`: a program may be copying into it by name. Returns true if
 * anything was renamed.
 * @param refused called once with the first name, decoded, that this account may not change
 */
export async function mendNames(
  folder: string,
  quietMs: number,
  refused: (name: string) => void = () => undefined,
): Promise<boolean> {
  const names = await readdir(folder, { encoding: 'buffer' });
  const taken = new Set(names.filter((one) => isUtf8(one)).map((name) => nameKey(name.toString())));
  let mended = false;
  let forbidden: string | undefined;
  for (const name of names.filter((one) => !isUtf8(one))) {
    const path = Buffer.concat([Buffer.from(`${folder}/`), name]);
    const facts = await lstat(path);
    if (facts.isDirectory() && Math.abs(Date.now() - facts.mtimeMs) < quietMs) continue;
    const decoded = uniqueName(cutName(windows1252(name)), taken);
    try {
      await rename(path, join(folder, decoded));
      mended = true;
    } catch (error) {
      if (!isForbidden(error)) throw error;
      forbidden ??= decoded;
    }
  }
  if (forbidden !== undefined) refused(forbidden);
  return mended;
}
