/**
 * Where an album's files came from. What stands in a record is not believed: a source is read and removed below a
 * folder that was given away, through no link, and only as the file that was copied.
 */
import { lstat, readdir, unlink, type FileHandle } from 'node:fs/promises';
import { dirname, sep } from 'node:path';
import { messageOf, systemCodeOf, TonstiftError } from '../base/errors.js';
import { syncFolder } from '../base/files/durable.js';
import { sha256OfOpen } from '../base/files/hash.js';
import type { HeldFolder } from '../base/files/held-folder.js';
import { fileIdentity, inFolderOf, openItself, type SeenFile } from '../base/files/seen-file.js';
import { unlessGone } from '../base/files/walk.js';
import type { Log } from '../base/ports.js';
import type { CopiedFile, PendingImport } from '../library/types.js';

type Place = Pick<SeenFile, 'root' | 'path'>;
type Source = PendingImport['sources'][number];

/** The source below one of the folders; null where it lies in none. */
export function sourceAt(path: string, given: readonly string[]): Place | null {
  const root = given.find((folder) => path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`));
  return root === undefined ? null : { root, path };
}

/** A source, open; null where there is none that may be read. */
export async function openSource(path: string, given: readonly string[]): Promise<FileHandle | null> {
  const place = sourceAt(path, given);
  if (place === null) return null;
  return inFolderOf(place, (folder, name) => openItself(folder.at(name))).catch((error: unknown) => {
    if (!isNone(error)) throw error;
    return null;
  });
}

export interface Removal {
  /** The album's folder, where all copies were found. */
  home: HeldFolder;
  sources: readonly Source[];
  copies: readonly CopiedFile[];
  /** Folders that sources may be removed from. */
  given: readonly string[];
  log: Log;
}

/**
 * Removes sources that are unchanged since they were read. One that may not be removed (a read-only folder or disk)
 * stays, and is no reason to hold the album up.
 */
export async function removeSources(removal: Removal): Promise<void> {
  const { sources, given, log } = removal;
  const own = await identitiesIn(removal.home);
  let outside = 0;
  for (const source of sources) {
    const place = sourceAt(source.path, given);
    if (place === null) outside++;
    else await inFolderOf(place, (folder, name) => remove(folder, name, source, { ...removal, own })).catch(unlessNone);
  }
  if (outside > 0) log.warn(`${outside} files that a record calls its sources lie outside the inbox; they stay.`);
  for (const path of new Set(sources.map((source) => dirname(source.path)))) {
    const place = sourceAt(`${path}${sep}.`, given);
    if (place !== null) await inFolderOf(place, (folder) => syncFolder(folder.at(''))).catch(unlessNone);
  }
}

async function remove(
  folder: HeldFolder,
  name: string,
  source: Source,
  { own, copies, log }: Removal & { own: ReadonlySet<string> },
): Promise<void> {
  const file = await openItself(folder.at(name));
  try {
    const facts = await file.stat();
    const identity = fileIdentity(facts);
    // One that is still being written is the library's own file where it was linked, and goes on growing there.
    const isOwn = own.has(identity);
    if (!isOwn && (facts.size !== source.size || facts.mtimeMs !== source.mtime_ms)) return;
    // Numbers may be others after a start anew; bytes are not.
    const isCopied = async (): Promise<boolean> => {
      const sha256 = copies.find((copy) => copy.source === source.path)?.sha256 ?? source.sha256;
      return sha256 !== undefined && sha256 === (await sha256OfOpen(file));
    };
    if (!isOwn && identity !== source.identity && !(await isCopied())) return;
    if (fileIdentity(await lstat(folder.at(name))) === identity) await unlink(folder.at(name));
  } catch (error) {
    if (!mayNot.has(systemCodeOf(error) ?? '')) throw error;
    log.warn(`${source.path} is in the library, but could not be removed from where it was: ${messageOf(error)}`);
  } finally {
    await file.close();
  }
}

const mayNot = new Set(['EACCES', 'EPERM', 'EROFS', 'EBUSY']);

async function identitiesIn(folder: HeldFolder): Promise<Set<string>> {
  const identities = new Set<string>();
  for (const name of await readdir(folder.at(''))) {
    const facts = await lstat(folder.at(name)).catch(unlessGone(null));
    if (facts?.isFile() === true) identities.add(fileIdentity(facts));
  }
  return identities;
}

/** Gone, or a link or another thing stands in its place or on the way. */
const isNone = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR', 'ELOOP', 'EMLINK', 'EINVAL', 'EACCES'].includes(systemCodeOf(error) ?? '') ||
  (error instanceof TonstiftError && ['conflict', 'bad_field'].includes(error.code));

function unlessNone(error: unknown): void {
  if (!isNone(error)) throw error;
}
