/** Cuts files at their chapters, or by a cue sheet next to them, so that each chapter becomes a track. */
import { stretchesOf, type Chapter } from '../../audio/chapters/stretches.js';
import { cutFormat } from '../../audio/ffmpeg/chapters.js';
import { inParallel } from '../../base/async/in-parallel.js';
import { messageOf, TonstiftError } from '../../base/errors.js';
import type { HeldFolder } from '../../base/files/held-folder.js';
import type { FoundFile } from '../../base/files/walk.js';
import { cuesOf, type Cue } from './cues.js';
import { cutInto, unchanged, type Target } from './cut.js';
import type { ImportContext, InspectedTrack } from '../types.js';

export interface Cut {
  tracks: InspectedTrack[];
  /** The files that were cut. The inbox and an upload keep them, because a cut in MP3 or Vorbis can click. */
  wholes: FoundFile[];
}

/**
 * Replaces each file that has chapters by its pieces. A file that cannot be cut stays whole. What the tags lack comes
 * from the cue sheet.
 * @param given tracks
 * @param others files that may be cue sheets
 * @param folder receives the pieces; the caller removes it
 * @throws TonstiftError `not_now` if a file changes meanwhile, `no_space`, `aborted`; the system's error
 */
export async function cutAtChapters(
  given: readonly InspectedTrack[],
  others: readonly FoundFile[],
  folder: HeldFolder,
  context: ImportContext,
): Promise<Cut> {
  const found = await cuesOf(given, others);
  const cues = given.map((track) => found.get(track));
  const tracks = given.map((track, at) => withSheet(track, cues[at]));
  const { cores, log, signal } = context;
  const cut: Cut = { tracks: [], wholes: [] };
  const pieces = await inParallel(tracks, { most: cores, signal }, async (track, stopped, at) => {
    const target = { folder, name: `chapter-${at}` };
    try {
      return await piecesOf(track, cues[at], target, { ...context, signal: stopped });
    } catch (error) {
      if (!(error instanceof TonstiftError) || !['unreadable_audio', 'build_failed'].includes(error.code)) throw error;
      log.warn(`${track.relativePath} is not cut at its chapters: ${messageOf(error)}`);
      return [];
    }
  });
  for (const [at, track] of tracks.entries()) {
    const some = pieces[at] ?? [];
    cut.tracks.push(...(some.length === 0 ? [track] : some));
    if (some.length > 0) cut.wholes.push({ ...track, special: false });
  }
  return cut;
}

/** Fills gaps of the tags. The order is that of a playlist. A file that is one track of the sheet has its title. */
function withSheet(track: InspectedTrack, cue: Cue | undefined): InspectedTrack {
  if (cue === undefined) return track;
  const { facts, listed } = track;
  const [first, second] = cue.tracks;
  const only = second === undefined ? first : undefined;
  return {
    ...track,
    listed: listed ?? cue.place,
    facts: {
      ...facts,
      title: facts.title ?? (only?.title || undefined),
      artist: facts.artist ?? only?.artist ?? cue.artist,
      album: facts.album ?? cue.album,
      albumArtist: facts.albumArtist ?? cue.artist,
      year: facts.year ?? cue.year ?? null,
    },
  };
}

/** Returns an empty list if the file stays whole. */
async function piecesOf(
  track: InspectedTrack,
  cue: Cue | undefined,
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
  return cutInto(track, { stretches, format }, target, context);
}
