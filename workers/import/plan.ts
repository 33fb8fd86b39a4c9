/** Decides for each part of a batch: add it to an album, create one, or skip it as a duplicate. */
import { orderAlbum, splitAlbum } from '../audio/album/order.js';
import type { FoundFile } from '../base/files/walk.js';
import { isPictureName } from '../library/pictures/cover.js';
import type { Library } from '../library/library.js';
import type { AlbumRecord } from '../library/types.js';
import { filesOf, type Part, type Parts } from './divide.js';
import { albumOf, type Belonging } from './match/find-album.js';
import { sameTracks } from './match/same-tracks.js';
import {
  mostTracks,
  type Batch,
  type Duplicate,
  type InspectedTrack,
  type KnownAlbum,
  type Likeness,
} from './types.js';

export interface Plan {
  toAdd: (Belonging & { part: Part })[];
  toCreate: Part[];
  duplicates: Duplicate[];
  /** Parts with the same tracks as one of the parts to create. */
  repeated: { part: Part; of: Part }[];
}

interface Existing {
  library: Pick<Library, 'albums'>;
  /** Albums that the batch may continue. */
  candidates: readonly KnownAlbum[];
  now: number;
}

export function planOf(batch: Batch, { parts, loose }: Parts, existing: Existing): Plan {
  const plan: Plan = { toAdd: [], toCreate: [], duplicates: [], repeated: [] };
  const rest = [...loose];
  for (const part of parts) {
    const found = filesOf(part).length === 0 ? null : albumWithRoom(batch, part, plan, existing);
    if (found !== null) add(plan, found, part);
    else if (part.tracks.length === 0) for (const file of [...part.pictures, ...part.extras]) rest.push(file);
    else create(plan, batch, part, existing.library);
  }
  addRest(plan, batch, rest, existing);
  return plan;
}

/** Returns the album that a part belongs to, if it has room. A part that is exactly an album is its duplicate. */
function albumWithRoom(batch: Batch, part: Part, { toAdd }: Plan, { library, now }: Existing): Belonging | null {
  const { tracks, candidates } = part;
  const found = albumOf(batch, tracks, candidates, now);
  // A user who chose the album gets an error instead.
  if (found === null || found.why === 'asked') return found;
  const { album } = found;
  if (tracks.length > 0 && duplicateOf(tracks, library) !== null) return null;
  const held = skippedFor(album, batch);
  const coming = toAdd.find((one) => one.album === album)?.part.tracks ?? [];
  const number = [...coming, ...tracks].filter(({ sha256 }) => !held.has(sha256)).length;
  return album.tracks.length + number > mostTracks ? null : found;
}

/** Returns the digests of tracks that an album has and that are skipped. */
export const skippedFor = ({ tracks }: AlbumRecord, { refuseDuplicates }: Batch): Set<string> =>
  new Set(refuseDuplicates ? tracks.map(({ sha256 }) => sha256) : []);

function add({ toAdd }: Plan, found: Belonging, part: Part): void {
  const other = toAdd.find(({ album }) => album === found.album)?.part;
  if (other === undefined) toAdd.push({ ...found, part });
  else
    for (const kind of ['pictures', 'extras', 'shared'] as const)
      other[kind] = [...new Set([...other[kind], ...part[kind]])];
  other?.tracks.push(...part.tracks);
}

function create(plan: Plan, batch: Batch, part: Part, library: Pick<Library, 'albums'>): void {
  const known = knownAlbum(batch, part.tracks, library);
  const isRepeated = sameFiles(part.tracks);
  const same = batch.refuseDuplicates ? plan.toCreate.find((one) => isRepeated(one.tracks)) : undefined;
  if (known !== null) plan.duplicates.push(duplicate(known, part, batch));
  if (known !== null && batch.refuseDuplicates) return;
  if (same === undefined) plan.toCreate.push(part);
  else plan.repeated.push({ part, of: same });
}

type Known = Pick<Duplicate, 'of' | 'again'>;

/**
 * Returns the album that has the same tracks, or the first of several. Other files count if duplicates are refused.
 */
