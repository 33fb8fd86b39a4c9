/** What an import has copied, and whether it is where it belongs: only then a source may go. */
import type { FileHandle } from 'node:fs/promises';
import { lstat, rename, rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { systemCodeOf, TonstiftError } from '../base/errors.js';
import { syncFolder, temporaryName } from '../base/files/durable.js';
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
    return facts.size === copy.size && (await sha256OfOpen(file).catch(unlessSpoiled)) === copy.sha256;
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
    const isTried = await within(home, copy.filename, (folder, name) => restore({ home, folder, name }, copy, given), {
      make: true,
    });
    if (!isTried || !(await isThere(home, copy, given))) lost.push(copy);
  }
  return lost;
}

interface Target {
  /** The album's folder, which is tidied after a crash. */
  home: HeldFolder;
  /** The one that the file belongs in. */
  folder: HeldFolder;
  name: string;
}

/** The copy takes its name when it is whole. Another file of that name is set aside: only its owner may know it. */
async function restore({ home, folder, name }: Target, copy: CopiedFile, given: readonly string[]): Promise<boolean> {
  const there = await lstat(folder.at(name)).catch(unlessGone(null));
  if (there !== null && !there.isFile()) return false;
  const file = await openSource(copy.source, given);
  const place = sourceAt(copy.source, given);
  if (file === null || place === null) return false;
  const temporary = home.at(temporaryName());
  try {
    if ((await sha256OfOpen(file)) !== copy.sha256) return false;
    const facts = await file.stat();
    await bring({ ...place, relativePath: name, size: facts.size, identity: fileIdentity(facts) }, temporary, true);
    if (there !== null) await rename(folder.at(name), folder.at(`${name}.broken-${Date.now()}`));
    await rename(temporary, folder.at(name));
  } finally {
    await file.close();
    await rm(temporary, { force: true });
  }
  await syncFolder(folder.at(''));
  return true;
}

/** Has the folder of a file of an album held. @param filename `/` between the parts */
async function within<Result>(
  home: HeldFolder,
  filename: string,
  task: (folder: HeldFolder, name: string) => Promise<Result>,
  options?: { make: boolean },
): Promise<Result> {
  const below = filename.includes('/') ? dirname(filename) : '';
  const folder = await home.below(below, options);
  return task(folder, basename(filename)).finally(() => folder.close());
}

/** Null for what is gone, and for a link or another thing in its place. */
function unlessNoFile(error: unknown): FileHandle | null {
  if (error instanceof TonstiftError && error.code === 'conflict') return null;
  if (['ENOENT', 'ENOTDIR', 'ELOOP', 'EMLINK', 'EINVAL'].includes(systemCodeOf(error) ?? '')) return null;
  throw error;
}

/** A disk that cannot give the bytes back does not have them. */
function unlessSpoiled(error: unknown): undefined {
  if (systemCodeOf(error) !== 'EIO') throw error;
}
