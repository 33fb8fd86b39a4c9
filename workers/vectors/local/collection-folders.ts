/** Folders of collections in the folder of a store. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessGone } from '../../base/files/walk.js';
import { VectorStoreError } from '../types.js';
import { manifestFile, openManifest } from './manifest.js';

/**
 * A name that every file system keeps apart from others: what is not a small letter, a digit, "_" or "-" becomes
 * "%" and two hex digits for each byte of its UTF-8.
 * @throws VectorStoreError
 */
export function folderOf(name: string): string {
  if (typeof name !== 'string' || name === '' || !name.isWellFormed())
    throw new VectorStoreError(`A collection's name must be text that is not empty, not ${JSON.stringify(name)}.`);
  const folder = [...Buffer.from(name)]
    .map((byte) => {
      const letter = String.fromCharCode(byte);
      return /[a-z0-9_-]/.test(letter) ? letter : `%${byte.toString(16).padStart(2, '0')}`;
    })
    .join('');
  if (folder.length > 200) throw new VectorStoreError(`The collection's name "${name.slice(0, 40)}…" is too long.`);
  return folder;
}

/** Undefined for folders that are no collection's. */
export function nameOf(folder: string): string | undefined {
  if (!/^(?:[a-z0-9_-]|%[0-9a-f]{2})+$/.test(folder)) return undefined;
  try {
    const name = decodeURIComponent(folder);
    return folderOf(name) === folder ? name : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Whether there is nothing in a collection; it need not be opened then.
 * @throws VectorStoreError where its manifest cannot be read
 */
export async function isUnused(storeFolder: string, name: string): Promise<boolean> {
  const folder = join(storeFolder, folderOf(name));
  const files = await readdir(folder).catch(unlessGone([]));
  if (!files.every((file) => file === manifestFile)) return false;
  return ((await openManifest(folder)).value?.shards ?? []).length === 0;
}
