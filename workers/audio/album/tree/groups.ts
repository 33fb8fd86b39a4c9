/** Folders with audio files that form one album. */
import { discInTag, majorityTag } from '../album-tag.js';
import { naturally } from '../natural.js';
import { trackPlace } from '../track-place.js';
import { albumFolder, discsByName } from './discs-by-name.js';
import { parentOf, type Folders, type TreeTrack } from './folders.js';
import { groupBy } from '../../../base/group-by.js';

export interface Group<Track extends TreeTrack> {
  /** The folder that gives the album its name. */
  home: string;
  /** The folders that contain its tracks. */
  folders: string[];
  tracks: Track[];
}

/** Groups folders by name: discs form one group; every other folder with audio files is its own group. */
export function groupsByName<Track extends TreeTrack>(folders: Folders<Track>, top: string): Group<Track>[] {
  const discs = discsByName(folders, top);
  const groups = new Map<string, Group<Track>>();
  for (const [folder, tracks] of folders.direct) {
    const home = albumFolder(folder, folders, discs);
    const group = groups.get(home) ?? { home, folders: [], tracks: [] };
    group.folders.push(folder);
    group.tracks.push(...tracks);
    groups.set(home, group);
  }
  return [...groups.values()].flatMap((group) => withoutStrays(group, folders));
}

/** Files next to discs belong to them, unless their tag names another album. */
function withoutStrays<Track extends TreeTrack>(group: Group<Track>, { direct }: Folders<Track>): Group<Track>[] {
  const { home, folders, tracks } = group;
  const own = new Set(direct.get(home));
  const others = tracks.filter((track) => !own.has(track));
  const [tag, tagOfDiscs] = [tagOf([...own]), tagOf(others)];
  if (tag === null || tagOfDiscs === null || tag === tagOfDiscs) return [group];
  return [
    { home, folders: [home], tracks: [...own] },
    { home, folders: folders.filter((folder) => folder !== home), tracks: others },
  ];
}

const tagOf = (tracks: readonly TreeTrack[]): string | null => majorityTag(tracks.map(({ facts }) => facts.album));

/**
 * Joins groups that their tags identify as one album: the same title, and different discs or track numbers. It compares
 * only folders next to each other or nested.
 */
export function joinByTags<Track extends TreeTrack>(groups: readonly Group<Track>[]): Group<Track>[] {
  const joined = new Set(groups);
  const near = new Map<string, Set<Group<Track>>>();
  const placesOf = ({ home }: Group<Track>): string[] => (home === '' ? [''] : [home, parentOf(home)]);
  for (const group of groups)
    for (const place of placesOf(group)) near.set(place, (near.get(place) ?? new Set()).add(group));
  for (const place of [...near.keys()].sort((a, b) => depthOf(b) - depthOf(a))) {
    const here = near.get(place) ?? new Set();
    for (const some of byTag([...here])) {
      if (!areOne(some, place)) continue;
      const whole = wholeOf(some);
      for (const group of some) {
        joined.delete(group);
        for (const one of placesOf(group)) near.get(one)?.delete(group);
      }
      joined.add(whole);
      for (const one of placesOf(whole)) near.get(one)?.add(whole);
    }
  }
  return [...joined];
}

/** Returns groups with the same tag, if there are several. */
function byTag<Track extends TreeTrack>(groups: readonly Group<Track>[]): Group<Track>[][] {
  const found = groupBy(groups.length > 1 ? groups : [], ({ tracks }) => tagOf(tracks));
  found.delete(null);
  return [...found.values()].filter(({ length }) => length > 1);
}

/** Takes the name of the outermost folder, else of the first one. */
function wholeOf<Track extends TreeTrack>(groups: readonly Group<Track>[]): Group<Track> {
  const [{ home } = { home: '' }] = groups.toSorted(
    (a, b) => depthOf(a.home) - depthOf(b.home) || naturally(a.home, b.home),
  );
  return { home, folders: groups.flatMap((one) => one.folders), tracks: groups.flatMap((one) => one.tracks) };
}

const depthOf = (path: string): number => (path === '' ? 0 : path.split('/').length);

/** @param place its own tracks may be an album that continues in a subfolder */
function areOne(groups: readonly Group<TreeTrack>[], place: string): boolean {
  const discs = groups.map((group) => numbersOf(group, ({ disc }) => disc) ?? (group.home === place ? ['1'] : null));
  if (areApart(discs)) return true;
  const isNested = groups.some(({ home }) => home === place);
  return isNested && areApart(groups.map((group) => numbersOf(group, placeText)));
}

/** Returns null if a track has no number. */
function numbersOf({ tracks }: Group<TreeTrack>, of: (place: Place) => number | string | null): string[] | null {
  const all = tracks.map((track) => of(placeOf(track)));
  return all.includes(null) ? null : [...new Set(all.map(String))];
}

const areApart = (sets: readonly (readonly string[] | null)[]): boolean => {
  const all = sets.flatMap((set) => set ?? []);
  return !sets.includes(null) && new Set(all).size === all.length;
};

interface Place {
  disc: number | null;
  number: number | null;
}

const placeText = ({ disc, number }: Place): string | null => (number === null ? null : `${disc ?? 1}/${number}`);

function placeOf({ facts }: TreeTrack): Place {
  const place = trackPlace(facts.trackText);
  return { disc: facts.disc ?? place.disc ?? discInTag(facts.album), number: place.number };
}
