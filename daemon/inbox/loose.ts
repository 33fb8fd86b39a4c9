/** Loose files of the inbox, sorted into what becomes one album each. */
import { isAudioName } from '../../workers/audio/album/names.js';
import { nameKey } from '../../workers/base/files/names.js';
import type { FoundFile } from '../../workers/base/files/walk.js';
import { isPictureName } from '../../workers/library/cover.js';
import { stemOf, tagOf } from './match.js';
import type { Unit } from './scan.js';

interface LooseGroup {
  /** Title in the tags; null for a file without, which is an album by itself. */
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
  /** Audio by its name only; they are refused together. */
  unreadable: Unit[];
}

/** Groups by album tag; a picture joins the group of its name, or the only one. */
export async function groupLoose(units: readonly Unit[], signal?: AbortSignal): Promise<LooseFiles> {
  const groups = new Map<string, LooseGroup>();
  const pictures: Unit[] = [];
  const others: Unit[] = [];
  const unreadable: Unit[] = [];
  for (const unit of units) {
    if (isPictureName(unit.name)) pictures.push(unit);
    else if (!isAudioName(unit.name) || unit.files.some((file) => file.special)) others.push(unit);
    else {
      const found = await tagOf(unit.files, signal);
      if (found === undefined) {
        unreadable.push(unit);
        continue;
      }
      const tag = found;
      const key = tag === null ? unit.key : `tag/${nameKey(tag)}`;
      const group = groups.get(key) ?? { tag, files: [], units: [] };
      group.files.push(...unit.files);
      group.units.push(unit);
      groups.set(key, group);
    }
  }
  const all = [...groups.values()];
  const lonely = pictures.filter((picture) => {
    const name = nameKey(stemOf(picture.name));
    const named = all.find((group) =>
      [group.tag ?? '', ...group.units.map((unit) => stemOf(unit.name))].some((other) => nameKey(other) === name),
    );
    const group = named ?? (all.length === 1 ? all[0] : undefined);
    group?.files.push(...picture.files);
    group?.units.push(picture);
    return group === undefined;
  });
  return { groups: all, pictures: lonely, others, unreadable };
}
