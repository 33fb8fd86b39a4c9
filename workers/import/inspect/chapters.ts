/** Cuts files at their chapters, or by a cue sheet next to them, so that each chapter becomes a track. */
import { lstat, realpath } from 'node:fs/promises';
import { join, posix } from 'node:path';
import pLimit from 'p-limit';
import type { CueSheet } from '../../audio/chapters/cue.js';
import { stretchesOf, type Chapter } from '../../audio/chapters/stretches.js';
import { cutFormat } from '../../audio/ffmpeg/chapters.js';
import { cleanText } from '../../audio/formats/tag-text.js';
import { messageOf, TonstiftError } from '../../base/errors.js';
import type { HeldFolder } from '../../base/files/held-folder.js';
import { cutToBytes } from '../../base/files/names.js';
import { fileIdentity, inFolderOf, isSeen } from '../../base/files/seen-file.js';
import type { FoundFile } from '../../base/files/walk.js';
import { cuesOf } from './cues.js';
import { readTrack, stillChanging } from './read-track.js';
import type { ImportContext, InspectedTrack } from '../types.js';

export interface Cut {
  tracks: InspectedTrack[];
  /** The files that were cut. The inbox and an upload keep them, because a cut in MP3 or Vorbis can click. */
  wholes: FoundFile[];
}

/**
 * Replaces each file that has chapters by its pieces. A file that cannot be cut stays whole.
 * @param others files that may be cue sheets
 * @param folder receives the pieces; the caller removes it
 * @throws TonstiftError `not_now` if a file changes meanwhile, `no_space`, `aborted`; the system's error
 */
export async function cutAtChapters(
  tracks: readonly InspectedTrack[],
  others: readonly FoundFile[],
  folder: HeldFolder,
  context: ImportContext,
): Promise<Cut> {
  const cues = await cuesOf(tracks, others);
  const limit = pLimit(context.cores);
  const cut: Cut = { tracks: [], wholes: [] };
  const pieces = await limit.map(tracks, (track, at) =>
    piecesOf(track, cues.get(track), { folder, name: `chapter-${at}` }, context).catch((error: unknown) => {
      if (!(error instanceof TonstiftError) || !['unreadable_audio', 'build_failed'].includes(error.code)) throw error;
      context.log.warn(`${track.relativePath} is not cut at its chapters: ${messageOf(error)}`);
      return [];
    }),
  );
  for (const [at, track] of tracks.entries()) {
    const some = pieces[at] ?? [];
    cut.tracks.push(...(some.length === 0 ? [track] : some));
    if (some.length > 0) cut.wholes.push({ ...track, special: false });
  }
  return cut;
}

interface Target {
  folder: HeldFolder;
  /** Start of the names in the folder. */
  name: string;
}

/** Returns an empty list if the file stays whole. */
async function piecesOf(
  track: InspectedTrack,
  cue: CueSheet | undefined,
  { folder, name }: Target,
  { transcoder, signal }: ImportContext,
): Promise<InspectedTrack[]> {
  const { facts, relativePath } = track;
  const format = cutFormat(facts.codec, facts.container);
  if (format === null || (cue === undefined && !facts.mayHaveChapters)) return [];
  const read = (path: string): Promise<Chapter[]> => transcoder.chapters(path, folder.at(name), { signal });
  const stretches = stretchesOf(cue?.tracks ?? (await unchanged(track, read)), facts.durationMs);
  const pieces = stretches.map((stretch, n) => ({ ...stretch, target: folder.at(`${name}-${n}`) }));
  if (pieces.length === 0) return [];
  await unchanged(track, (path) => transcoder.cut(path, pieces, format, { signal }));
  const { album = cue?.album, artist = cue?.artist } = facts;
  const whole = { ...track, facts: { ...facts, album, artist } };
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
    tracks.push({ ...own, facts: { ...whole.facts, ...sound, title }, chapter });
  }
  return tracks;
}

/**
 * An installed ffmpeg reads a file by its path, so it is checked before and after that the path leads to the file. An
 * upload has a path that is valid in this process only.
 */
async function unchanged<Result>(track: InspectedTrack, work: (path: string) => Promise<Result>): Promise<Result> {
  const isSame = (): Promise<boolean> => inFolderOf(track, (folder, name) => isSeen(track, folder.at(name)));
  if (!(await isSame())) throw stillChanging(track.relativePath);
  const result = await work(await realpath(track.path));
  if (!(await isSame().catch(() => false))) throw stillChanging(track.relativePath);
  return result;
}
