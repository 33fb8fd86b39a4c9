/** Sorts the files of an album and finds its title: by tags, then names, then a playlist, then natural order. */
import { groupBy } from '../../base/group-by.js';
import { commonTag, discInTag, mostFrequent, mostOf, tagKey } from './album-tag.js';
import { countedNames } from './counted-names.js';
import { isCutTitle } from './cut-title.js';
import { discsOf } from './discs.js';
import type { AudioFacts } from '../formats/facts.js';
import { isComplete, sortedByWhat, type TrackHints } from './mix.js';
import { isTitlePlaceholder } from '../formats/placeholders.js';
import { bareName, type NameFacts, readNames, splitPath } from './names.js';
import { naturally } from './natural.js';
import { trackPlace } from './track-place.js';

export { commonTitle } from './common-title.js';
export { splitAlbum } from './split-album.js';

export interface OrderInput {
  /** Path in the album's folder, with `/`. */
  relativePath: string;
  facts: Pick<AudioFacts, 'title' | 'album' | 'artist' | 'albumArtist' | 'year' | 'trackText' | 'disc' | 'genre'>;
  /** Place in a playlist. */
  listed?: number | null;
  /** If it was cut from another file: that file, and its position among the pieces. */
  chapter?: { whole: OrderInput; number: number };
}

type OrderedTrack<Input extends OrderInput> = Input & {
  /** From 1, as counted by tags or folders; 1 without them. */
  disc: number;
  /** From 1 over the whole album, without gaps. */
  track_number: number;
  track_title: string;
  artist: string;
  genre: string;
};

export interface OrderedAlbum<Input extends OrderInput> {
  /** The album tag of most tracks, without a disc that distinguishes parts; undefined for a mix or without tags. */
  title: string | undefined;
  /** The album artist, else the artist that all tracks share, else `Various artists`; undefined without tags. */
  artist: string | undefined;
  year: number | undefined;
  tracks: OrderedTrack<Input>[];
}

interface Hints<Input> extends TrackHints {
  file: Input;
  /** Place in a playlist; null if the names define an order. */
  listed: number | null;
}

interface Sortable<Input> extends Hints<Input> {
  disc: number;
}

/** Returns every file exactly once, whatever the tags contain. The order of the input does not matter. */
export function orderAlbum<Input extends OrderInput>(files: readonly Input[]): OrderedAlbum<Input> {
  const inOrder = sorted(files);
  const areNamed = haveWords(inOrder.map(({ name }) => name.title));
  const shared = sharedTitle(inOrder.map(({ file }) => file.facts.title));
  const tracks = inOrder.map(({ file, name, disc }, at) => ({
    ...file,
    disc,
    track_number: at + 1,
    track_title: titleOf(file.facts.title, name.title, { areNamed, shared }),
    artist: file.facts.artist ?? file.facts.albumArtist ?? '',
    genre: file.facts.genre ?? '',
  }));
  const facts = tracks.map((track) => track.facts);
  const title = commonTag(facts.map(({ album }) => album));
  // The most frequent value of a mix may be that of two tracks in twenty.
  const chosen = title === undefined ? mostOf : mostFrequent;
  return {
    title,
    artist:
      chosen(facts.map(({ albumArtist }) => albumArtist)) ??
      commonArtist(facts.map(({ artist, albumArtist }) => artist ?? albumArtist)),
    year: chosen(facts.map(({ year }) => year ?? undefined)),
    tracks,
  };
}

/** True if the names differ in words: `aud001` and `aud002` differ only in digits. */
const haveWords = (names: readonly string[]): boolean =>
  names.length === 1 || new Set(names.map((name) => name.replace(/\d+/g, ''))).size > 1;

/** Returns the title of most tracks: programs that split a book write its title to all parts. */
function sharedTitle(tags: readonly (string | undefined)[]): string | undefined {
  const most = mostFrequent(tags);
  return tags.length > 2 && tags.filter((tag) => tag === most).length * 2 > tags.length ? most : undefined;
}

