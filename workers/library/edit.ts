/** Edits of an album: each is checked completely before it is applied. Pure. */
import { badFields, TonstiftError } from '../base/errors.js';
import { highestOid, lowestOid } from './oids.js';
import type { AlbumEdit, AlbumRecord, TrackRecord } from './types.js';
import { wholeNumber } from '../base/input/schema.js';
import { say } from '../base/language/sentence.js';

type Others = readonly Pick<AlbumRecord, 'oid' | 'album_title'>[];

/**
 * Returns the album after an edit. Its time of change becomes `now` if its content changed.
 * Throws TonstiftError: `conflict` if another album has the OID, `track_not_found`, `bad_field`.
 */
export function editAlbum(album: AlbumRecord, edit: AlbumEdit, others: Others, now: number): AlbumRecord {
  const oid = edit.oid ?? album.oid;
  if (oid !== album.oid) {
    if (!Number.isInteger(oid) || oid < lowestOid || oid > highestOid) {
      throw badFields({ oid: say('wrong.must', { expected: wholeNumber(lowestOid, highestOid), value: String(oid) }) });
    }
    const other = others.find((one) => one.oid === oid);
    if (other !== undefined) {
      const gaps = { oid, title: other.album_title };
      throw new TonstiftError('conflict', say('error.oid_taken', gaps), { oid: say('wrong.oid_taken', gaps) });
    }
  }
  const reordered = edit.tracks?.some((change) => change.track_number !== undefined) ?? false;
  const edited: AlbumRecord = {
    ...album,
    oid,
    album_title: edit.album_title ?? album.album_title,
    album_artist: edit.album_artist ?? album.album_artist,
    album_year: edit.album_year === undefined ? album.album_year : edit.album_year,
    player_mode: edit.player_mode ?? album.player_mode,
    sound: edit.sound ?? album.sound,
    loudness: edit.loudness ?? album.loudness,
    spoken_title: edit.spoken_title ?? album.spoken_title,
    on_pens: edit.on_pens ?? album.on_pens,
    tracks: edit.tracks === undefined ? album.tracks : editTracks(album, edit.tracks),
    order_edited: album.order_edited || reordered,
  };
  return touchIfChanged(album, edited, now);
}

/** The content of an album. The list of its pens and the times of its files are not part of it, and neither are
 * `sound`, `loudness` and `spoken_title`, which do not concern all albums. */
const content = ({ oid, album_title, album_artist, album_year, player_mode, tracks }: AlbumRecord): string =>
  JSON.stringify([
    oid,
    album_title,
    album_artist,
    album_year,
    player_mode,
    tracks.map(({ id, track_title, sha256 }) => [id, track_title, sha256]),
  ]);

/** Returns the edited album, with a new time of change if its content differs. */
function touchIfChanged(before: AlbumRecord, after: AlbumRecord, now: number): AlbumRecord {
  return content(before) === content(after) ? after : { ...after, changed_at: now };
}

function editTracks(album: AlbumRecord, changes: NonNullable<AlbumEdit['tracks']>): TrackRecord[] {
  const seen = new Set<number>();
  for (const { id, track_number } of changes) {
    if (!album.tracks.some((track) => track.id === id)) {
      throw new TonstiftError('track_not_found', say('error.no_track', { oid: album.oid, id: String(id) }), {
        tracks: say('wrong.no_track', { id: String(id) }),
      });
    }
    if (seen.has(id)) throw badFields({ tracks: say('wrong.id_twice', { id: String(id) }) });
    seen.add(id);
    if (
      track_number !== undefined &&
      (!Number.isInteger(track_number) || track_number < 1 || track_number > album.tracks.length)
    ) {
      throw badFields({
        tracks: say('wrong.track_number', { most: album.tracks.length, value: String(track_number) }),
      });
    }
  }
  const titled = album.tracks.map((track) => {
    const title = changes.find((change) => change.id === track.id)?.track_title;
    return title === undefined ? track : { ...track, track_title: title };
  });
  return reorder(titled, changes);
}

/** Moves tracks with a new number to that position. The others keep their order in the remaining positions. */
function reorder(tracks: TrackRecord[], changes: NonNullable<AlbumEdit['tracks']>): TrackRecord[] {
  const wanted = new Map(
    changes.flatMap(({ id, track_number }) => (track_number === undefined ? [] : [[id, track_number] as const])),
  );
  const places = new Map<number, TrackRecord>();
  for (const track of tracks) {
    const place = wanted.get(track.id);
    const other = place === undefined ? undefined : places.get(place);
    if (other !== undefined)
      throw badFields({
        tracks: say('wrong.same_place', { one: other.track_title, other: track.track_title, number: place }),
      });
    if (place !== undefined) places.set(place, track);
  }
  const rest = tracks.filter((track) => !wanted.has(track.id)).values();
  const placed = new Map([...wanted].map(([id, place]) => [place, tracks.find((track) => track.id === id)]));
  return renumber(tracks.map((track, n) => placed.get(n + 1) ?? rest.next().value ?? track));
}

/** Numbers the tracks 1, 2, 3 … in the given order. */
export function renumber(tracks: readonly TrackRecord[]): TrackRecord[] {
  return tracks.map((track, n) => (track.track_number === n + 1 ? track : { ...track, track_number: n + 1 }));
}

/** Replaces the album's tracks. Sets the time of change if they differ. */
export function editAlbumTracks(album: AlbumRecord, tracks: readonly TrackRecord[], now: number): AlbumRecord {
  return touchIfChanged(album, { ...album, tracks: renumber(tracks) }, now);
}
