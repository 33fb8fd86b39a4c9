/** What an import has copied, and whether it is where it belongs: only then a source may go. */
import type { FileHandle } from 'node:fs/promises';
import { lstat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { systemCodeOf, TonstiftError } from '../base/errors.js';
import { syncFolder } from '../base/files/durable.js';
import { sha256OfOpen } from '../base/files/hash.js';
import type { HeldFolder } from '../base/files/held-folder.js';
import { fileIdentity, openItself } from '../base/files/seen-file.js';
import { unlessGone } from '../base/files/walk.js';
import type { CopiedFile } from '../library/types.js';
import { bring } from './bring.js';
import { openSource, sourceAt } from './sources.js';

/**
 * Those that are not at their final place with their bytes. One that is the very file of its source needs no reading.
 * @param home the album's folder
 * @param given folders below which sources are looked for
 */
export async function missingCopies(
  home: HeldFolder,
  copies: readonly CopiedFile[],
  given: readonly string[],
): Promise<CopiedFile[]> {
  const missing: CopiedFile[] = [];
  for (const copy of copies) if (!(await isThere(home, copy, given))) missing.push(copy);
  return missing;
}

async function isThere(home: HeldFolder, copy: CopiedFile, given: readonly string[]): Promise<boolean> {
  const file = await within(home, copy.filename, (folder, name) => openItself(folder.at(name))).catch(unlessNoFile);
  if (file === null) return false;
  try {
    const facts = await file.stat();
    const original = await openSource(copy.source, given);
    const source = await original?.stat();
    await original?.close();
    // Of one that is still being written, too.
    if (source !== undefined && fileIdentity(source) === fileIdentity(facts)) return true;
    return facts.size === copy.size && (await sha256OfOpen(file)) === copy.sha256;
  } finally {
    await file.close();
  }
}

/**
 * Copies once more what got lost on the way and whose source still has its bytes.
 * @returns those of which neither is there any more
 */
export async function restoreCopies(
  home: HeldFolder,
  copies: readonly CopiedFile[],
  given: readonly string[],
): Promise<CopiedFile[]> {
  const lost: CopiedFile[] = [];
  for (const copy of copies) {
    const isBack = await within(home, copy.filename, (folder, name) => restore(folder, name, copy, given), true);
    if (!isBack) lost.push(copy);
  }
  return lost;
}

async function restore(
  folder: HeldFolder,
  name: string,
  { source, sha256 }: CopiedFile,
  given: readonly string[],
): Promise<boolean> {
  if ((await lstat(folder.at(name)).catch(unlessGone(null))) !== null) return false;
  const file = await openSource(source, given);
  const place = sourceAt(source, given);
  if (file === null || place === null) return false;
  try {
    if ((await sha256OfOpen(file)) !== sha256) return false;
    const facts = await file.stat();
    await bring(
      { ...place, relativePath: name, size: facts.size, identity: fileIdentity(facts) },
      folder.at(name),
      true,
    );
  } finally {
    await file.close();
  }
  await syncFolder(folder.at(''));
  return true;
}

/** Has the folder of a file of an album held. @param filename `/` between the parts */
async function within<Result>(
  home: HeldFolder,
  filename: string,
  task: (folder: HeldFolder, name: string) => Promise<Result>,
  make = false,
): Promise<Result> {
  const below = filename.includes('/') ? dirname(filename) : '';
  const folder = await home.below(below, { make });
  return task(folder, basename(filename)).finally(() => folder.close());
}

/** Null for what is gone, and for a link or another thing in its place. */
function unlessNoFile(error: unknown): FileHandle | null {
  if (error instanceof TonstiftError && error.code === 'conflict') return null;
  if (['ENOENT', 'ENOTDIR', 'ELOOP', 'EMLINK', 'EINVAL'].includes(systemCodeOf(error) ?? '')) return null;
  throw error;
}
