/** Converts records to their HTTP views. Pure. */
import { revived, type Words } from '../base/language/sentence.js';
import { builtFile, failureOf } from './fingerprint.js';
import { printedViews } from './printed.js';
import { digestOfPicture } from './pictures/track-pictures.js';
import type { AlbumRecord, AlbumView, BuildFailure, GmeState, TrackRecord, TrackView } from './types.js';

function trackView(track: TrackRecord, oid: number): TrackView {
  const { id, track_number, track_title, filename, duration, artist, disc, genre, picture } = track;
  const shown = { id, album_oid: oid, track_number, track_title, filename, duration, artist, disc, genre };
  return { ...shown, picture_image: picture === null ? null : imagePath(oid, picture) };
}

/** The path under which an album's pictures are served. */
export const imagesOf = (oid: number): string => `/images/${oid}/`;

/**
 * Returns the address of a picture in an album's folder. If the name is a digest, clients may cache the picture
 * forever.
 */
function imagePath(oid: number, name: string): string {
  const digest = digestOfPicture(name);
  return `${imagesOf(oid)}${encodeURIComponent(name)}${digest === null ? '' : `?v=${digest}`}`;
}

/**
 * @param fingerprint of the album's desired GME
 * @param building whether its build runs or is queued
 */
export function albumView(album: AlbumRecord, fingerprint: string, building: boolean): AlbumView {
  const state = gmeState(album, fingerprint, building);
  const ready = state === 'ready' ? builtFile(album, fingerprint) : undefined;
  return {
    oid: album.oid,
    album_title: album.album_title,
    album_artist: album.album_artist,
    album_year: album.album_year,
    num_tracks: album.tracks.length,
    cover_image: album.cover === null ? null : imagePath(album.oid, album.cover),
    player_mode: album.player_mode,
    sound: album.sound,
    loudness: album.loudness,
    spoken_title: album.spoken_title,
    gme_file: ready?.filename ?? null,
    gme_state: state,
    gme_error: state === 'failed' ? errorOf(failureOf(album, fingerprint)) : null,
    gme_size: ready?.size ?? null,
    on_pens: album.on_pens,
    added_at: new Date(album.added_at).toISOString(),
    changed_at: new Date(album.changed_at).toISOString(),
    printed: printedViews(album),
    tracks: album.tracks.map((track) => trackView(track, album.oid)),
  };
}

function gmeState(album: AlbumRecord, fingerprint: string, building: boolean): GmeState {
  if (building) return 'building';
  if (builtFile(album, fingerprint) !== undefined) return 'ready';
  return failureOf(album, fingerprint) === undefined ? 'missing' : 'failed';
}

const errorOf = (failure: BuildFailure | undefined): Words | null =>
  failure === undefined ? null : failure.words === undefined ? failure.reason : revived(failure.words);