/**
 * Prefers the name to a placeholder such as `Track 1` and to the title of the whole book, if the name has words of its
 * own, and to a title that was cut off.
 */
function titleOf(
  tag: string | undefined,
  name: string,
  { areNamed, shared }: { areNamed: boolean; shared: string | undefined },
): string {
  if (tag === undefined) return name;
  const isBetter = areNamed && /\p{L}/u.test(name) && !isTitlePlaceholder(name);
  // `Kapitel 3`
  const isOfBook = tag === shared && (isBetter || /\p{L}{4}\s\d+$/u.test(name));
  return isCutTitle(tag, name) || isOfBook || (isBetter && isTitlePlaceholder(tag)) ? name : tag;
}

/** Chapters stay together, in the place of their file, whose name is not theirs. */
function sorted<Input extends OrderInput>(given: readonly Input[]): Sortable<Input>[] {
  const pieces = groupBy(given, (file): OrderInput => file.chapter?.whole ?? file);
  return sortedFiles([...pieces.keys()]).flatMap(({ file: whole, name, ...place }) =>
    (pieces.get(whole) ?? [])
      .toSorted((a, b) => (a.chapter?.number ?? 0) - (b.chapter?.number ?? 0))
      .map((file) => ({
        ...place,
        file,
        name: file.chapter === undefined ? name : { ...name, title: file.facts.title ?? name.title },
      })),
  );
}

function sortedFiles<Input extends OrderInput>(given: readonly Input[]): Sortable<Input>[] {
  const naturalOrder = given.toSorted((a, b) => naturally(a.relativePath, b.relativePath));
  const folders = groupBy(naturalOrder, ({ relativePath }) => splitPath(relativePath).folders.join('/'));
  const known = [...folders.values()].map(hintsOf);
  // Discs of foreign albums are not those of this one.
  const discs = discsOf(
    known.flatMap((tracks) =>
      sortedByWhat(tracks) === 'tags' ? tracks : tracks.map((track) => ({ ...track, tagDisc: null })),
    ),
  );
  const all = known.flat().map((track, at): Sortable<Input> => ({ ...track, disc: discs[at] ?? 1 }));
  const inOrder = [...new Set(discs)].sort((a, b) => a - b);
  return inOrder.flatMap((disc) => sortedDisc(all.filter((track) => track.disc === disc)));
}

/** Reads the names of one folder together, and sorts by numerals and dates in them. */
function hintsOf<Input extends OrderInput>(files: readonly Input[]): Hints<Input>[] {
  const names = readNames(files.map(({ relativePath }) => relativePath));
  const counted = countedNames(files.map(({ relativePath }) => bareName(relativePath)));
  const areNumbered = areCounted(counted) || names.filter(({ number }) => number !== null).length * 2 > files.length;
  const hints = files.map((file, at): Hints<Input> & { counted: string } => {
    const { relativePath, facts, listed = null } = file;
    const { number, disc } = trackPlace(facts.trackText);
    return {
      ...{ file, relativePath, name: names[at] as NameFacts, tagNumber: number },
      tagDisc: facts.disc ?? disc ?? discInTag(facts.album),
      album: facts.album === undefined ? null : tagKey(facts.album),
      listed: areNumbered ? null : listed,
      counted: counted[at] ?? '',
    };
  });
  const isNatural = files.every(({ relativePath }, at) => bareName(relativePath) === counted[at]);
  return isNatural ? hints : hints.sort((a, b) => naturally(a.counted, b.counted));
}

/** True if most names share the text before their first digit. Years and ids follow different texts. */
function areCounted(names: readonly string[]): boolean {
  const prefixes = names.flatMap((name) => /^(\D*)\d/.exec(name)?.[1]?.toLowerCase() ?? []);
  return [...groupBy(prefixes, (prefix) => prefix).values()].some(({ length }) => length * 2 > names.length);
}

