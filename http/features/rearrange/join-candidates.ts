/** Selects the albums that can be joined into another one: likely albums first, or those that a search finds. Pure. */
import type { AlbumView } from '../../../workers/library/types.js';
import { chosenAlbums } from '../../resources/albums/many/choose.js';

export interface Candidates {
  shown: readonly AlbumView[];
  /** The number of albums found but not shown. */
  more: number;
}

const mostShown = 24;

/** @param q the search; empty for the likely albums */
export function candidatesFor(album: AlbumView, albums: readonly AlbumView[], q: string): Candidates {
  const found = chosenAlbums(albums, { q, sort: 'newest', filter: [], pen: [] }).filter(({ oid }) => oid !== album.oid);
  const inOrder = q.trim() === '' ? likelyFirst(album, found) : found;
  return { shown: inOrder.slice(0, mostShown), more: Math.max(0, found.length - mostShown) };
}

function likelyFirst({ album_title, album_artist }: AlbumView, albums: readonly AlbumView[]): AlbumView[] {
  const title = album_title.toLowerCase();
  const likeness = (other: AlbumView): number =>
    commonStart(title, other.album_title.toLowerCase()) +
    (album_artist !== '' && other.album_artist === album_artist ? artistWeighs : 0);
  const all = albums.map((other) => ({ other, likeness: likeness(other) }));
  return all.sort((a, b) => b.likeness - a.likeness).map(({ other }) => other);
}

/** The same artist counts as much as this many equal letters of the title. */
const artistWeighs = 4;

function commonStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}
