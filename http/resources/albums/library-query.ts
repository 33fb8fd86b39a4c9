/** Which albums a library page shows, in which order. Pure. */
import type { AlbumView } from '../../../workers/library/types.js';
import { attempt, choice, integer, line, throwProblems } from '../../request/values.js';

export type Sort = 'newest' | 'title' | 'artist' | 'oid';
export const sorts: readonly Sort[] = ['newest', 'title', 'artist', 'oid'];

export interface LibraryQuery {
  q: string;
  sort: Sort;
  /** 1-based. */
  page: number;
  /** Albums a page. */
  size: number;
}

const pageSize = 60;

/** Throws `bad_field`. */
export function libraryQuery(given: Readonly<Record<string, unknown>>): LibraryQuery {
  const problems: Record<string, string> = {};
  const { q = '', sort = 'newest', page = 1 } = given;
  const query = {
    q: attempt(problems, 'q', q, line('may be empty')) ?? '',
    sort: attempt(problems, 'sort', sort, choice(sorts)) ?? 'newest',
    page: attempt(problems, 'page', page, integer(1, 100_000)) ?? 1,
    size: pageSize,
  };
  throwProblems(problems);
  return query;
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

const orders: Readonly<Record<Sort, (a: AlbumView, b: AlbumView) => number>> = {
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
export function chosenAlbums(albums: readonly AlbumView[], { q, sort }: Pick<LibraryQuery, 'q' | 'sort'>): AlbumView[] {
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
