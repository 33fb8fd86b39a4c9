/** Cuts a file into tracks without loss. */
import { lstat, realpath } from 'node:fs/promises';
import { join, posix } from 'node:path';
import type { TitledStretch } from '../../audio/chapters/stretches.js';
import type { CutFormat } from '../../audio/ffmpeg/chapters.js';
import { cleanText } from '../../audio/formats/tag-text.js';
import type { HeldFolder } from '../../base/files/held-folder.js';
import { cutToBytes } from '../../base/files/names.js';
import { fileIdentity, inFolderOf, isSeen } from '../../base/files/seen-file.js';
import type { ImportContext, InspectedTrack } from '../types.js';
import { readTrack, stillChanging } from './read-track.js';

export interface Target {
  folder: HeldFolder;
  /** Start of the names in the folder. */
  name: string;
}

/** The pieces of a file, and their format. */
export interface TitledPieces {
  stretches: readonly TitledStretch[];
  format: CutFormat;
}

/**
 * Returns the pieces as tracks, with the tags of the file and the titles and artists of the pieces.
 * @param target receives the pieces; the caller removes them
 * @throws TonstiftError as `Transcoder.cut`, `not_now` if the file changes meanwhile
 */
export async function cutInto(
  whole: InspectedTrack,
  { stretches, format }: TitledPieces,
  { folder, name }: Target,
  { transcoder, signal }: ImportContext,
): Promise<InspectedTrack[]> {
  const { facts, relativePath } = whole;
  const pieces = stretches.map((stretch, n) => ({ ...stretch, target: folder.at(`${name}-${n}`) }));
  await unchanged(whole, (path) => transcoder.cut(path, pieces, format, { signal }));
  const { dir, name: stem } = posix.parse(relativePath);
  const tracks: InspectedTrack[] = [];
  for (const [n, piece] of pieces.entries()) {
    const title = cleanText(piece.title) ?? `${facts.title ?? stem} ${n + 1}`;
    const number = String(n + 1).padStart(String(pieces.length).length, '0');
    const named = `${stem} - ${number} ${cutToBytes(title.replace(/[/\\]/g, '_'), 80)}.${format}`;
    const { size, mtimeMs, dev, ino } = await lstat(piece.target);
    const found = { size, mtime_ms: mtimeMs, identity: fileIdentity({ dev, ino }), own: true };
    const place = { root: folder.path, path: join(folder.path, `${name}-${n}`), relativePath: posix.join(dir, named) };
    const own = await readTrack({ ...place, ...found }, { signal });
    const { codec, container, durationMs, channels, sampleRate } = own.facts;
    const sound = { codec, container, durationMs, channels, sampleRate };
    const chapter = { whole, number: n + 1 };
    tracks.push({ ...own, facts: { ...facts, ...sound, title, artist: piece.artist ?? facts.artist }, chapter });
  }
  return tracks;
}

/**
 * An installed ffmpeg reads a file by its path, so it is checked before and after that the path leads to the file. An
 * upload has a path that is valid in this process only.
 */
export async function unchanged<Result>(
  track: InspectedTrack,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  const isSame = (): Promise<boolean> => inFolderOf(track, (folder, name) => isSeen(track, folder.at(name)));
  if (!(await isSame())) throw stillChanging(track.relativePath);
  const result = await work(await realpath(track.path));
  if (!(await isSame().catch(() => false))) throw stillChanging(track.relativePath);
  return result;
}
