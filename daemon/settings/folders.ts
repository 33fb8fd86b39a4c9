/** Folders that may be named over HTTP: new, empty or ours, and the daemon's account's own. */
import { constants, type Stats } from 'node:fs';
import { access, lstat, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isWithin } from '../../config/rules.js';
import { systemCodeOf } from '../../workers/base/errors.js';
import { realpathOfExisting } from '../../workers/base/files/realpath.js';
import { readText } from '../../workers/base/files/seen-file.js';
import { isRecord } from '../../workers/base/input/record.js';
import { libraryFileName, markFileName } from '../../workers/library/place.js';
import { duplicatesFolder, failedFolder } from '../inbox/scan.js';

export type FolderField = 'inbox_path' | 'library_path' | 'pen_paths';

/** The system's, whoever the daemon runs as; folders at the top are too. */
const systemPlaces = ['/etc', '/usr', '/bin', '/sbin', '/lib', '/lib64', '/boot', '/dev', '/proc', '/sys'];

/** What a folder holds that was ours before. */
const marks: Readonly<Record<FolderField, RegExp>> = {
  inbox_path: new RegExp(`^(${failedFolder}|${duplicatesFolder})$`),
  library_path: new RegExp(`^(${libraryFileName}|${markFileName})$`.replaceAll('.', '\\.')),
  pen_paths: /^\.?tiptoi(\.log|\.ico)?$/i,
};

/** What systems put into every folder, and what we leave in one. */
const nothing = new Set(['.DS_Store', 'library.lock', 'lost+found']);

const otherwise = 'On the machine itself: tonstift config set.';

/**
 * A predicate with its full stop where the folder may not be named over HTTP.
 * @param path absolute
 */
export async function folderProblem(field: FolderField, path: string): Promise<string | undefined> {
  if (dirname(path) === '/' || systemPlaces.some((place) => isWithin(path, place)))
    return `must not be a place of the system, such as ${path}. ${otherwise}`;
  const real = realpathOfExisting(path);
  if (real !== path) return `must not lead through a link: ${path} is ${real}. Name that folder itself.`;
  const facts = await lstat(path).catch((thrown: unknown) => systemCodeOf(thrown) ?? 'EIO');
  if (facts === 'ENOENT') return newFolderProblem(path);
  if (typeof facts === 'string') return `cannot be looked at (${facts}): ${path}.`;
  return oldFolderProblem(field, path, facts);
}

async function newFolderProblem(path: string): Promise<string | undefined> {
  for (let above = dirname(path); ; above = dirname(above)) {
    const facts = await lstat(above).catch(() => null);
    if (facts === null && above !== dirname(above)) continue;
    const isOurs = facts?.isDirectory() === true && (await mayWrite(above));
    return isOurs
      ? undefined
      : `must lie where this account may write, and ${above} is not such a folder. ${otherwise}`;
  }
}

const mayWrite = (path: string): Promise<boolean> =>
  access(path, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );

async function oldFolderProblem(field: FolderField, path: string, facts: Stats): Promise<string | undefined> {
  if (!facts.isDirectory()) return `must be a folder, and ${path} is none.`;
  const own = process.getuid?.();
  if (own !== undefined && facts.uid !== own)
    return `must belong to the account that Tonstift runs as, and ${path} does not. ${otherwise}`;
  const entries = await readdir(path, { withFileTypes: true }).catch(() => null);
  if (entries === null) return `cannot be read: ${path}.`;
  const found = entries.filter(({ name }) => !nothing.has(name));
  if (found.length === 0) return undefined;
  if (!found.some(({ name }) => marks[field].test(name)))
    return `must be new, empty or one of ours: ${path} holds ${JSON.stringify(found[0]?.name)}. ${otherwise}`;
  return field === 'library_path' ? libraryProblem(path, found) : undefined;
}

/** A prepared library: one that leads elsewhere, or has files removed that lie elsewhere. */
async function libraryProblem(
  path: string,
  entries: readonly { name: string; isSymbolicLink: () => boolean }[],
): Promise<string | undefined> {
  const link = entries.find((entry) => entry.isSymbolicLink());
  if (link !== undefined) return `must hold no links, and ${join(path, link.name)} is one.`;
  for (const name of [libraryFileName, `${libraryFileName}.bak`]) {
    if (await removesSources(join(path, name)))
      return `must be a library at rest: an import into ${path} has not ended. ${otherwise}`;
  }
  return undefined;
}

/** Bytes of records; ten times those of as many tracks as numbers allow. */
const largestLibrary = 512 * 1024 * 1024;

/** What a crash left half done is ended by removing the sources, which may lie anywhere. */
async function removesSources(file: string): Promise<boolean> {
  try {
    const data: unknown = JSON.parse(await readText(file, largestLibrary));
    const albums: unknown = isRecord(data) ? data['albums'] : [];
    return Array.isArray(albums) && albums.some((album) => isRecord(album) && isRecord(album['pending']));
  } catch {
    // The library says itself what is wrong with its file.
    return false;
  }
}
