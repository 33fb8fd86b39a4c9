/** Decides for each part of a batch: create an album, add to an existing one, or skip it as a duplicate. */
import { orderAlbum, splitAlbum } from '../audio/album/order.js';
import type { FoundFile } from '../base/files/walk.js';
import { isPictureName } from '../library/pictures/cover.js';
import type { Library } from '../library/library.js';
import type { AlbumRecord } from '../library/types.js';
import { mostTracks } from './batch.js';
import type { Part, Parts } from './parts.js';
import type { Batch, Duplicate, InspectedTrack } from './types.js';

export interface Plan {
  joining: { album: AlbumRecord; part: Part }[];
  fresh: Part[];
  duplicates: Duplicate[];
  /** Parts with the same tracks as one of the fresh parts. */
  twins: { part: Part; of: Part }[];
}

export function planOf(batch: Batch, { parts, loose }: Parts, library: Pick<Library, 'albums'>): Plan {
  const plan: Plan = { joining: [], fresh: [], duplicates: [], twins: [] };
  const rest = [...loose];
  for (const part of parts) {
    const album = albumToJoin(batch, part, plan);
    if (album !== null) join(plan, album, part);
    else if (part.tracks.length === 0) rest.push(...part.pictures, ...part.extras);
    else place(plan, batch, part, library);
  }
  giveRest(plan, batch, rest);
  return plan;
}

/** Returns the album that a part continues, if it has room. */
function albumToJoin({ goesOn, refuseDuplicates }: Batch, part: Part, { joining }: Plan): AlbumRecord | null {
  const { tracks, pictures, extras, known } = part;
  if (goesOn === undefined || known.length === 0 || tracks.length + pictures.length + extras.length === 0) return null;
  const tag = tracks.length === 0 ? undefined : (orderAlbum(tracks).title ?? null);
  const album = goesOn.choose(tag, known);
  if (album === null) return null;
  const held = new Set(refuseDuplicates ? album.tracks.map(({ sha256 }) => sha256) : []);
  const coming = joining.find((one) => one.album === album)?.part.tracks ?? [];
  const number = [...coming, ...tracks].filter(({ sha256 }) => !held.has(sha256)).length;
  return album.tracks.length + number > mostTracks ? null : album;
}

function join({ joining }: Plan, album: AlbumRecord, part: Part): void {
  const other = joining.find((one) => one.album === album)?.part;
  if (other === undefined) joining.push({ album, part });
  else
    for (const kind of ['pictures', 'extras', 'shared'] as const)
      other[kind].push(...part[kind].filter((file) => !other[kind].includes(file)));
  other?.tracks.push(...part.tracks);
}

function place(plan: Plan, batch: Batch, part: Part, library: Pick<Library, 'albums'>): void {
  const of = duplicateOf(part.tracks, library);
  const twin = batch.refuseDuplicates ? plan.fresh.find((one) => hashesOf(one.tracks) === hashesOf(part.tracks)) : null;
  if (of !== null) plan.duplicates.push(duplicate(of, part, batch));
  if (of !== null && batch.refuseDuplicates) return;
  if (twin) plan.twins.push({ part, of: twin });
  else plan.fresh.push(part);
}

export const duplicate = (of: AlbumRecord, part: Part, { refuseDuplicates }: Batch): Duplicate => ({
  of,
  name: part.name,
  left: refuseDuplicates ? filesOf(part) : [],
});

/** Paths in the batch. */
export const filesOf = ({ tracks, pictures, extras }: Pick<Part, 'tracks' | 'pictures' | 'extras'>): string[] =>
  [...tracks, ...pictures, ...extras].map(({ relativePath }) => relativePath);

/** Adds the other files to the first imported part, or to an album from the same place if no part is imported. */
function giveRest({ joining, fresh, duplicates }: Plan, { goesOn }: Batch, rest: FoundFile[]): void {
  const first = fresh[0] ?? joining[0]?.part;
  first?.extras.push(...rest);
  if (first !== undefined || rest.length === 0 || duplicates.length > 0) return;
  const album = goesOn?.choose(undefined, goesOn.with) ?? null;
  const shared = rest.filter(({ relativePath }) => isPictureName(relativePath));
  const part: Part = { name: '', isMixed: false, tracks: [], pictures: [], extras: rest, shared, known: [] };
  if (album !== null) joining.push({ album, part });
}

const hashesOf = (tracks: readonly { sha256: string }[]): string =>
  tracks
    .map((track) => track.sha256)
    .sort()
    .join(' ');

/**
 * Returns the album with exactly these tracks, in any order. If the tracks fill several albums, returns the first of
 * them.
 */
export function duplicateOf(
  tracks: readonly InspectedTrack[],
  { albums }: Pick<Library, 'albums'>,
): AlbumRecord | null {
  const whole = hashesOf(tracks);
  const same = albums.find((album) => hashesOf(album.tracks) === whole);
  if (same !== undefined) return same;
  if (tracks.length <= mostTracks) return null;
  const parts = splitAlbum(orderAlbum([...tracks]).tracks, mostTracks).map((part) =>
    albums.find((album) => hashesOf(album.tracks) === hashesOf(part)),
  );
  return parts.every((album) => album !== undefined) ? (parts[0] ?? null) : null;
}
