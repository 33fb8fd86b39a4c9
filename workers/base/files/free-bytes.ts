import { statfs } from 'node:fs/promises';

/**
 * Returns the bytes that this account can still write to the disk of a folder; Infinity if its file system does not
 * say.
 * @throws the system's error
 */
export async function freeBytes(folder: string): Promise<number> {
  const { blocks, bavail, bsize } = await statfs(folder);
  return blocks === 0 ? Infinity : bavail * bsize;
}
