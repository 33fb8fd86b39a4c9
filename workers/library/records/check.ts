/**
 * Checks whether a library is complete: its records, and the files that they name. Reads only, also while a daemon
 * runs.
 */
import { lstat } from 'node:fs/promises';
import { sha256OfFile } from '../../base/files/hash.js';
import type { HeldFolder } from '../../base/files/held-folder.js';
import { unlessGone, unlessNoFolder } from '../../base/files/walk.js';
import type { LibraryData } from '../data.js';
import { held, libraryFileName } from '../place.js';
import type { AlbumRecord } from '../types.js';
import { keptPrefix } from '../settle.js';
import { albumsFolder, folderNames, trashFolder } from './album-folders.js';
import { factsOf, readFacts, sameFacts } from './facts.js';
import { backupName, readState, stateNames } from './load.js';

export interface LibraryReport {
  /** Undefined if no file of records can be used. */
  data: LibraryData | undefined;
  /** Number of usable older states. */
  backups: number;
  /** Sentences. */
  problems: string[];
}

/**
 * @param deep read every file and compare its digest
 * @throws TonstiftError `library_unavailable`; the system's error
 */
export function checkLibrary(root: string, deep: boolean): Promise<LibraryReport> {
  return held(root, async (library) => {
    const report = await checkFiles(library);
    const { data, problems } = report;
    if (data === undefined) return report;
    for (const album of data.albums) problems.push(...(await albumProblems(library, album, data.id, deep)));
    problems.push(...(await folderProblems(library, data)));
    return report;
  });
}

async function checkFiles(library: HeldFolder): Promise<LibraryReport> {
  const report: LibraryReport = { data: undefined, backups: 0, problems: [] };
  for (const name of await stateNames(library)) {
    const state = await readState(library, name);
    if (state.data === undefined) {
      // A library that was written only once has no backup yet.
      if (name !== backupName || state.isThere) report.problems.push(`${name} ${state.why}.`);
      continue;
    }
    if (name !== libraryFileName && name !== backupName) report.backups++;
    if (report.data !== undefined) continue;
    report.data = state.data;
    for (const { folder, problems } of state.mended)
      report.problems.push(`${name}: the record of ${JSON.stringify(folder)} is wrong (${problems.join(', ')}).`);
    for (const { problems } of state.setAside)
      report.problems.push(`${name}: a record of an album cannot be read (${problems.join(', ')}).`);
  }
  return report;
}

async function albumProblems(library: HeldFolder, album: AlbumRecord, id: string, deep: boolean): Promise<string[]> {
  const name = `Album ${album.oid} "${album.album_title}"`;
  if (album.pending !== null) return [`${name}: its import is not finished; the daemon finishes it when it starts.`];
  await using home = await library.below(`${albumsFolder}/${album.folder}`).catch(unlessNoFolder(null));
  if (home === null) return [`${name}: its folder ${album.folder} is missing, or a link.`];
  const problems: string[] = [];
  for (const track of album.tracks) {
    const why = await fileProblem(home.at(track.filename), track, deep);
    if (why !== undefined) problems.push(`${name}: ${track.filename} ${why}.`);
    if (track.picture !== null && (await fileProblem(home.at(track.picture), {}, false)) !== undefined)
      problems.push(`${name}: the picture ${track.picture} of track ${track.track_number} is missing.`);
  }
  if (album.cover !== null && (await fileProblem(home.at(album.cover), {}, false)) !== undefined)
    problems.push(`${name}: its cover ${album.cover} is missing.`);
  const facts = await readFacts(home);
  if (facts === undefined || facts.library !== id)
    problems.push(`${name}: its folder has no current album.json; the daemon writes it when it runs.`);
  else if (!sameFacts(facts.album, factsOf(album)))
    problems.push(`${name}: the album.json in its folder differs from its record.`);
  for (const file of album.files) {
    const why = await fileProblem(library.at(`gme/${file.filename}`), file, deep);
    if (why !== undefined) problems.push(`${name}: its file for the pen ${file.filename} ${why}.`);
  }
  return problems;
}

/** Returns a predicate without its full stop. */
async function fileProblem(
  path: string,
  { size, sha256 }: { size?: number; sha256?: string },
  deep: boolean,
): Promise<string | undefined> {
  const facts = await lstat(path).catch(unlessGone(null));
  if (facts === null) return 'is missing';
  if (!facts.isFile()) return 'is not a file';
  if (size !== undefined && facts.size !== size) return `has ${facts.size} bytes, not ${size}`;
  if (deep && sha256 !== undefined && (await sha256OfFile(path)) !== sha256) return 'has a wrong checksum';
  return undefined;
}

async function folderProblems(library: HeldFolder, { albums, trash }: LibraryData): Promise<string[]> {
  const known = new Set(albums.flatMap(({ folder, pending }) => [folder, pending?.moves?.from ?? []].flat()));
  const thrown = new Set(trash.map(({ album }) => album.folder));
  const orphans = (await folderNames(library, albumsFolder)).filter((name) => !known.has(name));
  const strangers = (await folderNames(library, trashFolder)).filter((name) => !thrown.has(name));
  const kept = (await folderNames(library, 'staging')).filter((name) => name.startsWith(keptPrefix));
  return [
    ...kept.map((name) => `staging/${name} was being imported when the records were lost; check it, then delete it.`),
    ...orphans.map((name) => `${albumsFolder}/${name} belongs to no album; tonstift library rebuild adds it as one.`),
    ...strangers.map((name) => `${trashFolder}/${name} belongs to no deleted album.`),
  ];
}
