/** Assigns pictures, booklets and texts to albums. */
import { tagKey } from '../album-tag.js';
import { isBelow, nameOf, parentOf, type TreeTrack } from './folders.js';
import type { Group } from './groups.js';

interface Belonging<Track extends TreeTrack, Other> {
  file: Other;
  /** One group if it is unambiguous, else all groups next to the file; none if there are no groups. */
  groups: Group<Track>[];
}

export function belongingsOf<Track extends TreeTrack, Other extends { relativePath: string }>(
  groups: readonly Group<Track>[],
  others: readonly Other[],
): Belonging<Track, Other>[] {
  const near = new Map<string, Near<Track>>();
  return others.map((file) => {
    const folder = parentOf(file.relativePath);
    const found = near.get(folder) ?? withNames(nearest(groups, folder));
    near.set(folder, found);
    const named = found.byName.get(tagKey(stemOf(file.relativePath))) ?? [];
    return { file, groups: named.length === 1 ? named : found.groups };
  });
}

interface Near<Track extends TreeTrack> {
  groups: Group<Track>[];
  byName: Map<string, Group<Track>[]>;
}

function withNames<Track extends TreeTrack>(groups: Group<Track>[]): Near<Track> {
  const byName = new Map<string, Group<Track>[]>();
  for (const group of groups.length > 1 ? groups : [])
    for (const name of namesOf(group)) byName.set(name, [...(byName.get(name) ?? []), group]);
  return { groups, byName };
}

/** Returns the album in the folder, else those below it, else continues with the parent folder. */
function nearest<Track extends TreeTrack>(groups: readonly Group<Track>[], folder: string): Group<Track>[] {
  for (let at = folder; ; at = parentOf(at)) {
    const here = groups.find(({ folders }) => folders.includes(at)) ?? groups.find(({ home }) => home === at);
    if (here !== undefined) return [here];
    const below = groups.filter(({ home, folders }) => [home, ...folders].some((path) => isBelow(path, at)));
    if (below.length > 0 || at === '') return below;
  }
}

/** `Album.jpg` may be next to the folder `Album`. */
const namesOf = ({ home, tracks }: Group<TreeTrack>): Set<string> =>
  new Set([nameOf(home), ...tracks.flatMap(({ facts }) => facts.album ?? [])].map(tagKey));

const stemOf = (path: string): string => nameOf(path).replace(/\.[^.]*$/, '');
