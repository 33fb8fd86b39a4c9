/** Groups the loose files of the inbox by album. */
import { isAudioName } from '../../workers/audio/album/names.js';
import { nameKey } from '../../workers/base/files/names.js';
import type { FoundFile } from '../../workers/base/files/walk.js';
import { isPictureName } from '../../workers/library/pictures/cover.js';
import { stemOf } from './match.js';
import type { Unit } from './scan.js';

interface LooseGroup {
  /** Title in the tags; null for a file without one, which becomes an album of its own. */
  tag: string | null;
  files: FoundFile[];
  units: Unit[];
}

export interface LooseFiles {
  groups: LooseGroup[];
  /** Pictures that belong to none of the groups. */
  pictures: Unit[];
  /** Neither audio nor picture. */
  others: Unit[];
  /** Audio by name only; these are rejected together. */
  unreadable: Unit[];
}

/** True if its tags must be read before it can be grouped. */
export const isLooseAudio = ({ name, files }: Unit): boolean =>
  !isPictureName(name) && isAudioName(name) && !files.some((file) => file.special);

/**
 * Groups by album tag; a picture joins the group with its name, or the only one.
 * @param tags of the audio files, by unit key; see `tagOf`
 */
export function groupLoose(units: readonly Unit[], tags: ReadonlyMap<string, string | null | undefined>): LooseFiles {
  const groups = new Map<string, LooseGroup>();
  const pictures: Unit[] = [];
  const others: Unit[] = [];
  const unreadable: Unit[] = [];
  for (const unit of units) {
    const tag = tags.get(unit.key);
    if (isPictureName(unit.name)) pictures.push(unit);
    else if (!isLooseAudio(unit)) others.push(unit);
    else if (tag === undefined) unreadable.push(unit);
    else {
      const key = tag === null ? unit.key : `tag/${nameKey(tag)}`;
      const group = groups.get(key) ?? { tag, files: [], units: [] };
      group.files.push(...unit.files);
      group.units.push(unit);
      groups.set(key, group);
    }
  }
  const all = [...groups.values()];
  return { groups: all, pictures: lonelyOf(pictures, all), others, unreadable };
}

/** Adds pictures to their groups; returns the others. */
function lonelyOf(pictures: readonly Unit[], groups: readonly LooseGroup[]): Unit[] {
  // Built once for all pictures: there may be thousands of pictures and groups.
  const named = new Map<string, LooseGroup>();
  for (const group of groups)
    for (const name of [group.tag ?? '', ...group.units.map((unit) => stemOf(unit.name))])
      if (!named.has(nameKey(name))) named.set(nameKey(name), group);
  const only = groups.length === 1 ? groups[0] : undefined;
  return pictures.filter((picture) => {
    const group = named.get(nameKey(stemOf(picture.name))) ?? only;
    group?.files.push(...picture.files);
    group?.units.push(picture);
    return group === undefined;
  });
}
