/** Finds their files inside their folder, because the paths in their database may be those of another machine. */
import pLimit from 'p-limit';
import { isAudioName, probe } from '../../audio/probe.js';
import { messageOf } from '../../base/errors.js';
import { readItself, withSeen } from '../../base/files/seen-file.js';
import { walk, type FoundFile } from '../../base/files/walk.js';
import { pictureHeader } from '../../base/pictures/picture-header.js';
import { line } from './texts.js';
import type { TheirAlbum } from './types.js';

/** The files in an album's folder, by name. */
export type TheirFiles = ReadonlyMap<string, FoundFile>;

/** A file, or a predicate that says what is wrong with it. */
export type Found = { file: FoundFile } | { wrong: string };

/** In bytes. A longer name is an error of the system, not a missing file. */
const longestName = 255;

/** Returns the last part of a Unix or Windows path; null if it is not a valid file name. */
export function lastName(path: string): string | null {
  const name = path.split(/[/\\]/).findLast((part) => part !== '') ?? '';
  const isName = name !== '' && name !== '.' && name !== '..' && !name.includes('\0');
  return isName && Buffer.byteLength(name) <= longestName ? name : null;
}

/**
 * Returns all files of an album, in its folder next to the database; none if the folder is missing or a link.
 * @param root their folder, absolute
 * @param shelf name of the folder that contains the albums
 */
export async function filesOf({ path }: Pick<TheirAlbum, 'path'>, root: string, shelf: string): Promise<TheirFiles> {
  const name = lastName(path);
  if (name === null) return new Map();
  const found = await walk(root, { within: `${shelf}/${name}`, closed: () => undefined });
  return new Map(found.map((file) => [file.relativePath.normalize('NFC'), file]));
}

const outside = 'leads out of the folder of the album';

/** Reports whether a track's path leaves the album's folder. */
export const leadsOut = (wrong: string): boolean => wrong.endsWith(outside);

/** Finds a file of an album by the name in their database. */
export function fileNamed(written: string, album: Pick<TheirAlbum, 'path'>, files: TheirFiles): Found {
  const below = written.startsWith(album.path) ? written.slice(album.path.length).replace(/^[/\\]+/, '') : written;
  const isAbsolute = /^(?:[A-Za-z]:)?[/\\]/.test(below);
  if (isAbsolute || below.split(/[/\\]/).includes('..')) return { wrong: outside };
  const parts = [below, below.replaceAll('\\', '/')].map((name) => name.normalize('NFC'));
  const file = parts.map((name) => files.get(name)).find((one) => one !== undefined);
  if (below === '' || file === undefined) return { wrong: 'is missing' };
  if (file.special) return { wrong: 'is a link or another object, not a file' };
  return file.size === 0 ? { wrong: 'is empty' } : { file };
}

/** Returns the tracks of an album in order, and what is wrong with the others. */
export function trackFiles(album: TheirAlbum, files: TheirFiles): { tracks: FoundFile[]; wrong: string[] } {
  const wrong: string[] = [];
  const tracks: FoundFile[] = [];
  for (const [n, { filename }] of album.tracks.entries()) {
    const found = fileNamed(filename, album, files);
    const name = `track ${n + 1} (${line(filename) || 'without a file name'})`;
    if ('wrong' in found) wrong.push(`${name} ${found.wrong}`);
    else if (!isAudioName(filename)) wrong.push(`${name} is not an audio file by its name`);
    else if (tracks.includes(found.file)) wrong.push(`${name} is also the file of another track`);
    else tracks.push(found.file);
  }
  return { tracks, wrong };
}

/** Files inspected in parallel. */
const looks = pLimit(4);

/** Returns sentences about tracks that the import could not read. */
export async function unreadable(tracks: readonly FoundFile[]): Promise<string[]> {
  const looked = await looks.map(tracks, (track, n) =>
    withSeen(track, (path) => probe(path)).then(
      () => [],
      (error: unknown) => {
        const why = messageOf(error).replace(/\.$/, '');
        return [`track ${n + 1} (${line(track.relativePath)}) cannot be read: ${why}`];
      },
    ),
  );
  return looked.flat();
}

/** In bytes. */
const largestPicture = 50 * 1024 * 1024;

/** Returns why a picture cannot be a cover; null if it looks valid. */
export const whyNoCover = async (picture: FoundFile): Promise<string | null> => {
  if (picture.size > largestPicture) return `is larger than ${largestPicture} bytes`;
  const bytes = await looks(() => readItself(picture).catch(() => null));
  return bytes === null || pictureHeader(bytes) === undefined ? 'is not a readable picture' : null;
};
