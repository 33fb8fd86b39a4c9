/** Creates new albums from parts: copies the files of all, records them in one write, and finishes each. */
import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { isCutTitle } from '../audio/album/cut-title.js';
import { isTitlePlaceholder } from '../audio/formats/placeholders.js';
import { commonTitle, orderAlbum, splitAlbum, type OrderedAlbum } from '../audio/album/order.js';
import { TonstiftError } from '../base/errors.js';
import { cutToBytes, safeName, typedName } from '../base/files/names.js';
import { say } from '../base/language/sentence.js';
import { coverFileName } from '../library/pictures/cover.js';
import type { AlbumRecord } from '../library/types.js';
import { copyFiles, finish, sourcesOf, type Copied, type InspectedBatch, type OrderedTrack } from './copy.js';
import { extrasOf, type Part } from './divide.js';
import { knownAlbum } from './plan.js';
import { removeStages } from './stage.js';
import { trackPictures } from './track-pictures.js';
import { mostTracks, type Batch, type GivenAlbum, type ImportContext, type InspectedTrack } from './types.js';

/**
 * @param compared the albums that the plan compared the parts with
 * @returns the albums of each part. Other jobs cannot access them before they are complete.
 */
export async function createAlbums(
  { parts, compared }: { parts: readonly Part[]; compared: ReadonlySet<AlbumRecord> },
  files: InspectedBatch,
  context: ImportContext,
): Promise<Map<Part, AlbumRecord[]>> {
  const { batch, zips } = files;
  const { library } = context;
  const copied: NewAlbum[] = [];
  let finished: Promise<AlbumRecord[]>;
  try {
    const divided = parts.map((part) => inPieces(part, batch));
    // The copies may take long, so the numbers are counted first.
    if (batch.given === undefined) library.freeOids(divided.flatMap(({ pieces }) => pieces).length);
    // 4. Copy.
    for (const one of divided) await copyPart(one, files, { context, copied });
    copied.at(-1)?.pending.sources.push(...sourcesOf(batch, zips([])));
    const albumsSince = library.albums.filter((album) => !compared.has(album));
    for (const part of batch.refuseDuplicates ? parts : []) {
      const known = knownAlbum(batch, part.tracks, { albums: albumsSince });
      if (known !== null)
        throw new TonstiftError('not_now', say('error.just_imported', { name: batch.name, oid: known.of.oid }));
    }
    // 5. Commit.
    const albums = recordsOf(batch, copied, context);
    const committed = library.change((data) => ({ ...data, albums: [...data.albums, ...albums] }));
    // 6. Finish. Takes the turn of each album now, so that no other job accesses it before it is complete.
    finished = allEnded(
      albums.map((album) =>
        context.alone(album, async () => {
          await committed;
          return finish(album, batch, context);
        }),
      ),
    );
    finished.catch(() => undefined);
    await committed;
  } catch (error) {
    await removeStages(
      library,
      copied.map(({ pending }) => pending.staging),
    );
    throw error;
  }
  const albums = await finished;
  return new Map(parts.map((part) => [part, albums.filter((_, n) => copied[n]?.part === part)]));
}

/** Copied files of a new album. */
interface NewAlbum extends Copied {
  part: Part;
  /** Title, artist and year of the part. */
  facts: Omit<OrderedAlbum<InspectedTrack>, 'tracks'>;
  cover: AlbumRecord['cover_kind'];
  /** If the part is too long for one album: the position of this piece and the number of pieces, from 1. */
  piece: { at: number; of: number };
}

/** A part in the order of an album, split if it is too long for one. */
interface DividedPart extends Pick<NewAlbum, 'part' | 'facts'> {
  pieces: OrderedTrack[][];
}

function inPieces(part: Part, { given }: Batch): DividedPart {
  const { tracks, ...facts } = given === undefined ? orderAlbum(part.tracks) : orderGiven(given, part.tracks);
  return { part, facts, pieces: splitAlbum(tracks, mostTracks) };
}

