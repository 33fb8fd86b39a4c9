/** Checks that copied files are in place, which allows removing their sources. */
import { lstat, rename, rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { unlessCode } from '../base/errors.js';
import { syncFolder, temporaryName } from '../base/files/durable.js';
import { sha256OfOpen } from '../base/files/hash.js';
import type { HeldFolder } from '../base/files/held-folder.js';
import { fileIdentity, openItself } from '../base/files/seen-file.js';
import { unlessGone } from '../base/files/walk.js';
import type { CopiedFile } from '../library/types.js';
import { bring } from './bring.js';
import { openSource, sourceAt } from './sources.js';

/**
 * Returns the copies that are missing or have other bytes at their final place. A hard link to the source needs no
 * reading.
 * @param home the album's folder
 * @param given folders that may contain sources
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
  await using file = await within(home, copy.filename, (folder, name) => openItself(folder.at(name))).catch(
    unlessNoFile,
  );
  if (file === null) return false;
  const facts = await file.stat();
  await using original = await openSource(copy.source, given);
  const source = await original?.stat();
  // This also applies to a source that is still being written.
  if (source !== undefined && fileIdentity(source) === fileIdentity(facts)) return true;
  // Unreadable bytes count as missing.
  return facts.size === copy.size && (await sha256OfOpen(file).catch(unlessCode(['EIO'], null))) === copy.sha256;
}

/**
 * Copies lost files again if their source still has the same bytes.
 * @returns the files without a copy or a source
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
  /** The album's folder, which is cleaned up after a crash. */
  home: HeldFolder;
  /** The folder of the file. */
  folder: HeldFolder;
  name: string;
}

/**
 * The copy gets its name once it is complete. Another file of that name is renamed, because only its owner can judge
 * it.
 */
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

/**
 * Opens the folder of an album's file.
 * @param filename `/` between the parts
 */
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

/** Returns null for a missing file, and for a link or another object in its place. */
const unlessNoFile = unlessCode(['ENOENT', 'ENOTDIR', 'ELOOP', 'EMLINK', 'EINVAL', 'conflict'], null);
