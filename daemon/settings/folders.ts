/** Checks folders that are set over HTTP: they must be new, empty or ours, and belong to the daemon's account. */
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

/** System folders, for every account that runs the daemon. Top-level folders count too. */
const systemPlaces = ['/etc', '/usr', '/bin', '/sbin', '/lib', '/lib64', '/boot', '/dev', '/proc', '/sys'];

/** File names that show that a folder was ours before. */
const marks: Readonly<Record<FolderField, RegExp>> = {
  inbox_path: new RegExp(`^(${failedFolder}|${duplicatesFolder})$`),
  library_path: new RegExp(`^(${libraryFileName}|${markFileName})$`.replaceAll('.', '\\.')),
  pen_paths: /^\.?tiptoi(\.log|\.ico)?$/i,
};

/** Files that systems create in every folder, and files that we leave. */
const nothing = new Set(['.DS_Store', 'library.lock', 'lost+found']);

/** Rejected over HTTP, but allowed by a command. */
const orHere = (problem: Sentence): Sentence => say('guard.otherwise', { problem });

/**
 * A predicate with its full stop if the folder may not be set over HTTP.
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

/** Rejects a manipulated library: one with links, or one that would remove files elsewhere. */
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

/** Bytes of library data; ten times the size of the largest possible library. */
const largestLibrary = 512 * 1024 * 1024;

/** After a crash, the library removes the source files of unfinished imports, which may be anywhere. */
async function removesSources(file: string): Promise<boolean> {
  try {
    const data: unknown = JSON.parse(await readText(file, largestLibrary));
    const albums: unknown = isRecord(data) ? data['albums'] : [];
    return Array.isArray(albums) && albums.some((album) => isRecord(album) && isRecord(album['pending']));
  } catch {
    // The library itself reports what is wrong with its file.
    return false;
  }
}
