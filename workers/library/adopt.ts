/** Makes an album of a folder that belongs to none: from its fact file, or else from the tags of its tracks. */
import { lstat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { commonTitle, orderAlbum } from '../audio/album/order.js';
import { probe, type Listen } from '../audio/probe.js';
import { inFolder } from '../base/files/held-folder.js';
import { unlessGone } from '../base/files/walk.js';
import { coverFileName } from './pictures/cover.js';
import { renumber } from './edit.js';
import type { Library } from './library.js';
import { readFacts, recordOf, type AlbumFacts } from './records/facts.js';
import { substitutes } from './records/schema.js';
import { folderState, rescannedTracks } from './rescan.js';
import type { AlbumRecord, TrackRecord } from './types.js';

/**
 * The fact file may be from any library. This library takes its number, titles and order. Every track is read again
 * and keeps its entry in the facts if name and digest match.
 * @returns the new album; undefined if no track in the folder can be read
 */
export async function adopt(
  library: Library,
  folder: string,
  { now, listen }: { now: number; listen?: Listen },
): Promise<AlbumRecord | undefined> {
  const blank = { ...substitutes(folder), folder, tracks: [], files: [], failures: [] } as unknown as AlbumRecord;
  const state = await folderState(library, blank);
  const { tracks } = state === null ? { tracks: [] } : await rescannedTracks(blank, state, library, { listen });
  if (tracks.length === 0) return undefined;
  const facts = await inFolder(library.path, `albums/${folder}`, readFacts);
  const album =
    facts === undefined ? await byTags(library, blank, { tracks, listen }) : byFacts(library, facts.album, tracks);
  const isThere = async (name: string): Promise<boolean> =>
    (await lstat(join(library.folderOf(blank), name)).catch(unlessGone(null)))?.isFile() === true;
  const hasCover = await isThere(coverFileName);
  const pictured = await Promise.all(
    album.tracks.map(async (track) =>
      track.picture === null || (await isThere(track.picture)) ? track : { ...track, picture: null },
    ),
  );
  const added: AlbumRecord = {
    ...album,
    folder,
    tracks: pictured,
    cover: hasCover ? coverFileName : null,
    cover_kind: hasCover ? (album.cover_kind ?? 'picture') : null,
    added_at: now,
    changed_at: now,
  };
  await library.change((data) => ({ ...data, albums: [...data.albums, added] }));
  return added;
}

/** Tracks that the facts do not list are appended, in the order of their tags. */
function byFacts(library: Library, facts: AlbumFacts, tracks: readonly TrackRecord[]): AlbumRecord {
  const left = [...tracks];
  const known = facts.tracks.flatMap((track) => {
    const at = left.findIndex(({ filename, sha256 }) => sha256 === track.sha256 && filename === track.filename);
    const [found] = at < 0 ? [] : left.splice(at, 1);
    return found === undefined ? [] : [{ ...track, ...pick(found) }];
  });
  const isFree = library.find(facts.oid) === undefined;
  return {
    ...recordOf(facts),
    oid: isFree ? facts.oid : library.freeOid(),
    tracks: renumber([...known, ...left]),
  };
}

/** Fields that come from the file as it is now. The id is a new one of this library. */
const pick = ({ id, size, mtime_ms }: TrackRecord): Pick<TrackRecord, 'id' | 'size' | 'mtime_ms'> => ({
  id,
  size,
  mtime_ms,
});

async function byTags(
  library: Library,
  blank: AlbumRecord,
  { tracks, listen }: { tracks: TrackRecord[]; listen?: Listen },
): Promise<AlbumRecord> {
  const home = library.folderOf(blank);
  const known = [];
  for (const { filename } of tracks)
    known.push({ relativePath: filename, facts: await probe(join(home, filename), { listen }) });
  const { title, artist, year } = orderAlbum(known);
  return {
    ...blank,
    oid: library.freeOid(),
    album_title: title ?? (blank.album_title || commonTitle(tracks.map(({ filename }) => basename(filename)))),
    album_artist: artist ?? '',
    album_year: year ?? null,
    tracks,
  };
}