/** Sorting is stable, so equal files keep their natural order. */
function sortedDisc<Input>(tracks: readonly Sortable<Input>[]): Sortable<Input>[] {
  const what = sortedByWhat(tracks);
  if (what === 'names') return sortedBy(tracks, [areListed(tracks) ? listedOf : nameOf]);
  if (what === 'tags') return sortedAlbum(tracks);
  if (tracks.every(({ listed }) => listed !== null)) return sortedBy(tracks, [listedOf]);
  return [...groupBy(tracks, ({ album }) => album).values()].flatMap((some) => {
    const discs = [...new Set(some.map(({ tagDisc }) => tagDisc ?? 0))].sort((a, b) => a - b);
    return discs.flatMap((disc) => sortedAlbum(some.filter(({ tagDisc }) => (tagDisc ?? 0) === disc)));
  });
}

function sortedAlbum<Input>(tracks: readonly Sortable<Input>[]): Sortable<Input>[] {
  const tags = tracks.map(({ tagNumber }) => tagNumber);
  // Programs write 0 for an unknown number. It is a real number only if the tracks count from 0.
  const countsFromZero =
    new Set(tags).size === tracks.length && Math.max(...tags.map((tag) => tag ?? Infinity)) === tracks.length - 1;
  const tagOf: Key = ({ tagNumber: tag }) => (tag === 0 && !countsFromZero ? null : tag);
  if (isComplete(tracks.map(tagOf))) return sortedBy(tracks, [tagOf]);
  if (isComplete(tracks.map(nameOf))) return sortedBy(tracks, [nameOf]);
  if (countAgain(tags)) return [...tracks];
  return sortedBy(tracks, areListed(tracks) ? [listedOf] : [tagOf, nameOf]);
}

/** True for 1, 2, 3, 1, 2: several discs in one folder, in the order of the names. */
const countAgain = (tags: readonly (number | null)[]): boolean =>
  tags.every((tag, at) => tag === 1 || (at > 0 && tag !== null && tag - 1 === tags[at - 1]));

type Key = (track: Hints<unknown>) => number | null;

const nameOf: Key = ({ name }) => name.number;
const listedOf: Key = ({ listed }) => listed;

/** True if a playlist names most tracks. */
const areListed = (tracks: readonly Hints<unknown>[]): boolean =>
  tracks.filter(({ listed }) => listed !== null).length * 2 > tracks.length;

function sortedBy<Input>(tracks: readonly Sortable<Input>[], keys: readonly Key[]): Sortable<Input>[] {
  const ranks = keys.map((key) => ranksOf(tracks, key));
  const compare = (a: number, b: number): number =>
    ranks.reduce((order, rank) => order || (rank[a] as number) - (rank[b] as number), 0);
  return [...tracks.keys()].sort(compare).map((at) => tracks[at] as Sortable<Input>);
}

/** `01a`, `02.1`, `02+03`; not `7 Tage` and `2nd Song`, which are titles. */
const partOfNumber = /^\d{1,3}(?:[a-z](?![a-z])|[.+]\d)/i;

/** A track without a number is last. `01a` stays behind `01` if the other numbers have the order of the names. */
function ranksOf(tracks: readonly Sortable<unknown>[], key: Key): number[] {
  const known = tracks.map(key).filter((number) => number !== null);
  const isAscending = known.every((number, at) => number >= (known[at - 1] ?? 0));
  const last = Number.MAX_SAFE_INTEGER;
  let before = last;
  return tracks.map((track) => {
    const number = key(track);
    before = number ?? before;
    return number ?? (isAscending && partOfNumber.test(bareName(track.relativePath)) ? before : last);
  });
}

function commonArtist(artists: readonly (string | undefined)[]): string | undefined {
  const named = artists.filter((artist) => artist !== undefined);
  // Guests of single tracks.
  const main = named.map((artist) => artist.replace(/\s[([]?(?:feat|ft|featuring)\.?\s.*$/i, ''));
  const distinct = new Set(main.map((artist) => artist.toLocaleLowerCase('de')));
  if (distinct.size > 1) return 'Various artists';
  return new Set(named).size > 1 ? main[0] : named[0];
}
