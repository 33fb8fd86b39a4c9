/** What a place that the library has left holds, and the library does not: a copy may go only where that is nothing. */
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { TonstiftError } from '../../workers/base/errors.js';
import { isTemporaryName } from '../../workers/base/files/durable.js';
import { holdFolder, type HeldFolder } from '../../workers/base/files/held-folder.js';
import { isSystemJunk } from '../../workers/base/files/names.js';
import { sameTime } from '../../workers/base/files/same-time.js';
import { unlessGone } from '../../workers/base/files/walk.js';
import { inPlace, libraryFileName, type Place } from '../../workers/library/place.js';
import { albumsFolder, trashFolder } from '../../workers/library/records/album-folders.js';
import { factsFileName } from '../../workers/library/records/facts.js';
import { readState } from '../../workers/library/records/load.js';
import { keptPrefix } from '../../workers/library/settle.js';
import type { AlbumRecord } from '../../workers/library/types.js';

/** Albums go from one to the other and back; their names are never used twice. */
const both = [albumsFolder, trashFolder];

/** Bytes, and milliseconds since 1970. */
interface Facts {
  size: number;
  mtimeMs: number;
}

/** Files of albums by the folder's name, each with what the record says of it; null where it says nothing. */
type Named = ReadonlyMap<string, ReadonlyMap<string, Facts | null>>;

/** Disks of cameras and pens round the time of a copy to two seconds. */
const timeOfCopy = 2_000;

interface Compared {
  library: HeldFolder;
  /** By the records of the former place. */
  former: Named;
  /** By those of the library, now. */
  now: Named;
  /** When the records of the former place were written. */
  writtenAt: number;
}

/**
 * Why a former place is to be kept; null where all of it is in the library, or was deleted there since.
 * @param revision of the records when the library left it
 * @param albums that the library has now
 * @throws TonstiftError `library_unavailable` where the library is not in its place, `not_now` where a file of an album
 *   is missing there; the system's error
 */
export async function keptBecause(
  former: string,
  revision: number,
  library: Place,
  albums: readonly AlbumRecord[],
): Promise<string | null> {
  const left = await holdFolder(former);
  try {
    const { data } = await readState(left, libraryFileName);
    if (data === undefined) return (await isBare(left)) ? null : 'its records cannot be read';
    if (data.revision > revision) return 'it was changed after the move';
    const kept = await keptStaging(left);
    if (kept !== undefined) return `${join(former, kept)} was kept for a person to look into`;
    const known = namedBy([...data.albums, ...data.trash.map(({ album }) => album)]);
    // Read from their backup, they do not tell.
    const { mtimeMs: writtenAt } = await lstat(left.at(libraryFileName)).catch(unlessGone({ mtimeMs: 0 }));
    return await inPlace(library, async (folder) => {
      const compared = { library: folder, former: known, now: namedBy(albums), writtenAt };
      for (const within of both) {
        const file = await fileOnlyIn(left, within, compared);
        if (file !== null) return `${join(former, file)} is not in ${library.path}, or not the same`;
      }
      return null;
    });
  } finally {
    await left.close();
  }
}

/** Whether a crash has cut its removal off behind all albums. */
async function isBare(left: HeldFolder): Promise<boolean> {
  for (const name of [...both, libraryFileName])
    if ((await lstat(left.at(name)).catch(unlessGone(null))) !== null) return false;
  return true;
}

/** What the records did not know when they were mended. */
async function keptStaging(left: HeldFolder): Promise<string | undefined> {
  const names = await readdir(left.at('staging')).catch(unlessGone([]));
  const kept = names.find((name) => name.startsWith(keptPrefix));
  return kept && `staging/${kept}`;
}

const namedBy = (albums: readonly Pick<AlbumRecord, 'folder' | 'tracks' | 'cover'>[]): Named =>
  new Map(
    albums.map(({ folder, tracks, cover }) => {
      const files = tracks.map(({ filename, size, mtime_ms }) => [filename, { size, mtimeMs: mtime_ms }] as const);
      return [folder, new Map<string, Facts | null>([[cover ?? '', null], ...files])];
    }),
  );

/** Path of a file in `former/path`, relative to `former`, that is nowhere else and that nobody has deleted. */
async function fileOnlyIn(former: HeldFolder, path: string, compared: Compared): Promise<string | null> {
  const folder = await former.below(path).catch(unlessGone(null));
  if (folder === null) return null;
  try {
    for (const entry of await readdir(folder.at(''), { withFileTypes: true })) {
      const inner = `${path}/${entry.name}`;
      const found = entry.isDirectory()
        ? await fileOnlyIn(former, inner, compared)
        : entry.isFile() && !(await mayGo(inner, folder.at(entry.name), compared))
          ? inner
          : null;
      if (found !== null) return found;
    }
  } finally {
    await folder.close();
  }
  return null;
}

/** @param path `albums/<folder>/<file>`, or below `trash` */
async function mayGo(path: string, at: string, compared: Compared): Promise<boolean> {
  if (canBeMadeAgain(path)) return true;
  const { library, former, now } = compared;
  const [, album = '', ...rest] = path.split('/');
  const file = rest.join('/');
  const facts = await lstat(at);
  const found = await factsIn(library, `${album}/${file}`);
  const there = found.filter(({ size }) => size === facts.size);
  if (there.some(({ mtimeMs }) => Math.abs(mtimeMs - facts.mtimeMs) <= timeOfCopy)) return true;
  // Somebody may have changed it in the former place, which nobody looked at then.
  const isAsItWas = isUnchanged(facts, former.get(album)?.get(file) ?? null, compared.writtenAt);
  if (isAsItWas && there.length > 0) return true;
  if (now.get(album)?.has(file) === true) {
    if (!isAsItWas) return false;
    // It may be another picture by now, or have other tags.
    if (found.length > 0) return true;
    throw new TonstiftError('not_now', `${path} is missing in the library.`);
  }
  return former.get(album)?.has(file) === true || (former.has(album) && !now.has(album));
}

/** Since the library left it. @param recorded null where no record tells, so that its time has to */
const isUnchanged = (facts: Facts, recorded: Facts | null, writtenAt: number): boolean =>
  recorded === null
    ? facts.mtimeMs <= writtenAt + timeOfCopy
    : facts.size === recorded.size && sameTime(recorded.mtimeMs, facts.mtimeMs);

/** The facts of an album follow its record, and are other ones with its next edit. */
function canBeMadeAgain(path: string): boolean {
  const names = path.split('/');
  const name = names.at(-1) ?? '';
  return isSystemJunk(name) || isTemporaryName(name) || (names.length === 3 && name === factsFileName);
}

async function factsIn(library: HeldFolder, below: string): Promise<Facts[]> {
  const found: Facts[] = [];
  for (const within of both) {
    const facts = await lstat(library.at(`${within}/${below}`)).catch(unlessGone(null));
    if (facts?.isFile() === true) found.push(facts);
  }
  return found;
}
