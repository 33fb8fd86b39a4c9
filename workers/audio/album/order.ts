/** Sorts the files of an album and finds its title: by tags, then names, then natural order. */
import { commonTag, mostFrequent, tagKey } from './album-tag.js';
import { countedNames } from './counted-names.js';
import { discsOf } from './discs.js';
import type { AudioFacts } from '../formats/facts.js';
import { byAlbum, isComplete, sortedByWhat, type TrackHints } from './mix.js';
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
  /** The album tag of most tracks, without a disc that only distinguishes parts; undefined without tags or for a mix. */
  title: string | undefined;
  /** The album artist, else the artist that all tracks share, else `Various artists`; undefined without tags. */
  artist: string | undefined;
  year: number | undefined;
  tracks: OrderedTrack<Input>[];
}

interface Sortable<Input> extends TrackHints {
  file: Input;
  disc: number;
}

/** Returns every file exactly once, whatever the tags contain. The order of the input does not matter. */
export function orderAlbum<Input extends OrderInput>(files: readonly Input[]): OrderedAlbum<Input> {
  const tracks = sorted(files).map(({ file, name, disc }, at) => ({
    ...file,
    disc,
    track_number: at + 1,
    track_title: titleOf(file.facts.title, name.title),
    artist: file.facts.artist ?? file.facts.albumArtist ?? '',
    genre: file.facts.genre ?? '',
  }));
  const facts = tracks.map((track) => track.facts);
  return {
    title: commonTag(facts.map(({ album }) => album)),
    artist:
      mostFrequent(facts.map(({ albumArtist }) => albumArtist)) ?? commonArtist(facts.map(({ artist }) => artist)),
    year: mostFrequent(facts.map(({ year }) => year ?? undefined)),
    tracks,
  };
}

/** Prefers the name to a placeholder such as `Track 1`, if the name has words of its own. */
function titleOf(tag: string | undefined, name: string): string {
  const isBetter = /\p{L}/u.test(name) && !isTitlePlaceholder(name);
  return tag === undefined || (isBetter && isTitlePlaceholder(tag)) ? name : tag;
}

function sorted<Input extends OrderInput>(given: readonly Input[]): Sortable<Input>[] {
  const folders = new Map<string, Input[]>();
  for (const file of given.toSorted((a, b) => naturally(a.relativePath, b.relativePath))) {
    const folder = splitPath(file.relativePath).folders.join('/');
    const there = folders.get(folder);
    if (there === undefined) folders.set(folder, [file]);
    else there.push(file);
  }
  const known = [...folders.values()].map((files) => hintsOf(inOrderOfNames(files)));
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

/** Sorts the files of one folder, in natural order, by numerals and dates in their names. */
function inOrderOfNames<Input extends OrderInput>(files: readonly Input[]): readonly Input[] {
  const bare = files.map(({ relativePath }) => bareName(relativePath));
  const names = countedNames(bare);
  if (names.every((name, at) => name === bare[at])) return files;
  const nameOf = new Map(files.map((file, at) => [file, names[at] ?? '']));
  return files.toSorted((a, b) => naturally(nameOf.get(a) ?? '', nameOf.get(b) ?? ''));
}

/** Reads the names of one folder together. */
function hintsOf<Input extends OrderInput>(files: readonly Input[]): (TrackHints & { file: Input })[] {
  const names = readNames(files.map(({ relativePath }) => relativePath));
  return files.map((file, at) => {
    const { relativePath, facts } = file;
    const { number, disc } = trackPlace(facts.trackText);
    return {
      ...{ file, relativePath, name: names[at] as NameFacts, tagNumber: number, tagDisc: facts.disc ?? disc },
      album: facts.album === undefined ? null : tagKey(facts.album),
    };
  });
}

/** Sorting is stable, so equal files keep their natural order. */
function sortedDisc<Input>(tracks: readonly Sortable<Input>[]): Sortable<Input>[] {
  const what = sortedByWhat(tracks);
  if (what === 'names') return sortedBy(tracks, [nameOf]);
  if (what === 'tags') return sortedAlbum(tracks);
  return byAlbum(tracks).flatMap(([, some]) => {
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
  const isByName = !isComplete(tracks.map(tagOf)) && isComplete(tracks.map(nameOf));
  return sortedBy(tracks, isByName ? [nameOf] : [tagOf, nameOf]);
}

type Key = (track: TrackHints) => number | null;

const nameOf: Key = ({ name }) => name.number;

/** Sorts tracks without a number last. */
function sortedBy<Input>(tracks: readonly Sortable<Input>[], keys: readonly Key[]): Sortable<Input>[] {
  const last = Number.MAX_SAFE_INTEGER;
  return tracks.toSorted((a, b) => keys.reduce((order, key) => order || (key(a) ?? last) - (key(b) ?? last), 0));
}

function commonArtist(artists: readonly (string | undefined)[]): string | undefined {
  const named = artists.filter((artist) => artist !== undefined);
  const distinct = new Set(named.map((artist) => artist.toLocaleLowerCase('de')));
  return distinct.size > 1 ? 'Various artists' : named[0];
}