export function knownAlbum(
  { refuseDuplicates }: Pick<Batch, 'refuseDuplicates'>,
  tracks: readonly InspectedTrack[],
  library: Pick<Library, 'albums'>,
): Known | null {
  const of = duplicateOf(tracks, library);
  if (of !== null) return { of, again: null };
  if (!refuseDuplicates) return null;
  const found = piecesOf(tracks).map((piece) => sameAlbum(piece, library));
  const same = found.filter((one) => one !== null);
  const [first] = same;
  if (first === undefined || same.length < found.length) return null;
  const there = same.flatMap(({ album }) => album.tracks.map(({ size, duration }) => ({ size, durationMs: duration })));
  const here = tracks.map(({ size, facts }) => ({ size, durationMs: facts.durationMs }));
  const isWhole = same.length === 1;
  return { of: first.album, again: { by: first.by, kbits: kbitsOf(here), kbitsThere: kbitsOf(there), isWhole } };
}

function sameAlbum(
  tracks: readonly InspectedTrack[],
  { albums }: Pick<Library, 'albums'>,
): { album: AlbumRecord; by: Likeness } | null {
  const compare = sameTracks(tracks);
  for (const album of albums) {
    const same = compare(album);
    if (same !== null) return { album, by: same.by };
  }
  return null;
}

/** Returns the tracks of each album that they fill. */
const piecesOf = (tracks: readonly InspectedTrack[]): (readonly InspectedTrack[])[] =>
  tracks.length > mostTracks ? splitAlbum(orderAlbum(tracks).tracks, mostTracks) : [tracks];

function kbitsOf(files: readonly { size: number; durationMs: number }[]): number {
  const bits = files.reduce((sum, { size }) => sum + size * 8, 0);
  return Math.round(
    bits /
      Math.max(
        1,
        files.reduce((sum, { durationMs }) => sum + durationMs, 0),
      ),
  );
}

export const duplicate = ({ of, again }: Known, part: Part, { name, refuseDuplicates }: Batch): Duplicate => ({
  of,
  again,
  name: [...new Set([name, part.name])].filter((one) => one !== '').join('/'),
  left: refuseDuplicates ? filesOf(part) : [],
});

/** Adds the other files to the first imported part, or to an album from the same place if no part is imported. */
function addRest({ toAdd, toCreate, duplicates }: Plan, batch: Batch, rest: FoundFile[], existing: Existing): void {
  const first = toCreate[0] ?? toAdd[0]?.part;
  for (const file of rest) first?.extras.push(file);
  if (first !== undefined || rest.length === 0 || duplicates.length > 0) return;
  const found = albumOf(batch, [], existing.candidates, existing.now);
  const shared = rest.filter(({ relativePath }) => isPictureName(relativePath));
  const part: Part = { name: '', isMixed: false, tracks: [], pictures: [], extras: rest, shared, candidates: [] };
  if (found !== null) toAdd.push({ ...found, part });
}

type Hashed = readonly { sha256: string }[];

const hashesOf = (tracks: Hashed): string =>
  tracks
    .map((track) => track.sha256)
    .sort()
    .join(' ');

/** Returns a function that reports whether others are the same files, in any order. The first other file decides. */
function sameFiles(tracks: Hashed): (others: Hashed) => boolean {
  const [whole, hashes] = [hashesOf(tracks), new Set(tracks.map(({ sha256 }) => sha256))];
  return (others) =>
    others.length === tracks.length && others.every(({ sha256 }) => hashes.has(sha256)) && hashesOf(others) === whole;
}

/**
 * Returns the album with exactly these tracks, in any order. If the tracks fill several albums, returns the first of
 * them.
 */
function duplicateOf(tracks: readonly InspectedTrack[], { albums }: Pick<Library, 'albums'>): AlbumRecord | null {
  const albumWith = (some: Hashed): AlbumRecord | undefined => {
    const isSame = sameFiles(some);
    return albums.find((album) => isSame(album.tracks));
  };
  const same = albumWith(tracks);
  if (same !== undefined) return same;
  if (tracks.length <= mostTracks) return null;
  const parts = piecesOf(tracks).map(albumWith);
  return parts.every((album) => album !== undefined) ? (parts[0] ?? null) : null;
}