/** Adds what it has copied to `copied`, even if it fails halfway. */
async function copyPart(
  { part, facts, pieces }: DividedPart,
  { batch, covers }: InspectedBatch,
  { context, copied }: { context: ImportContext; copied: NewAlbum[] },
): Promise<void> {
  const cover = await covers.of(part);
  const pictureOf = trackPictures(part.tracks, context.signal);
  const others = extrasOf(part, batch).filter(({ path }) => path !== batch.cover?.path);
  for (const [n, piece] of pieces.entries()) {
    const extras = n === 0 ? others : [];
    const copy = await copyFiles({ tracks: piece, pictureOf, cover, extras }, batch, context);
    copied.push({ ...copy, part, facts, cover: cover?.kind ?? null, piece: { at: n + 1, of: pieces.length } });
  }
}

/** Returns the tracks in the given order with the given data. */
function orderGiven(
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

/** Runs in the same step as the change that records the albums, so that no two albums get the same OID. */
function recordsOf({ given, origin }: Batch, copied: readonly NewAlbum[], context: ImportContext): AlbumRecord[] {
  const now = context.now();
  const oids = given === undefined ? context.library.freeOids(copied.length) : [freeGiven(given, context)];
  return copied.map((album, n) => {
    const { tracks, cover, facts, piece, pending } = album;
    const oid = oids[n] as number;
    const title = titleOf(album) || `Album ${oid}`;
    const album_title = piece.of > 1 ? `${title} (${piece.at}/${piece.of})` : title;
    return {
      oid,
      album_title,
      album_artist: facts.artist ?? '',
      album_year: facts.year ?? null,
      player_mode: given?.player_mode ?? 'music',
      sound: 'automatic',
      loudness: 'automatic',
      spoken_title: 'off',
      on_pens: 'all',
      cover: cover === null ? null : coverFileName,
      cover_kind: cover,
      folder: folderNameOf(album_title),
      tracks,
      added_at: now,
      changed_at: now,
      files: [],
      failures: [],
      gme_paused: null,
      // The given order is deliberate: a printed sheet may show it.
      order_edited: given !== undefined,
      origin: { ...origin, album_tag: given === undefined ? (facts.title ?? null) : null, at: now },
      printed: [],
      pending,
    };
  });
}

/** @throws TonstiftError `conflict` */
function freeGiven({ oid }: GivenAlbum, { library }: ImportContext): number {
  const other = library.find(oid);
  if (other !== undefined) {
    const gaps = { oid, title: other.album_title };
    throw new TonstiftError('conflict', say('error.oid_taken', gaps), { oid: say('wrong.oid_taken', gaps) });
  }
  return oid;
}

/** Uses the tags, the folder, or the names of the tracks; empty if none of them helps. */
function titleOf({ facts, part, tracks }: NewAlbum): string {
  const name = plainName(part.name);
  const names = tracks.map((track) => basename(track.source_path));
  const isBetter = name !== undefined && (part.isMixed || isCutTitle(facts.title ?? '', name));
  return (isBetter ? name : facts.title) ?? titleOfWhole(part, name) ?? name ?? commonTitle(names);
}

/** Returns the title of the only file, if it was cut at its chapters: no track has it. */
function titleOfWhole({ tracks }: Part, name = ''): string | undefined {
  const [whole, ...others] = new Set(tracks.map(({ chapter }) => chapter?.whole));
  const title = whole?.facts.title;
  if (title === undefined || others.length > 0) return undefined;
  return isTitlePlaceholder(title) || isCutTitle(title, name) ? undefined : title;
}

/** Converts a folder name to a title: one line, NFC. Without blanks, underscores become blanks. */
function plainName(name: string): string | undefined {
  const line = typedName(name)
    .normalize('NFC')
    .replace(/[\u0000-\u001f\u007f]+/g, ' ')
    .trim();
  return (line.includes(' ') ? line : line.replaceAll('_', ' ').trim()) || undefined;
}

/** Returns a unique folder name for an album. */
export const folderNameOf = (title: string): string =>
  `${cutToBytes(safeName(title, 'Album'), 120).trim()} [${randomUUID().slice(0, 8)}]`;

/** Waits for all tasks, then returns the results or throws the first error. */
async function allEnded<Result>(tasks: readonly Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(tasks);
  return Promise.all(tasks);
}
