/**
 * Recovers records that are lost or outdated, from the best file that is left and the fact file of each album. Pure.
 */
import type { AlbumRecord } from '../types.js';
import { highestTrackId, withOids, type LibraryData } from '../data.js';
import { restingAfter, restingNow } from '../oids.js';
import { recordOf, type FactsFile } from './facts.js';

/**
 * For each album, the newer of record and facts wins. An album that has facts and is not in the file was added later;
 * one in the trash was deleted later.
 * @param base an older state, or an empty one
 * @param found the facts in `albums/`, by folder; undefined if there are none that can be trusted
 * @param trashed the facts in `trash/`
 */
export function recovered(
  base: LibraryData,
  found: ReadonlyMap<string, FactsFile | undefined>,
  trashed: ReadonlyMap<string, FactsFile | undefined>,
  now: number,
): LibraryData {
  const isNewer = (facts: FactsFile | undefined): facts is FactsFile =>
    facts !== undefined && facts.revision > base.revision;
  const known = new Map(base.albums.map((album) => [album.folder, album]));
  // Another record has the tracks of these folders now.
  const givenUp = new Set(
    base.albums.flatMap(({ pending }) => (pending?.moves?.goes === true ? pending.moves.from : [])),
  );
  const albums: { album: AlbumRecord; revision: number }[] = [];
  const gone: LibraryData['trash'] = [];
  for (const album of base.albums) {
    const facts = found.get(album.folder);
    const there = trashed.get(album.folder);
    if (!found.has(album.folder) && trashed.has(album.folder))
      gone.push({ album: there?.album ?? album, deleted_at: now });
    else if (isNewer(facts)) albums.push({ album: { ...album, ...facts.album }, revision: facts.revision });
    else albums.push({ album, revision: base.revision });
  }
  for (const [folder, facts] of found)
    if (facts !== undefined && !known.has(folder) && !givenUp.has(folder))
      albums.push({ album: recordOf(facts.album), revision: facts.revision });
  const inTrash = new Set(base.trash.map(({ album }) => album.folder));
  for (const [folder, facts] of trashed)
    if (facts !== undefined && !known.has(folder) && !inTrash.has(folder))
      gone.push({ album: facts.album, deleted_at: now });
  // If two albums claim a number, the one that was changed last gets it.
  albums.sort((a, b) => b.revision - a.revision);
  const trash = [...base.trash.filter(({ album }) => !found.has(album.folder)), ...gone];
  const claimed = albums.map(({ album }) => album);
  const all = withTrackIds(withOids(claimed, restingNow(base.resting_oids, claimed, trash)), base);
  const revisions = [...found.values(), ...trashed.values()].map((facts) => facts?.revision ?? 0);
  return {
    ...base,
    revision: Math.max(base.revision, ...revisions) + 1,
    next_track_id: Math.max(base.next_track_id, highestTrackId([...all, ...gone.map(({ album }) => album)]) + 1),
    albums: inOrder(all, base),
    trash,
    resting_oids: restingAfter(restingNow(base.resting_oids, all, trash), base.albums, all),
  };
}

/** Keeps the order of the file; albums that it does not have are appended, by age. */
function inOrder(albums: readonly AlbumRecord[], base: LibraryData): AlbumRecord[] {
  const places = new Map(base.albums.map(({ folder }, at) => [folder, at]));
  const placeOf = ({ folder }: AlbumRecord): number => places.get(folder) ?? base.albums.length;
  return [...albums].sort((a, b) => placeOf(a) - placeOf(b) || a.added_at - b.added_at || a.oid - b.oid);
}

/** If two tracks claim an id, the second gets another one. */
function withTrackIds(albums: readonly AlbumRecord[], { next_track_id }: LibraryData): AlbumRecord[] {
  let next = Math.max(next_track_id, highestTrackId(albums) + 1);
  const seen = new Set<number>();
  return albums.map((album) => {
    if (album.tracks.every(({ id }) => !seen.has(id))) {
      for (const { id } of album.tracks) seen.add(id);
      return album;
    }
    const tracks = album.tracks.map((track) => {
      const id = seen.has(track.id) ? next++ : track.id;
      seen.add(id);
      return { ...track, id };
    });
    return { ...album, tracks };
  });
}
