/** Albums described by another program: their data is given, not read from tags and names. */
import type { OrderedAlbum } from '../audio/album/order.js';
import { TonstiftError } from '../base/errors.js';
import { say } from '../base/language/sentence.js';
import { nothingReadable } from './batch.js';
import type { Inspected } from './inspect.js';
import type { Parts } from './parts.js';
import type { Batch, GivenAlbum, ImportContext, InspectedTrack } from './types.js';

/**
 * Returns the batch as one part; null if no data is given.
 * @throws TonstiftError `unreadable_audio` if a track is missing: the codes of all later tracks would be wrong
 */
export function givenParts(batch: Pick<Batch, 'name' | 'given'>, inspected: Inspected): Parts | null {
  const { given, name } = batch;
  if (given === undefined) return null;
  const { tracks, pictures, rejected } = inspected;
  const found = new Set(tracks.map(({ relativePath }) => relativePath));
  if (given.tracks.some(({ relativePath }) => !found.has(relativePath))) throw nothingReadable(batch, rejected);
  const part = { name, isMixed: false, tracks, pictures, extras: [], shared: [], known: [] };
  return { parts: [part], loose: [] };
}

/** Returns the tracks in the given order with the given data. */
export function orderGiven(
  { album_title: title, album_artist: artist, album_year, tracks: given }: GivenAlbum,
  tracks: readonly InspectedTrack[],
): OrderedAlbum<InspectedTrack> {
  const found = new Map(tracks.map((track) => [track.relativePath, track]));
  const ordered = given.flatMap((facts, n) => {
    const track = found.get(facts.relativePath);
    return track === undefined ? [] : [{ ...track, ...facts, track_number: n + 1 }];
  });
  return { title, artist, year: album_year ?? undefined, tracks: ordered };
}

/** @throws TonstiftError `conflict` */
export function freeGiven({ oid }: GivenAlbum, { library }: Pick<ImportContext, 'library'>): number {
  if (library.find(oid) !== undefined)
    throw new TonstiftError('conflict', say('error.oid_taken', { oid }), { oid: say('wrong.oid_taken', { oid }) });
  return oid;
}
