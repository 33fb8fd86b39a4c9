/** What a place that the library has left holds, and the library does not: a copy may go only where that is nothing. */
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { TonstiftError } from '../../workers/base/errors.js';
import { isTemporaryName } from '../../workers/base/files/durable.js';
import { holdFolder, type HeldFolder } from '../../workers/base/files/held-folder.js';
import { isSystemJunk } from '../../workers/base/files/names.js';
import { unlessGone } from '../../workers/base/files/walk.js';
import { inPlace, libraryFileName, type Place } from '../../workers/library/place.js';
import { albumsFolder, trashFolder } from '../../workers/library/records/album-folders.js';
import { factsFileName } from '../../workers/library/records/facts.js';
import { readState } from '../../workers/library/records/load.js';
import type { AlbumRecord } from '../../workers/library/types.js';

/** Albums go from one to the other and back; their names are never used twice. */
const both = [albumsFolder, trashFolder];

/** Files of albums by the folder's name. */
type Named = ReadonlyMap<string, ReadonlySet<string>>;

interface Compared {
  library: HeldFolder;
  /** By the records of the former place. */
  former: Named;
  /** By those of the library, now. */
  now: Named;
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
    const known = namedBy([...data.albums, ...data.trash.map(({ album }) => album)]);
    return await inPlace(library, async (folder) => {
      const compared = { library: folder, former: known, now: namedBy(albums) };
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

const namedBy = (albums: readonly Pick<AlbumRecord, 'folder' | 'tracks' | 'cover'>[]): Named =>
  new Map(
    albums.map(({ folder, tracks, cover }) => [folder, new Set([...tracks.map((t) => t.filename), cover ?? ''])]),
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
async function mayGo(path: string, at: string, { library, former, now }: Compared): Promise<boolean> {
  if (canBeMadeAgain(path)) return true;
  const [, album = '', ...rest] = path.split('/');
  const file = rest.join('/');
  const { size } = await lstat(at);
  const sizes = await sizesIn(library, `${album}/${file}`);
  if (sizes.includes(size)) return true;
  if (now.get(album)?.has(file) === true) {
    // It may be another picture by now, or have other tags.
    if (sizes.length > 0) return true;
    throw new TonstiftError('not_now', `${path} is missing in the library.`);
  }
  return former.get(album)?.has(file) === true || (former.has(album) && !now.has(album));
}

/** The facts of an album follow its record, and are other ones with its next edit. */
function canBeMadeAgain(path: string): boolean {
  const names = path.split('/');
  const name = names.at(-1) ?? '';
  return isSystemJunk(name) || isTemporaryName(name) || (names.length === 3 && name === factsFileName);
}

async function sizesIn(library: HeldFolder, below: string): Promise<number[]> {
  const sizes: number[] = [];
  for (const within of both) {
    const facts = await lstat(library.at(`${within}/${below}`)).catch(unlessGone(null));
    if (facts?.isFile() === true) sizes.push(facts.size);
  }
  return sizes;
}
