/** Cuts a long track of an album at silences. Its parts take its place, and its file is kept in `extras/`. */
import { randomUUID } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { piecesIn, stretchesAtSilences } from '../audio/chapters/silences.js';
import { cutFormat } from '../audio/ffmpeg/chapters.js';
import { badFields, TonstiftError } from '../base/errors.js';
import { removeTree } from '../base/files/remove-tree.js';
import { fileIdentity } from '../base/files/seen-file.js';
import { say } from '../base/language/sentence.js';
import { editAlbumTracks } from '../library/edit.js';
import type { AlbumRecord, TrackRecord } from '../library/types.js';
import { albumToAddTo, namesIn } from './add.js';
import { copyFiles, finish, type Copied } from './copy.js';
import { cutInto, unchanged, type TitledPieces } from './inspect/cut.js';
import { readTrack, stillChanging } from './inspect/read-track.js';
import { removeStages } from './stage.js';
import { mostTracks, type ImportContext, type InspectedTrack } from './types.js';

interface CutTrack {
  track: TrackRecord;
  /** The most that a part has, if there is silence near. */
  minutes: number;
}

/**
 * No other job may change the album.
 * @throws TonstiftError `conflict` if the track is short, has no silence where it would be cut, or cannot be cut
 *   without loss; `bad_field` if the album would have too many tracks; `not_now`; `no_space`; nothing has changed then
 */
export async function cutTrack(folder: string, { track, minutes }: CutTrack, context: ImportContext): Promise<void> {
  const { library, signal } = context;
  const album = albumToAddTo(folder, library);
  const path = join(library.folderOf(album), track.filename);
  const identity = fileIdentity(await lstat(path));
  const seen = { root: library.path, path, relativePath: track.source_path, size: track.size, identity };
  const whole = await readTrack(seen, { signal, listen: (file, ends) => context.transcoder.listen(file, ends) });
  if (whole.sha256 !== track.sha256) throw stillChanging(track.filename);
  const pieces = await piecesOf(whole, { track, minutes }, context);
  const number = album.tracks.length - 1 + pieces.stretches.length;
  if (number > mostTracks) throw badFields({ minutes: say('wrong.too_many_tracks', { number, most: mostTracks }) });
  const copied = await copyPieces(album, { whole, track, pieces }, context);
  try {
    await commit(album, track, copied, context);
  } catch (error) {
    await removeStages(library, [copied.pending.staging]);
    throw error;
  }
  await finish(library.inFolder(folder) ?? album, { files: [] }, context);
}

async function piecesOf(
  whole: InspectedTrack,
  { track, minutes }: CutTrack,
  { transcoder, signal }: ImportContext,
): Promise<TitledPieces> {
  const { codec, container, durationMs } = whole.facts;
  const title = track.track_title;
  const format = cutFormat(codec, container);
  if (format === null) throw new TonstiftError('conflict', say('error.not_cut_format', { title }));
  const number = piecesIn(durationMs, minutes * 60_000);
  if (number < 2) throw new TonstiftError('conflict', say('error.not_cut_short', { title, minutes }));
  const silences = await unchanged(whole, (path) => transcoder.silences(path, { signal }));
  const stretches = stretchesAtSilences(silences, durationMs, number);
  if (stretches.length < 2) throw new TonstiftError('conflict', say('error.not_cut_silence', { title }));
  return { format, stretches: stretches.map((one, n) => ({ ...one, title: `${title} (${n + 1})` })) };
}

/** On return, all parts are on the disk in `staging`. */
async function copyPieces(
  album: AlbumRecord,
  { whole, track, pieces }: { whole: InspectedTrack; track: TrackRecord; pieces: TitledPieces },
  context: ImportContext,
): Promise<Copied> {
  return context.library.within('staging', async (staging) => {
    const name = `zip-cut-${randomUUID()}`;
    const folder = await staging.below(name, { make: true });
    try {
      const parts = await cutInto(whole, pieces, { folder, name: 'part' }, context);
      const { artist, disc, genre } = track;
      const tracks = parts.map((part, n) => ({
        ...{ ...part, artist, disc, genre, track_number: 0 },
        track_title: pieces.stretches[n]?.title ?? '',
      }));
      const extras = [{ ...whole, relativePath: track.filename, special: false }];
      const taken = await namesIn(album, context);
      const files = { tracks, pictureOf: async () => null, cover: null, extras, taken };
      return await copyFiles(files, { files: [], giveAway: true }, context);
    } finally {
      await folder.close();
      await removeTree(staging, name);
    }
  });
}

async function commit(
  { folder }: AlbumRecord,
  track: TrackRecord,
  { tracks, pending }: Copied,
  context: ImportContext,
): Promise<void> {
  const now = context.now();
  const parts = tracks.map((part) => ({ ...part, picture: track.picture }));
  const withParts = (album: AlbumRecord): AlbumRecord => {
    const all = album.tracks.flatMap((one) => (one.id === track.id ? parts : [one]));
    return { ...editAlbumTracks(album, all, now), pending };
  };
  await context.library.changeAlbum(folder, withParts, [track.filename]);
}
