/** Groups the loose files of the inbox by album. */
import { isAudioName } from '../../workers/audio/album/names.js';
import { orderAlbum } from '../../workers/audio/album/order.js';
import { probe } from '../../workers/audio/probe.js';
import { nameKey } from '../../workers/base/files/names.js';
import { withSeen } from '../../workers/base/files/seen-file.js';
import type { FoundFile } from '../../workers/base/files/walk.js';
import { stemOf } from '../../workers/import/find-album.js';
import { isPictureName } from '../../workers/library/pictures/cover.js';
import type { Entry } from './scan.js';

interface LooseGroup {
  /** Title in the tags; null for a file without one, which becomes an album of its own. */
  tag: string | null;
  files: FoundFile[];
  entries: Entry[];
}

export interface LooseFiles {
  groups: LooseGroup[];
  /** Pictures that belong to none of the groups. */
  pictures: Entry[];
  /** Neither audio nor picture. */
  others: Entry[];
  /** Audio by name only; these are rejected together. */
  unreadable: Entry[];
}

/** True if its tags must be read before it can be grouped. */
export const isLooseAudio = ({ name, files }: Entry): boolean =>
  !isPictureName(name) && isAudioName(name) && !files.some((file) => file.special);

/**
 * Returns the title in the tags of the readable audio files; null if they have none, undefined if there is no audio.
 * @throws the signal's reason only
 */
export async function tagOf(files: readonly FoundFile[], signal?: AbortSignal): Promise<string | null | undefined> {
  const readable = [];
  for (const file of files) {
    if (file.special || !isAudioName(file.relativePath)) continue;
    const facts = await withSeen(file, (path) => probe(path, { signal })).catch(() => {
      signal?.throwIfAborted();
      return null;
    });
    if (facts !== null) readable.push({ relativePath: file.relativePath, facts });
  }
  return readable.length === 0 ? undefined : (orderAlbum(readable).title ?? null);
}

/**
 * Groups by album tag; a picture joins the group with its name, or the only one.
 * @param tags of the audio files, by entry key; see `tagOf`
 */
export function groupLoose(
  entries: readonly Entry[],
  tags: ReadonlyMap<string, string | null | undefined>,
): LooseFiles {
  const groups = new Map<string, LooseGroup>();
  const pictures: Entry[] = [];
  const others: Entry[] = [];
  const unreadable: Entry[] = [];
  for (const entry of entries) {
    const tag = tags.get(entry.key);
    if (isPictureName(entry.name)) pictures.push(entry);
    else if (!isLooseAudio(entry)) others.push(entry);
    else if (tag === undefined) unreadable.push(entry);
    else {
      const key = tag === null ? entry.key : `tag/${nameKey(tag)}`;
      const group = groups.get(key) ?? { tag, files: [], entries: [] };
      group.files.push(...entry.files);
      group.entries.push(entry);
      groups.set(key, group);
    }
  }
  const all = [...groups.values()];
  return { groups: all, pictures: lonelyOf(pictures, all), others, unreadable };
}

/** Adds pictures to their groups; returns the others. */
function lonelyOf(pictures: readonly Entry[], groups: readonly LooseGroup[]): Entry[] {
  // Built once for all pictures: there may be thousands of pictures and groups.
  const named = new Map<string, LooseGroup>();
  for (const group of groups)
    for (const name of [group.tag ?? '', ...group.entries.map((entry) => stemOf(entry.name))])
      if (!named.has(nameKey(name))) named.set(nameKey(name), group);
  const only = groups.length === 1 ? groups[0] : undefined;
  return pictures.filter((picture) => {
    const group = named.get(nameKey(stemOf(picture.name))) ?? only;
    group?.files.push(...picture.files);
    group?.entries.push(picture);
    return group === undefined;
  });
}
