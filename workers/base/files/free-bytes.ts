import { statfs } from 'node:fs/promises';

/** Returns the bytes that this account can still write to the disk of a folder. @throws the system's error */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
