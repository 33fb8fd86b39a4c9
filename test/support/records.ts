/** Records as the library would write them. */
import type { AlbumRecord, TrackRecord } from '../../workers/library/types.js';

export function aTrack(id: number, changes: Partial<TrackRecord> = {}): TrackRecord {
  return {
    id,
    track_number: id,
    track_title: `Title ${id}`,
    filename: `${id}.mp3`,
    source_path: `${id}.mp3`,
    duration: 1000,
    artist: '',
    disc: 1,
    genre: '',
    codec: 'mpeg 1 layer 3',
    container: 'mpeg',
    sha256: `hash-${id}`,
    size: 100,
    mtime_ms: 1,
    picture: null,
    ...changes,
  };
}

export function anAlbum(oid: number, changes: Partial<AlbumRecord> = {}): AlbumRecord {
  return {
    oid,
    album_title: `Album ${oid}`,
    album_artist: '',
    album_year: null,
    player_mode: 'music',
    sound: 'automatic',
    loudness: 'keep',
    spoken_title: 'off',
    on_pens: 'all',
    cover: null,
    cover_kind: null,
    folder: `Album ${oid} [${oid}]`,
    tracks: [aTrack(1), aTrack(2), aTrack(3)],
    added_at: 0,
    changed_at: 0,
    files: [],
    failures: [],
    gme_paused: null,
    order_edited: false,
    printed: [],
    pending: null,
    origin: { kind: 'upload', source: null, folder_identity: null, album_tag: null, at: 0 },
    ...changes,
  };
}
