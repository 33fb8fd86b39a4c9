/** Their files, found below their folder whatever their database says: it names places on another machine. */
import pLimit from 'p-limit';
import { isAudioName, probe } from '../audio/probe.js';
import { TonstiftError } from '../base/errors.js';
import { readItself, withSeen } from '../base/files/seen-file.js';
import { walk, type FoundFile } from '../base/files/walk.js';
import { pictureHeader } from '../library/picture-header.js';
import { line } from './texts.js';
import type { TheirAlbum } from './types.js';

/** What lies in an album's folder, by name. */
export type TheirFiles = ReadonlyMap<string, FoundFile>;

/** A file, or why there is none, after its name. */
export type Found = { file: FoundFile } | { wrong: string };

/** Last part of a path of Unix or Windows; null where it would be no name in a folder. */
export function lastName(path: string): string | null {
  const name = path.split(/[/\\]/).findLast((part) => part !== '') ?? '';
  return name === '' || name === '.' || name === '..' || name.includes('\0') ? null : name;
}

/**
 * All files of an album, in its folder beside the database; none where there is no such folder, or a link in its place.
 * @param root their folder, absolute
 * @param shelf name of the folder with the albums in it
 */
export async function filesOf({ path }: Pick<TheirAlbum, 'path'>, root: string, shelf: string): Promise<TheirFiles> {
  const name = lastName(path);
  if (name === null) return new Map();
  const found = await walk(root, { within: `${shelf}/${name}`, closed: () => undefined });
  return new Map(found.map((file) => [file.relativePath.normalize('NFC'), file]));
}

const outside = 'leads out of the folder of the album';

/** Whether that is what is wrong with a track. */
export const leadsOut = (wrong: string): boolean => wrong.endsWith(outside);

/** A file of an album by the name that their database has. */
export function fileNamed(written: string, album: Pick<TheirAlbum, 'path'>, files: TheirFiles): Found {
  const below = written.startsWith(album.path) ? written.slice(album.path.length).replace(/^[/\\]+/, '') : written;
  const isAbsolute = /^(?:[A-Za-z]:)?[/\\]/.test(below);
  if (isAbsolute || below.split(/[/\\]/).includes('..')) return { wrong: outside };
  const parts = [below, below.replaceAll('\\', '/')].map((name) => name.normalize('NFC'));
  const file = parts.map((name) => files.get(name)).find((one) => one !== undefined);
  if (below === '' || file === undefined) return { wrong: 'is not there' };
  if (file.special) return { wrong: 'is a link or something else, and no file' };
  return file.size === 0 ? { wrong: 'is empty' } : { file };
}

/** The tracks of an album in their order, or sentences about what is wrong with them. */
export function trackFiles(album: TheirAlbum, files: TheirFiles): { tracks: FoundFile[]; wrong: string[] } {
  const wrong: string[] = [];
  const tracks: FoundFile[] = [];
  for (const [n, { filename }] of album.tracks.entries()) {
    const found = fileNamed(filename, album, files);
    const name = `track ${n + 1} (${line(filename) || 'without a file name'})`;
    if ('wrong' in found) wrong.push(`${name} ${found.wrong}`);
    else if (!isAudioName(filename)) wrong.push(`${name} is no sound by its name`);
    else if (tracks.includes(found.file)) wrong.push(`${name} is the file of another track, too`);
    else tracks.push(found.file);
  }
  return { tracks, wrong };
}

/** Files looked at side by side. */
const looks = pLimit(4);

/** What of the tracks is no sound that can be played, as the import would find it. */
export async function unreadable(tracks: readonly FoundFile[]): Promise<string[]> {
  const looked = await looks.map(tracks, async (track, n) => {
    const why = await whyNot(withSeen(track, (path) => probe(path)));
    return why === null ? [] : [`track ${n + 1} (${line(track.relativePath)}) cannot be read: ${why}`];
  });
  return looked.flat();
}

/** Bytes. */
const largestPicture = 50 * 1024 * 1024;

/** Why no cover can be made of a picture; null where it looks well. */
export const whyNoCover = async (picture: FoundFile): Promise<string | null> => {
  if (picture.size > largestPicture) return `is larger than ${largestPicture} bytes`;
  const bytes = await looks(() => readItself(picture).catch(() => null));
  return bytes === null || pictureHeader(bytes) === undefined ? 'is no picture that can be read' : null;
};

/** A sentence without its full stop. */
const whyNot = (looking: Promise<unknown>): Promise<string | null> =>
  looking.then(
    () => null,
    (error: unknown) => {
      if (error instanceof TonstiftError) return error.message.replace(/\.$/, '');
      return error instanceof Error ? error.message : String(error);
    },
  );
