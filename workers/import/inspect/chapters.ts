/** Cuts files at their chapters, or by a cue sheet next to them, so that each chapter becomes a track. */
import pLimit from 'p-limit';
import type { CueSheet } from '../../audio/chapters/cue.js';
import { stretchesOf, type Chapter } from '../../audio/chapters/stretches.js';
import { cutFormat } from '../../audio/ffmpeg/chapters.js';
import { messageOf, TonstiftError } from '../../base/errors.js';
import type { HeldFolder } from '../../base/files/held-folder.js';
import type { FoundFile } from '../../base/files/walk.js';
import { cuesOf } from './cues.js';
import { cutInto, unchanged, type Target } from './cut.js';
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

/** Returns an empty list if the file stays whole. */
async function piecesOf(
  track: InspectedTrack,
  cue: CueSheet | undefined,
  target: Target,
  context: ImportContext,
): Promise<InspectedTrack[]> {
  const { facts } = track;
  const format = cutFormat(facts.codec, facts.container);
  if (format === null || (cue === undefined && !facts.mayHaveChapters)) return [];
  const { transcoder, signal } = context;
  const scratch = target.folder.at(target.name);
  const read = (path: string): Promise<Chapter[]> => transcoder.chapters(path, scratch, { signal });
  const stretches = stretchesOf(cue?.tracks ?? (await unchanged(track, read)), facts.durationMs);
  if (stretches.length === 0) return [];
  const { album = cue?.album, artist = cue?.artist } = facts;
  return cutInto({ ...track, facts: { ...facts, album, artist } }, { stretches, format }, target, context);
}
