/**
 * Records that are lost, or older than they should be, from what is left: the best file there is, and what lies beside
 * the tracks of each album. Pure.
 */
import type { AlbumRecord } from '../types.js';
import { highestTrackId, withOids, type LibraryData } from '../data.js';
import { restingAfter, restingNow } from '../oids.js';
import { recordOf, type FactsFile } from './facts.js';

/**
 * The newer of the two rules, album by album. An album that the file does not know, and that has facts, was added
 * later; one that lies in the trash was deleted later.
 * @param base of an older state, or an empty one
 * @param found the facts in `albums/`, by folder; undefined where there are none that can be trusted
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
  // What its tracks are of by now, another record says.
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
  // Of two that claim a number, the one that was changed last has it.
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

/** As they were in the file; those that it does not know come after, by their age. */
function inOrder(albums: readonly AlbumRecord[], base: LibraryData): AlbumRecord[] {
  const places = new Map(base.albums.map(({ folder }, at) => [folder, at]));
  const placeOf = ({ folder }: AlbumRecord): number => places.get(folder) ?? base.albums.length;
  return [...albums].sort((a, b) => placeOf(a) - placeOf(b) || a.added_at - b.added_at || a.oid - b.oid);
}

/** A number that two tracks claim: the second gets another one. */
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
