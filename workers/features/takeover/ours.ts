/** Finds albums of theirs that are already in our library. */
import { sha256OfFile } from '../../base/files/hash.js';
import { withSeen } from '../../base/files/seen-file.js';
import type { FoundFile } from '../../base/files/walk.js';
import type { AlbumRecord } from '../../library/types.js';
import type { Candidate } from './types.js';

/** The known facts of our library; it is empty if the library does not exist yet. */
export interface OurLibrary {
  albums: readonly AlbumRecord[];
  /** Returns a number that is neither used nor in the list; undefined if there is none. */
  freeOid(alsoUsed: readonly number[]): number | undefined;
}

/** Digests of files; each file is read once. */
type Digests = (file: FoundFile) => Promise<string>;

export function digests(): Digests {
  const known = new Map<string, Promise<string>>();
  return (file) => {
    const digest = known.get(file.path) ?? withSeen(file, (path) => sha256OfFile(path));
    known.set(file.path, digest);
    return digest;
  };
}

/**
 * Returns our album with the tracks of one of theirs. It is the album with the same number if they share a track;
 * otherwise an album with exactly the same tracks, under a number that none of theirs has.
 * @param others numbers of theirs
 */
export async function ownOf(
  { their, files }: Pick<Candidate, 'their' | 'files'>,
  { albums }: Pick<OurLibrary, 'albums'>,
  { others, digestOf }: { others: ReadonlySet<number>; digestOf: Digests },
): Promise<AlbumRecord | null> {
  for (const album of albums) {
    const isNamesake = album.oid === their.oid;
    if (!isNamesake && (others.has(album.oid) || !isAlike(album, files))) continue;
    const ours = album.tracks.map(({ sha256 }) => sha256);
    const sizes = new Set(album.tracks.map(({ size }) => size));
    const theirs = await Promise.all(files.filter(({ size }) => sizes.has(size)).map(digestOf));
    const isSame = isNamesake
      ? theirs.some((digest) => ours.includes(digest))
      : theirs.toSorted().join() === ours.toSorted().join();
    if (isSame) return album;
  }
  return null;
}

const isAlike = (album: AlbumRecord, files: readonly FoundFile[]): boolean => sizesOf(album.tracks) === sizesOf(files);

const sizesOf = (files: readonly { size: number }[]): string =>
  files
    .map(({ size }) => size)
    .sort((a, b) => a - b)
    .join();
