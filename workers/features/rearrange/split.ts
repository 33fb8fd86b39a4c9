/**
 * Splits an album. The first part keeps its place and number. Every other part becomes a new album. Its files are moved
 * out of the first one's folder after the records are saved: `PendingImport.moves`.
 */
import { basename } from 'node:path';
import { commonTag, tagKey } from '../../audio/album/album-tag.js';
import { orderAlbum } from '../../audio/album/order.js';
import { badFields, messageOf, type TonstiftError } from '../../base/errors.js';
import { inFolder } from '../../base/files/held-folder.js';
import { openItself } from '../../base/files/seen-file.js';
import { unlessGone } from '../../base/files/walk.js';
import { say } from '../../base/language/sentence.js';
import { coversOf, type ChosenCover } from '../../import/choose-cover.js';
import { completeImport, notEnded, tracksGone } from '../../import/complete.js';
import { isGone } from '../../library/rescan.js';
import { folderNameOf } from '../../import/create.js';
import { readTracks } from '../../import/read-tracks.js';
import { openStage, removeStages, type Stage } from '../../import/stage.js';
import type { ImportContext, InspectedTrack } from '../../import/types.js';
import { coverFileName } from '../../library/pictures/cover.js';
import { editAlbumTracks, renumber } from '../../library/edit.js';
import type { AlbumRecord, SplitPart, TrackRecord } from '../../library/types.js';
import { discsFrom } from './discs.js';

type Tracks = ReadonlyMap<number, InspectedTrack>;

/** A part that becomes a new album, without its number. */
type Draft = Omit<AlbumRecord, 'oid'>;

/**
 * No other job may change the album.
 * @param parts in order; together all tracks of the album, each once
 * @returns the new albums, without the first part
 * @throws TonstiftError `bad_field` (`parts`), `no_free_oid`, `not_now`, `no_space`; nothing has changed then
 */
export async function splitAlbum(
  album: AlbumRecord,
  parts: readonly SplitPart[],
  context: ImportContext,
): Promise<AlbumRecord[]> {
  checkParts(album, parts);
  if (album.pending !== null) throw notEnded(album);
  const { library } = context;
  if (await isGone(library, album)) throw tracksGone(album);
  library.freeOids(parts.length - 1);
  const tracks = await readTracks(album, context);
  const [first, ...others] = parts.map((part) => ({ title: part.album_title, tracks: tracksOf(album, part) }));
  const staged: string[] = [];
  let made: AlbumRecord[] = [];
  try {
    const drafts: Draft[] = [];
    for (const part of others)
      drafts.push(await draftOf({ album, first: first?.tracks ?? [], part, tracks }, staged, context));
    await library.change((data) => {
      made = numbered(drafts, context);
      const shortened = (one: AlbumRecord): AlbumRecord =>
        editAlbumTracks(
          { ...one, album_title: first?.title ?? one.album_title },
          discsFrom(0, first?.tracks ?? []),
          context.now(),
        );
      return {
        ...data,
        albums: [...data.albums.map((one) => (one.folder === album.folder ? shortened(one) : one)), ...made],
      };
    });
  } catch (error) {
    await removeStages(library, staged);
    throw error;
  }
  await Promise.all(made.map((one) => ended(one, context)));
  return made.map((one) => library.inFolder(one.folder) ?? one);
}

/** The split is complete once it is recorded; the files can follow later. */
async function ended({ folder, oid }: AlbumRecord, context: ImportContext): Promise<void> {
  const { library, log, alone } = context;
  const album = library.inFolder(folder);
  if (album === undefined) return;
  await alone(album, async () => {
    const now = library.inFolder(folder);
    if (now !== undefined && now.pending !== null) await completeImport(library, now, { log, given: [] });
  }).catch((error: unknown) => log.warn(`The files of album ${oid} could not be moved yet: ${messageOf(error)}`));
}

/** @throws TonstiftError `bad_field` */
function checkParts({ tracks }: AlbumRecord, parts: readonly SplitPart[]): void {
  const refuse = (problem: ReturnType<typeof say>): TonstiftError => badFields({ parts: problem });
  const given = parts.flatMap((part) => part.tracks);
  const twice = given.find((id, at) => given.indexOf(id) !== at);
  const unknown = given.find((id) => tracks.every((track) => track.id !== id));
  const left = tracks.find(({ id }) => !given.includes(id));
  if (parts.length < 2) throw refuse(say('wrong.parts_few'));
  if (parts.some((part) => part.tracks.length === 0)) throw refuse(say('wrong.part_empty'));
  if (unknown !== undefined) throw refuse(say('wrong.no_track', { id: String(unknown) }));
  if (twice !== undefined) throw refuse(say('wrong.id_twice', { id: String(twice) }));
  if (left !== undefined)
    throw refuse(say('wrong.part_misses', { number: left.track_number, title: left.track_title, id: String(left.id) }));
}

