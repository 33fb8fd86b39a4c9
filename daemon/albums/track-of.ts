import { TonstiftError } from '../../workers/base/errors.js';
import { say } from '../../workers/base/language/sentence.js';
import type { AlbumRecord, TrackRecord } from '../../workers/library/types.js';

/** @throws TonstiftError `track_not_found` */
export function trackOf(album: AlbumRecord, id: number): TrackRecord {
  const track = album.tracks.find((candidate) => candidate.id === id);
  if (track === undefined)
    throw new TonstiftError('track_not_found', say('error.no_track', { oid: album.oid, id: String(id) }));
  return track;
}
