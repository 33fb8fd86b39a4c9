/** Selects and sorts the albums of a library page. */
import { finder, searchable } from '../../../../workers/base/language/search.js';
import type { AlbumView } from '../../../../workers/library/types.js';
import type { PenView } from '../../pens/service.js';
import { filters, noPen, type LibraryQuery } from '../query.js';

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** *Der kleine Drache* is sorted under K, as in a library. A title that is only an article keeps it. */
const withoutArticle = (title: string): string =>
  title.replace(/^(?:(?:der|die|das|ein|eine|the|an?|les?|la|une?|de|het|een)\s+|l[’'])(?=\S)/i, '');

const byTitle = (a: AlbumView, b: AlbumView): number =>
  collator.compare(withoutArticle(a.album_title), withoutArticle(b.album_title)) ||
  collator.compare(a.album_title, b.album_title) ||
  a.oid - b.oid;

const orders: Readonly<Record<LibraryQuery['sort'], (a: AlbumView, b: AlbumView) => number>> = {
  newest: (a, b) => (a.added_at < b.added_at ? 1 : a.added_at > b.added_at ? -1 : b.oid - a.oid),
  title: byTitle,
  artist: (a, b) => collator.compare(withoutArticle(a.album_artist), withoutArticle(b.album_artist)) || byTitle(a, b),
  oid: (a, b) => a.oid - b.oid,
};

/** Search texts by album. Each change of an album creates a new view object. */
const texts = new WeakMap<AlbumView, string>();

function textOf(album: AlbumView): string {
  const known = texts.get(album);
  if (known !== undefined) return known;
  const { oid, album_title: title, album_artist: artist, tracks } = album;
  const ofTracks = new Set(tracks.flatMap((track) => [track.track_title, track.artist]));
  const text = searchable([oid, title, artist, ...ofTracks].join('\n'));
  texts.set(album, text);
  return text;
}

/** One filter for albums. */
interface Condition {
  field: 'filter' | 'pen';
  value: string;
  holds: (album: AlbumView) => boolean;
}

/** No sheet has its number: a sheet with a former number does not start it. */
export const isNotPrinted = ({ oid, printed }: AlbumView): boolean => printed.every((sheet) => sheet.oid !== oid);

function conditionsOf(pens: readonly PenView[]): Condition[] {
  const troubled = new Set(pens.flatMap((pen) => [...pen.problems, ...pen.shadowed].map(({ oid }) => oid)));
  const holds: Readonly<Record<(typeof filters)[number], Condition['holds']>> = {
    problem: ({ oid, gme_state: state }) => state === 'failed' || troubled.has(oid),
    not_printed: isNotPrinted,
  };
  const onPen = pens.map(({ id, albums }) => ({ id, there: new Set(albums) }));
  return [
    ...filters.map((value) => ({ field: 'filter' as const, value, holds: holds[value] })),
    { field: 'pen', value: noPen, holds: ({ oid }) => onPen.every(({ there }) => !there.has(oid)) },
    ...onPen.map(({ id, there }) => ({
      field: 'pen' as const,
      value: id,
      holds: ({ oid }: AlbumView) => there.has(oid),
    })),
  ];
}

/** A filter, and the number of albums that remain if it is added to the query. */
export interface Choice extends Pick<Condition, 'field' | 'value'> {
  isOn: boolean;
  count: number;
}

type Asked = Omit<LibraryQuery, 'page'>;

const isAsked = ({ field, value }: Condition, query: Asked): boolean =>
  (query[field] as readonly string[]).includes(value);

/**
 * Every word must occur in the title, an artist or the tracks, or be the OID; every filter must match.
 * @param pens all known pens
 */
export function chosenAlbums(
  albums: readonly AlbumView[],
  query: Asked,
  pens: readonly PenView[] = [],
): readonly AlbumView[] {
  const { q, sort } = query;
  const isFound = finder(q);
  const asked = conditionsOf(pens).filter((one) => isAsked(one, query));
  const all = albums.toSorted(orders[sort]);
  if (q.trim() === '' && asked.length === 0) return all;
  return all.filter((album) => asked.every(({ holds }) => holds(album)) && isFound(textOf(album)));
}

/**
 * Returns the chosen filters, and those that find something. A pen that is long away is only there if it is chosen.
 * @param found the result of `chosenAlbums` for the same query
 */
export function choicesOf(found: readonly AlbumView[], query: Asked, pens: readonly PenView[]): Choice[] {
  const old = new Set(pens.flatMap(({ id, long_away: isLongAway }) => (isLongAway ? [id] : [])));
  return conditionsOf(pens).flatMap((one) => {
    const isOn = isAsked(one, query);
    const { field, value, holds } = one;
    const count = isOn ? found.length : old.has(value) ? 0 : found.filter(holds).length;
    return isOn || count > 0 ? [{ field, value, isOn, count }] : [];
  });
}