/** Returns the tracks in the album's order. */
const tracksOf = ({ tracks }: AlbumRecord, part: SplitPart): TrackRecord[] =>
  tracks.filter(({ id }) => part.tracks.includes(id));

interface Parting {
  album: AlbumRecord;
  /** Tracks of the first part. */
  first: readonly TrackRecord[];
  part: { title: string; tracks: TrackRecord[] };
  /** Tracks of the whole album. */
  tracks: Tracks;
}

/** Stages files that are not moved: the cover, and pictures that other parts may need too. */
async function draftOf(parting: Parting, staged: string[], context: ImportContext): Promise<Draft> {
  const { album, part, tracks } = parting;
  const now = context.now();
  const own = part.tracks.flatMap(({ id }) => tracks.get(id) ?? []);
  const tag = commonTag(own.map(({ facts }) => facts.album));
  const cover = await coverOf(parting, tag, context);
  const stage = await openStage(context.library, true);
  staged.push(stage.name);
  let records: TrackRecord[];
  try {
    if (cover !== null) await stage.addCover(cover.jpeg);
    records = await withPictures(album, part.tracks, stage, context);
    await stage.seal();
  } finally {
    await stage.close();
  }
  return {
    ...album,
    ...asTagged(album, tracks, own),
    album_title: part.title,
    cover: cover === null ? null : coverFileName,
    cover_kind: cover?.kind ?? null,
    folder: folderNameOf(part.title),
    tracks: renumber(discsFrom(0, records)),
    ...{ added_at: now, changed_at: now, files: [], failures: [], gme_paused: null, printed: [] },
    origin: { ...album.origin, album_tag: tag ?? album.origin.album_tag },
    pending: {
      ...{ staging: stage.name, sources: [], copies: [...stage.copies] },
      moves: {
        from: album.folder,
        files: part.tracks.map(({ filename }) => ({ filename, as: filename })),
        goes: false,
      },
    },
  };
}

/** Keeps artist and year that the user has edited; otherwise uses the tags of the part. */
function asTagged(
  { album_artist, album_year }: AlbumRecord,
  tracks: Tracks,
  own: readonly InspectedTrack[],
): Pick<AlbumRecord, 'album_artist' | 'album_year'> {
  const [all, part] = [orderAlbum([...tracks.values()]), orderAlbum(own)];
  return {
    album_artist: album_artist === (all.artist ?? '') ? (part.artist ?? '') : album_artist,
    album_year: album_year === (all.year ?? null) ? (part.year ?? null) : album_year,
  };
}

/** Uses the picture in the part's tracks, else the album's cover, unless the tags name another album. */
async function coverOf(
  { album, first, part, tracks }: Parting,
  tag: string | undefined,
  context: ImportContext,
): Promise<ChosenCover | null> {
  const own = part.tracks.flatMap(({ id }) => tracks.get(id) ?? []);
  const embedded = await coversOf([], context.signal).of({ tracks: own, pictures: [], shared: [] });
  if (embedded !== null) return embedded;
  const tagOfFirst = commonTag(first.map(({ id }) => tracks.get(id)?.facts.album));
  const isOther = tag !== undefined && tagOfFirst !== undefined && tagKey(tag) !== tagKey(tagOfFirst);
  if (isOther || album.cover === null || album.cover_kind === null) return null;
  const jpeg = await fileOf(album, album.cover, context);
  return jpeg === null ? null : { jpeg, kind: album.cover_kind };
}

async function withPictures(
  album: AlbumRecord,
  tracks: readonly TrackRecord[],
  stage: Stage,
  context: ImportContext,
): Promise<TrackRecord[]> {
  const records: TrackRecord[] = [];
  for (const track of tracks) {
    const jpeg = track.picture === null ? null : await fileOf(album, track.picture, context);
    records.push({ ...track, picture: jpeg === null ? null : await stage.addPicture(jpeg) });
  }
  return records;
}

/** Reads a picture in the album's folder; null if it is missing. */
function fileOf({ folder }: AlbumRecord, name: string, { library }: ImportContext): Promise<Uint8Array | null> {
  return inFolder(library.path, `albums/${folder}`, async (home) => {
    const file = await openItself(home.at(basename(name))).catch(unlessGone(null));
    return file === null ? null : file.readFile().finally(() => file.close());
  });
}

/** Runs in the same step as the change that records the albums, so that no two albums get the same OID. */
function numbered(drafts: readonly Draft[], { library }: ImportContext): AlbumRecord[] {
  const oids = library.freeOids(drafts.length);
  return drafts.map((draft, n) => ({ ...draft, oid: oids[n] as number }));
}
