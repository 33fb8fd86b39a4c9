/** Sorts the files of an album and finds its title: by tags, then names, then natural order. */
import { commonTag, mostFrequent } from './album-tag.js';
import { discsOf } from './discs.js';
import type { AudioFacts } from '../formats/facts.js';
import { isTitlePlaceholder } from '../formats/placeholders.js';
import { type NameFacts, readNames, splitPath } from './names.js';
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
  /** The most frequent album tag, without a disc that only distinguishes parts; undefined without tags. */
  title: string | undefined;
  /** The album artist, else the artist that all tracks share, else `Various artists`; undefined without tags. */
  artist: string | undefined;
  year: number | undefined;
  tracks: OrderedTrack<Input>[];
}

interface Sortable<Input> {
  file: Input;
  name: NameFacts;
  disc: number;
  tag: number | null;
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
  const files = given.toSorted((a, b) => naturally(a.relativePath, b.relativePath));
  const names = namesOf(files.map(({ relativePath }) => relativePath));
  const known = files.map((file, at) => ({
    file,
    name: names[at] as NameFacts,
    tag: trackPlace(file.facts.trackText),
  }));
  const discs = discsOf(
    known.map(({ file, name, tag }) => ({
      relativePath: file.relativePath,
      tagDisc: file.facts.disc ?? tag.disc,
      tagNumber: tag.number,
      name,
    })),
  );
  const all = known.map(({ file, name, tag }, at) => ({ file, name, disc: discs[at] ?? 1, tag: tag.number }));
  const inOrder = [...new Set(discs)].sort((a, b) => a - b);
  return inOrder.flatMap((disc) => sortedDisc(all.filter((track) => track.disc === disc)));
}

/** Parses names folder by folder. */
function namesOf(paths: readonly string[]): NameFacts[] {
  const folders = new Map<string, string[]>();
  for (const path of paths) {
    const folder = splitPath(path).folders.join('/');
    const there = folders.get(folder);
    if (there === undefined) folders.set(folder, [path]);
    else there.push(path);
  }
  const facts = new Map<string, NameFacts>();
  for (const folder of folders.values()) {
    const read = readNames(folder);
    folder.forEach((path, at) => facts.set(path, read[at] as NameFacts));
  }
  return paths.map((path) => facts.get(path) as NameFacts);
}

/** Sorting is stable, so equal files keep their natural order. */
function sortedDisc<Input>(files: readonly Sortable<Input>[]): Sortable<Input>[] {
  const tags = files.map(({ tag }) => tag);
  const names = files.map(({ name }) => name.number);
  // Programs write 0 for an unknown number. It is a real number only if the tracks count from 0.
  const countsFromZero =
    new Set(tags).size === files.length && Math.max(...tags.map((tag) => tag ?? Infinity)) === files.length - 1;
  const tagOf = ({ tag }: Sortable<Input>): number | null => (tag === 0 && !countsFromZero ? null : tag);
  const nameOf = ({ name }: Sortable<Input>): number | null => name.number;
  const keys = !isComplete(files.map(tagOf)) && isComplete(names) ? [nameOf] : [tagOf, nameOf];
  const last = Number.MAX_SAFE_INTEGER;
  return files.toSorted((a, b) => keys.reduce((order, key) => order || (key(a) ?? last) - (key(b) ?? last), 0));
}

const isComplete = (numbers: readonly (number | null)[]): boolean =>
  !numbers.includes(null) && new Set(numbers).size === numbers.length;

function commonArtist(artists: readonly (string | undefined)[]): string | undefined {
  const named = artists.filter((artist) => artist !== undefined);
  const distinct = new Set(named.map((artist) => artist.toLocaleLowerCase('de')));
  return distinct.size > 1 ? 'Various artists' : named[0];
}
