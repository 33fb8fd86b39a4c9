/** Compares the tracks of a part with the tracks of an album. Pure. */
import { discInTag, majorityTag, mostFrequent } from '../../audio/album/album-tag.js';
import { discsOf } from '../../audio/album/discs.js';
import { bareName, type NameFacts, readNames, splitPath } from '../../audio/album/names.js';
import { trackPlace } from '../../audio/album/track-place.js';
import { isTitlePlaceholder } from '../../audio/formats/placeholders.js';
import { nameKey } from '../../base/files/names.js';
import type { ComparedTrack } from '../types.js';
import { groupBy } from '../../base/group-by.js';

/** Returns the album tag of more than half of the tracks; null if there is none. */
export const tagOfTracks = (tracks: readonly ComparedTrack[]): string | null =>
  majorityTag(tracks.map(({ facts }) => facts.album));

/**
 * Reports whether tracks cannot belong to the album of others, because they name another album or artist, or because a
 * track number or a title is taken.
 */
export function contradict(tracks: readonly ComparedTrack[], others: readonly ComparedTrack[]): boolean {
  const [tag, tagOfOthers] = [tagOfTracks(tracks), tagOfTracks(others)];
  if (tag !== null && tagOfOthers !== null && tag !== tagOfOthers) return true;
  const artistOf = (some: readonly ComparedTrack[]): string | undefined =>
    mostFrequent(some.map(({ facts }) => facts.albumArtist && nameKey(facts.albumArtist)));
  const [artist, artistOfOthers] = [artistOf(tracks), artistOf(others)];
  if (artist !== undefined && artistOfOthers !== undefined && artist !== artistOfOthers) return true;
  const discs = discsOf([...hintsOf(tracks), ...hintsOf(others)]);
  const places = placesOf(tracks, discs.slice(0, tracks.length));
  const taken = placesOf(others, discs.slice(tracks.length));
  return sharesPlace(places, taken) || sharesTitle(tracks, others);
}

interface Place {
  /** Disc and number in the tags; null if they have none, or if the tags name several albums. */
  tagged: string | null;
  /** Disc and number in the name, and the path. */
  named: string[];
}

function placesOf(tracks: readonly ComparedTrack[], discs: readonly number[]): Place[] {
  // Numbers in tags count within one album.
  const isOne = tagOfTracks(tracks) !== null || tracks.every(({ facts }) => facts.album === undefined);
  const names = namesOf(tracks);
  return tracks.map(({ relativePath, facts }, at) => {
    const { number } = trackPlace(facts.trackText);
    // A number that may be part of the title counts too: two albums can be joined, and mixed ones are hard to separate.
    const [, digits] = /^0*(\d{1,3})(?!\d)/.exec(bareName(relativePath)) ?? [];
    const inName = names[at]?.number ?? digits ?? null;
    const path = `/${relativePath.normalize('NFC').toLowerCase()}`;
    return {
      tagged: isOne && number !== null && number > 0 ? `${discs[at]}/${number}` : null,
      named: inName === null ? [path] : [path, `${discs[at]}/${inName}`],
    };
  });
}

/** Compares tags if both have them, else names: a name repeats on each disc of an album. */
function sharesPlace(places: readonly Place[], taken: readonly Place[]): boolean {
  const tagged = new Set(taken.map((place) => place.tagged));
  const named = new Set(taken.flatMap((place) => place.named));
  const untagged = new Set(taken.filter((place) => place.tagged === null).flatMap((place) => place.named));
  return places.some((place) =>
    place.tagged === null
      ? place.named.some((one) => named.has(one))
      : tagged.has(place.tagged) || place.named.some((one) => untagged.has(one)),
  );
}

function sharesTitle(tracks: readonly ComparedTrack[], others: readonly ComparedTrack[]): boolean {
  const [titles, taken] = [tellingTitles(tracks), new Set(tellingTitles(others))];
  return titles.some((title) => taken.has(title));
}

