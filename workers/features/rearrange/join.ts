/**
 * Joins two albums. One write deletes the other's record and gives its tracks to the album. Then its files are moved to
 * the album's folder: `PendingImport.moves`.
 */
import { isAudioName } from '../../audio/probe.js';
import { badFields, messageOf } from '../../base/errors.js';
import { inFolder } from '../../base/files/held-folder.js';
import { isIgnored, nameKey, safeName, uniqueName } from '../../base/files/names.js';
import { say } from '../../base/language/sentence.js';
import { completeImport, notEnded, tracksGone } from '../../import/complete.js';
import { filesBelow } from '../../import/moved-files.js';
import { extrasFolder } from '../../import/stage.js';
import { mostTracks, type ImportContext } from '../../import/types.js';
import { coverFileName } from '../../library/pictures/cover.js';
import { renumber } from '../../library/edit.js';
import { printedOfBoth } from '../../library/printed.js';
import { factsFileName } from '../../library/records/facts.js';
import { isPlainPath } from '../../library/records/plain-names.js';
import { isGone } from '../../library/rescan.js';
import { digestOfPicture } from '../../library/pictures/track-pictures.js';
import type { AlbumRecord, JoinPlace, MovedFiles } from '../../library/types.js';
import { discsFrom, discsIn } from './discs.js';

export interface Joining {
  album: AlbumRecord;
  /** Its tracks move to `album`; its record is deleted. */
  other: AlbumRecord;
  place: JoinPlace;
}

/**
 * No other job may change one of the two.
 * @throws TonstiftError `bad_field` (`other`) if they are the same album or have too many tracks; `not_now`; nothing
 *   has changed then
 */
export async function joinAlbums(joining: Joining, context: ImportContext): Promise<void> {
  const { album, other } = joining;
  const { library, log } = context;
  checkNumber(joining);
  for (const one of [album, other]) {
    if (one.pending !== null) throw notEnded(one);
    if (await isGone(library, one)) throw tracksGone(one);
  }
  const moves = await plan(joining, context);
  const now = context.now();
  await library.change((data) => {
    const [current = album, gone = other] = [library.inFolder(album.folder), library.inFolder(other.folder)];
    const joined = merged({ ...joining, album: current, other: gone }, moves, now);
    return {
      ...data,
      albums: data.albums
        .filter(({ folder }) => folder !== other.folder)
        .map((one) => (one.folder === album.folder ? joined : one)),
      leftovers: [...data.leftovers, ...gone.files.map(({ filename }) => `gme/${filename}`)],
    };
  });
  const recorded = library.inFolder(album.folder);
  // The join is complete once it is recorded; the files can follow later.
  if (recorded !== undefined)
    await completeImport(library, recorded, { log, given: [] }).catch((error: unknown) =>
      log.warn(`The files of album ${album.oid} could not be moved yet: ${messageOf(error)}`),
    );
  await library.followRecords();
}

/** @throws TonstiftError `bad_field` (`other`) */
export function checkNumber({ album, other }: Pick<Joining, 'album' | 'other'>): void {
  if (album.folder === other.folder) throw badFields({ other: say('wrong.join_itself', { title: album.album_title }) });
  const [own, more] = [album.tracks.length, other.tracks.length];
  if (own + more > mostTracks)
    throw badFields({
      other: say('wrong.join_too_long', {
        ...{ title: album.album_title, own, other: other.album_title, more },
        ...{ number: own + more, most: mostTracks },
      }),
    });
}

function merged({ album, other, place }: Joining, moves: MovedFiles, now: number): AlbumRecord {
  const names = new Map(moves.files.map(({ filename, as }) => [filename, as]));
  const coming = other.tracks.map((track) => ({ ...track, filename: names.get(track.filename) ?? track.filename }));
  const tracks =
    place === 'end'
      ? [...album.tracks, ...discsFrom(discsIn(album.tracks), coming)]
      : [...discsFrom(0, coming), ...discsFrom(discsIn(discsFrom(0, coming)), album.tracks)];
  const takesCover = album.cover === null && other.cover !== null && names.get(other.cover) === coverFileName;
  return {
    ...album,
    tracks: renumber(tracks),
    ...(takesCover ? { cover: coverFileName, cover_kind: other.cover_kind } : {}),
    changed_at: now,
    // The user chose this order.
    order_edited: true,
    printed: printedOfBoth(album, other),
    pending: { staging: null, sources: [], copies: [], moves },
  };
}

/** Chooses a target for every file of the other album, so that none is lost. */
async function plan({ album, other }: Joining, { library }: ImportContext): Promise<MovedFiles> {
  const below = (folder: string): Promise<string[]> =>
    inFolder(library.path, `albums/${folder}`, (held) => filesBelow(held));
  const [here, there] = [await below(album.folder), await below(other.folder)];
  const isExtra = (path: string): boolean => path.startsWith(`${extrasFolder}/`);
  const top = new Set(
    [coverFileName, factsFileName, extrasFolder, ...here.filter((path) => !path.includes('/'))].map(nameKey),
  );
  const extras = new Set(here.filter(isExtra).map((path) => nameKey(path.slice(extrasFolder.length + 1))));
  const takesCover = album.cover === null && !here.some((path) => nameKey(path) === coverFileName);
  const pictures = new Set(other.tracks.map(({ picture }) => picture));
  const tracks = new Set(other.tracks.map(({ filename }) => filename));
  const asExtra = (name: string): string => `${extrasFolder}/${uniqueName(safeName(name), extras)}`;
  const nameOf = (path: string): string => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (path === other.cover) return takesCover ? coverFileName : asExtra(`${other.album_title}.jpg`);
    if (digestOfPicture(path) !== null) return pictures.has(path) ? path : asExtra(path);
    // Audio files that the user added by hand become tracks too.
    const isTrack = tracks.has(path) || (path === name && isAudioName(name) && !isIgnored(name));
    return isTrack ? uniqueName(name, top) : asExtra(name);
  };
  // Tracks first, so that they keep their names if possible.
  const inOrder = [...tracks, ...there.filter((path) => !tracks.has(path))].filter((path) =>
    isPlainPath(path, { least: 1, most: 9 }),
  );
  return { from: other.folder, files: inOrder.map((filename) => ({ filename, as: nameOf(filename) })), goes: true };
}
