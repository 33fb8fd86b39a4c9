/**
 * Sources of an album's files. Paths in a record are not trusted: a source is read and removed only inside a folder
 * that was given away, through no link, and only if it is the copied file.
 */
import { lstat, readdir, unlink, type FileHandle } from 'node:fs/promises';
import { dirname, sep } from 'node:path';
import { messageOf, systemCodeOf, unlessCode } from '../base/errors.js';
import { syncFolder } from '../base/files/durable.js';
import { sha256OfOpen } from '../base/files/hash.js';
import type { HeldFolder } from '../base/files/held-folder.js';
import { fileIdentity, inFolderOf, openItself, type SeenFile } from '../base/files/seen-file.js';
import { unlessGone } from '../base/files/walk.js';
import type { Log } from '../base/ports.js';
import type { CopiedFile, PendingImport } from '../library/types.js';

type Place = Pick<SeenFile, 'root' | 'path'>;
type Source = PendingImport['sources'][number];

/** Returns the source inside one of the folders; null if it is in none of them. */
export function sourceAt(path: string, given: readonly string[]): Place | null {
  const root = given.find((folder) => path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`));
  return root === undefined ? null : { root, path };
}

/** Opens a source; returns null if there is none that may be read. */
export async function openSource(path: string, given: readonly string[]): Promise<FileHandle | null> {
  const place = sourceAt(path, given);
  if (place === null) return null;
  return inFolderOf(place, (folder, name) => openItself(folder.at(name))).catch(unlessNone);
}

export interface Removal {
  /** The album's folder, which contains all copies. */
  home: HeldFolder;
  sources: readonly Source[];
  copies: readonly CopiedFile[];
  /** Folders from which sources may be removed. */
  given: readonly string[];
  log: Log;
}

/**
 * Removes sources that are unchanged since they were read. A source that cannot be removed (read-only folder or disk)
 * is kept and does not block the album.
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
  if (outside > 0) log.warn(`${outside} source files of a record are outside the inbox and are kept.`);
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
  await using file = await openItself(folder.at(name));
  try {
    const facts = await file.stat();
    const identity = fileIdentity(facts);
    // A linked source that is still being written is the library's own file and grows there too.
    const isOwn = own.has(identity);
    if (!isOwn && (facts.size !== source.size || facts.mtimeMs !== source.mtime_ms)) return;
    // File identities may change after a restart; bytes do not.
    const isCopied = async (): Promise<boolean> => {
      const sha256 = copies.find((copy) => copy.source === source.path)?.sha256 ?? source.sha256;
      return sha256 !== undefined && sha256 === (await sha256OfOpen(file));
    };
    if (!isOwn && identity !== source.identity && !(await isCopied())) return;
    if (fileIdentity(await lstat(folder.at(name))) === identity) await unlink(folder.at(name));
  } catch (error) {
    if (!mayNot.has(systemCodeOf(error) ?? '')) throw error;
    log.warn(`${source.path} is in the library, but the source could not be removed: ${messageOf(error)}`);
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

/** Missing, or a link or another object is in its place or above it. */
const unlessNone = unlessCode(
  ['ENOENT', 'ENOTDIR', 'ELOOP', 'EMLINK', 'EINVAL', 'EACCES', 'conflict', 'bad_field'],
  null,
);
