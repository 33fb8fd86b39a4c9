/** Folders that may be named over HTTP: new, empty or ours, and the daemon's account's own. */
import { constants, type Stats } from 'node:fs';
import { access, lstat, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isWithin } from '../../config/rules.js';
import { systemCodeOf } from '../../workers/base/errors.js';
import { realpathOfExisting } from '../../workers/base/files/realpath.js';
import { readText } from '../../workers/base/files/seen-file.js';
import { say, type Sentence } from '../../workers/base/language/sentence.js';
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

/** Not over HTTP, but by a command. */
const orHere = (problem: Sentence): Sentence => say('guard.otherwise', { problem });

/**
 * A predicate with its full stop where the folder may not be named over HTTP.
 * @param path absolute
 */
export async function folderProblem(field: FolderField, path: string): Promise<Sentence | undefined> {
  if (dirname(path) === '/' || systemPlaces.some((place) => isWithin(path, place)))
    return orHere(say('guard.system', { path }));
  const real = realpathOfExisting(path);
  if (real !== path) return say('guard.link', { path, real });
  const facts = await lstat(path).catch((thrown: unknown) => systemCodeOf(thrown) ?? 'EIO');
  if (facts === 'ENOENT') return newFolderProblem(path);
  if (typeof facts === 'string') return say('guard.unseen', { why: facts, path });
  return oldFolderProblem(field, path, facts);
}

async function newFolderProblem(path: string): Promise<Sentence | undefined> {
  for (let above = dirname(path); ; above = dirname(above)) {
    const facts = await lstat(above).catch(() => null);
    if (facts === null && above !== dirname(above)) continue;
    const isOurs = facts?.isDirectory() === true && (await mayWrite(above));
    return isOurs ? undefined : orHere(say('guard.unwritten', { path: above }));
  }
}

const mayWrite = (path: string): Promise<boolean> =>
  access(path, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );

async function oldFolderProblem(field: FolderField, path: string, facts: Stats): Promise<Sentence | undefined> {
  if (!facts.isDirectory()) return say('guard.no_folder', { path });
  const own = process.getuid?.();
  if (own !== undefined && facts.uid !== own) return orHere(say('guard.foreign', { path }));
  const entries = await readdir(path, { withFileTypes: true }).catch(() => null);
  if (entries === null) return say('guard.unread', { path });
  const found = entries.filter(({ name }) => !nothing.has(name));
  if (found.length === 0) return undefined;
  if (!found.some(({ name }) => marks[field].test(name)))
    return orHere(say('guard.filled', { path, found: JSON.stringify(found[0]?.name) }));
  return field === 'library_path' ? libraryProblem(path, found) : undefined;
}

/** A prepared library: one that leads elsewhere, or has files removed that lie elsewhere. */
async function libraryProblem(
  path: string,
  entries: readonly { name: string; isSymbolicLink: () => boolean }[],
): Promise<Sentence | undefined> {
  const link = entries.find((entry) => entry.isSymbolicLink());
  if (link !== undefined) return say('guard.links', { path: join(path, link.name) });
  for (const name of [libraryFileName, `${libraryFileName}.bak`]) {
    if (await removesSources(join(path, name))) return orHere(say('guard.unended', { path }));
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
