/** Replaces the tracks of an album by the same ones in other files: each keeps its id, its place and its title. */
import { orderAlbum } from '../audio/album/order.js';
import { TonstiftError } from '../base/errors.js';
import { say } from '../base/language/sentence.js';
import type { AlbumRecord, TrackRecord } from '../library/types.js';
import { albumToAddTo, namesIn } from './add.js';
import { copyFiles, finish, sourcesOf, type OrderedTrack } from './copy.js';
import { divide, filesOf } from './divide.js';
import { importedZips, withInspected } from './inspect/inspect.js';
import { sameTracks } from './match/same-tracks.js';
import { removeStages } from './stage.js';
import type { Batch, ImportContext, InspectedTrack } from './types.js';

/**
 * No other job may change the album. Sound files of the batch that are other tracks stay where they are.
 * @throws TonstiftError `conflict` if the batch does not have the same tracks; `not_now`; `no_space`; nothing has
 *   changed then
 */
export async function replaceTracks(folder: string, batch: Batch, context: ImportContext): Promise<AlbumRecord> {
  const { library } = context;
  albumToAddTo(folder, library);
  return withInspected(batch, context, async (inspected) => {
    const album = albumToAddTo(folder, library);
    const { parts, loose } = divide(batch, inspected, []);
    const found = parts.flatMap((part) => {
      const same = sameFiles(part.tracks, album) ?? sameTracks(part.tracks)(album)?.tracks;
      return same === undefined ? [] : [{ part, tracks: same }];
    })[0];
    if (found === undefined)
      throw new TonstiftError('conflict', say('error.other_tracks', { oid: album.oid, title: album.album_title }));
    const { part, tracks } = found;
    const isOnly = parts.length === 1;
    const extras = [...part.pictures, ...part.extras, ...(isOnly ? loose : [])];
    const left = parts.filter((other) => other !== part).flatMap(filesOf);
    const taken = await namesIn(album, context);
    const copied = await copyFiles({ tracks, pictureOf: async () => null, cover: null, extras, taken }, batch, context);
    copied.pending.sources.push(...sourcesOf(batch, importedZips(inspected, left)));
    try {
      const now = context.now();
      const { tracks: fresh, pending } = copied;
      await library.changeAlbum(
        folder,
        (one) => ({ ...one, tracks: withFiles(one, album.tracks, fresh), changed_at: now, pending }),
        album.tracks.map(({ filename }) => filename),
      );
    } catch (error) {
      await removeStages(library, [copied.pending.staging]);
      throw error;
    }
    return finish(library.inFolder(folder) ?? album, batch, context);
  });
}

/** Returns the tracks in the order of the album if they are its files, which it may have lost. */
function sameFiles(tracks: readonly InspectedTrack[], album: AlbumRecord): OrderedTrack[] | undefined {
  if (tracks.length !== album.tracks.length) return undefined;
  const left = orderAlbum(tracks).tracks;
  const own = album.tracks.flatMap(({ sha256 }) => {
    const at = left.findIndex((track) => track.sha256 === sha256);
    return at === -1 ? [] : left.splice(at, 1);
  });
  return left.length === 0 ? own : undefined;
}

/** @param fresh the new files, in the order of `old` */
function withFiles({ tracks }: AlbumRecord, old: readonly TrackRecord[], fresh: readonly TrackRecord[]): TrackRecord[] {
  const files = new Map(old.map(({ id }, at) => [id, fresh[at]]));
  return tracks.map((track) => {
    const file = files.get(track.id);
    if (file === undefined) return track;
    const { id, track_number, track_title, artist, disc, genre, source_path, picture } = track;
    return { ...file, id, track_number, track_title, artist, disc, genre, source_path, picture };
  });
}
