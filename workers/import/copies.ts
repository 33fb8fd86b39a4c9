/** What an import has copied, and whether it is where it belongs: only then a source may go. */
import { lstat, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { linkOrCopy, syncFolder } from '../base/files/durable.js';
import { sha256OfFile } from '../base/files/hash.js';
import { unlessGone } from '../base/files/walk.js';
import type { CopiedFile } from '../library/types.js';

/**
 * Those that are not at their final place with their bytes. One that is the very file of its source needs no reading.
 * @param home the album's folder
 */
export async function missingCopies(home: string, copies: readonly CopiedFile[]): Promise<CopiedFile[]> {
  const missing: CopiedFile[] = [];
  for (const copy of copies) if (!(await isThere(home, copy))) missing.push(copy);
  return missing;
}

async function isThere(home: string, { filename, source, size, sha256 }: CopiedFile): Promise<boolean> {
  const path = join(home, filename);
  const [copy, original] = await Promise.all([factsOf(path), factsOf(source)]);
  if (copy?.isFile() !== true) return false;
  // Of one that is still being written, too.
  if (original?.ino === copy.ino && original.dev === copy.dev) return true;
  return copy.size === size && (await sha256OfFile(path)) === sha256;
}

/**
 * Copies once more what got lost on the way and whose source still has its bytes.
 * @returns those of which neither is there any more
 */
export async function restoreCopies(home: string, copies: readonly CopiedFile[]): Promise<CopiedFile[]> {
  const lost: CopiedFile[] = [];
  for (const copy of copies) {
    const path = join(home, copy.filename);
    const isSound =
      (await factsOf(copy.source))?.isFile() === true && (await sha256OfFile(copy.source)) === copy.sha256;
    if (!isSound || (await factsOf(path)) !== null) {
      lost.push(copy);
      continue;
    }
    await mkdir(dirname(path), { recursive: true });
    await linkOrCopy(copy.source, path);
    await syncFolder(dirname(path));
  }
  return lost;
}

const factsOf = (path: string) => lstat(path).catch(unlessGone(null));
