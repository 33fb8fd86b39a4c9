/** Which albums a library page shows, in which order. Pure. */
import { finder, searchable } from '../../../workers/base/language/search.js';
import type { AlbumView } from '../../../workers/library/types.js';
import type { LibraryQuery } from './input.js';

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

const orders: Readonly<Record<LibraryQuery['sort'], (a: AlbumView, b: AlbumView) => number>> = {
  newest: (a, b) => (a.added_at < b.added_at ? 1 : a.added_at > b.added_at ? -1 : b.oid - a.oid),
  title: (a, b) => collator.compare(a.album_title, b.album_title) || a.oid - b.oid,
  artist: (a, b) =>
    collator.compare(a.album_artist, b.album_artist) || collator.compare(a.album_title, b.album_title) || a.oid - b.oid,
  oid: (a, b) => a.oid - b.oid,
};

/** A view is made anew when the album changes. */
const texts = new WeakMap<AlbumView, string>();

function textOf(album: AlbumView): string {
  const known = texts.get(album);
  if (known !== undefined) return known;
  const { oid, album_title: title, album_artist: artist, tracks } = album;
  const text = searchable([oid, title, artist, ...tracks.map((track) => track.track_title)].join('\n'));
  texts.set(album, text);
  return text;
}

/** Every word must occur in the title, the artist, the tracks, or be the OID. */
export function chosenAlbums(albums: readonly AlbumView[], { q, sort }: Omit<LibraryQuery, 'page'>): AlbumView[] {
  const isFound = finder(q);
  return (q.trim() === '' ? [...albums] : albums.filter((album) => isFound(textOf(album)))).sort(orders[sort]);
}
