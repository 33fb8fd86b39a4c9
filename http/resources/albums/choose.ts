/** Which albums a library page shows, in which order. Pure. */
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

/** Without case and accents: `grusse` finds `Grüße`. */
const plain = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss');

/** Every word must occur in the title, the artist, the tracks, or be the OID. */
export function chosenAlbums(albums: readonly AlbumView[], { q, sort }: Omit<LibraryQuery, 'page'>): AlbumView[] {
  const words = plain(q)
    .split(/\s+/)
    .filter((word) => word !== '');
  const has = (album: AlbumView): boolean => {
    const text = plain(
      [album.oid, album.album_title, album.album_artist, ...album.tracks.map((track) => track.track_title)].join('\n'),
    );
    return words.every((word) => text.includes(word));
  };
  return (words.length === 0 ? [...albums] : albums.filter(has)).sort(orders[sort]);
}