/** Matches the key of a title that is only a number, such as `1` or `Kapitel 1`. */
const count = /^(?:track|tit(?:el|le|re)|kapitel|chapter|chapitre|hoofdstuk|teil|part|partie|deel)?\d*$/;

/** Reports whether a title, by its key, says more than a number. */
export const isTelling = (key: string): boolean => !count.test(key) && !isTitlePlaceholder(key);

/** Returns a title without case, blanks and punctuation. */
export const titleKey = (title: string): string => nameKey(title).replace(/[^\p{L}\p{N}]+/gu, '');

/** Returns the keys of titles that identify a track. Leaves out placeholders and repeated titles. */
function tellingTitles(tracks: readonly ComparedTrack[]): string[] {
  const keys = titlesOf(tracks).filter(isTelling);
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return keys.filter((key) => counts.get(key) === 1);
}

/** Returns the key of each title, from the tags or else from the names. */
function titlesOf(tracks: readonly ComparedTrack[]): string[] {
  const names = namesOf(tracks);
  return tracks.map(({ facts }, at) => titleKey(facts.title ?? names[at]?.title ?? ''));
}

function namesOf(tracks: readonly ComparedTrack[]): NameFacts[] {
  const folders = groupBy(tracks, ({ relativePath }) => splitPath(relativePath).folders.join('/'));
  const names = new Map<ComparedTrack, NameFacts>();
  for (const folder of folders.values()) {
    const read = readNames(folder.map(({ relativePath }) => relativePath));
    folder.forEach((track, at) => names.set(track, read[at] as NameFacts));
  }
  return tracks.map((track) => names.get(track) as NameFacts);
}

function hintsOf(tracks: readonly ComparedTrack[]): Parameters<typeof discsOf>[0][number][] {
  const names = namesOf(tracks);
  return tracks.map(({ relativePath, facts }, at) => {
    const { disc, number } = trackPlace(facts.trackText);
    const tagDisc = facts.disc ?? disc ?? discInTag(facts.album);
    return { relativePath, tagDisc, tagNumber: number, name: names[at] as NameFacts };
  });
}

interface Count {
  disc: number;
  number: number | null;
  /** Number of tracks on the disc, and number of discs; null if the tags have none. */
  tracks: number | null;
  discs: number | null;
}

function countIn({ facts }: ComparedTrack): Count {
  const { disc, number } = trackPlace(facts.trackText);
  const [, total] = /^\s*\d+\s*(?:\/|of|von)\s*(\d{1,4})\s*$/i.exec(facts.trackText ?? '') ?? [];
  return {
    disc: facts.disc ?? disc ?? discInTag(facts.album) ?? 1,
    number,
    tracks: Number(total) || null,
    discs: facts.discTotal,
  };
}

/** Reports whether the tags of some tracks say that more belong to them: `2/3`, or disc 2 of 2. */
export function areIncomplete(tracks: readonly ComparedTrack[]): boolean {
  const counts = tracks.map(countIn);
  return counts.some(({ disc, tracks: most, discs }) => {
    const onDisc = new Set(counts.filter((one) => one.disc === disc).map(({ number }) => number));
    return onDisc.size < (most ?? 0) || new Set(counts.map((one) => one.disc)).size < (discs ?? 0);
  });
}

/** Reports whether each track is one that the others lack, by the counts in the tags of both. */
export function fillGaps(tracks: readonly ComparedTrack[], others: readonly ComparedTrack[]): boolean {
  const there = others.map(countIn);
  return tracks.map(countIn).every(({ disc, number, tracks: most, discs }) => {
    const onDisc = there.filter((one) => one.disc === disc);
    if (number === null) return false;
    if (onDisc.length === 0) return discs !== null && disc <= discs && there.some((one) => one.discs === discs);
    const isCounted = most !== null && number <= most && onDisc.some((one) => one.tracks === most);
    return isCounted && onDisc.every((one) => one.number !== number);
  });
}

/** Reports whether the tags number every track. */
export const areNumbered = (tracks: readonly ComparedTrack[]): boolean =>
  tracks.every((track) => countIn(track).number !== null);
