/**
 * Groups files that arrived at the same time into batches. The inbox and `tonstift import` use it; an upload is one
 * batch. For files that arrive later, see `find-album.ts`.
 *
 * dropped   a folder, a ZIP or a loose file that was dropped, chosen or named
 * loose     a file in no folder
 */
import { discName } from '../../audio/album/disc-names.js';
import { bareName, isAudioName, readNames } from '../../audio/album/names.js';
import { orderAlbum } from '../../audio/album/order.js';
import { probe, type Listen } from '../../audio/probe.js';
import { nameKey } from '../../base/files/names.js';
import { withSeen } from '../../base/files/seen-file.js';
import type { FoundFile } from '../../base/files/walk.js';
import { isPictureName } from '../../library/pictures/cover.js';
import { stemOf } from './find-album.js';
import { groupBy } from '../../base/group-by.js';

export interface Dropped {
  key: string;
  kind: 'folder' | 'zip' | 'loose';
  /** Name of the folder or file. */
  name: string;
  /** Paths are relative to the folder; a ZIP or loose file is its own only file. */
  files: readonly FoundFile[];
}

/**
 * Maps the keys of folders and ZIPs that are discs of one album to its name: `Album CD 1` and `Album CD 2` to `Album`,
 * `CD 1` and `CD 2` to an empty name. A folder `Album` next to `Album CD 2` is the first disc. Other folders have no
 * entry.
 */
export function discsAmong(dropped: readonly Dropped[]): Map<string, string> {
  const named = dropped.flatMap((one) => {
    const disc = one.kind === 'loose' ? null : discName(folderName(one));
    return disc?.isSure === true ? [{ ...one, disc }] : [];
  });
  const stems = new Map<string, { stem: string; discs: (number | string)[]; keys: string[] }>();
  const add = (key: string, stem: string, disc: number | string): void => {
    const group = stems.get(nameKey(stem)) ?? { stem, discs: [], keys: [] };
    group.discs.push(disc);
    group.keys.push(key);
    stems.set(nameKey(stem), group);
  };
  for (const { key, disc } of named) add(key, disc.stem, disc.discs.join('/'));
  for (const one of dropped) {
    const name = one.kind === 'loose' ? '' : folderName(one);
    if (name !== '' && stems.has(nameKey(name))) add(one.key, name, '');
  }
  const groups = [...stems.values()].filter(({ discs }) => discs.length > 1 && new Set(discs).size === discs.length);
  return new Map(groups.flatMap(({ stem, keys }) => keys.map((key) => [key, stem])));
}

const folderName = ({ kind, name }: Pick<Dropped, 'kind' | 'name'>): string =>
  kind === 'zip' ? name.replace(/\.zip$/i, '') : name;

/** Groups folders and ZIPs: discs of one album together, everything else alone. */
export function groupDiscs<One extends Dropped>(dropped: readonly One[]): One[][] {
  const discs = discsAmong(dropped);
  const groups = groupBy(dropped, ({ key }) => {
    const stem = discs.get(key);
    return stem === undefined ? `alone/${key}` : `discs/${nameKey(stem)}`;
  });
  return [...groups.values()];
}

/** Returns the files of a group as one tree with a name. Several folders become folders of the tree. */
export function treeOf(group: readonly Dropped[]): { name: string; files: FoundFile[] } {
  const [first, second] = group;
  if (first === undefined || second === undefined)
    return { name: first === undefined ? '' : folderName(first), files: [...(first?.files ?? [])] };
  const inFolder = ({ kind, name }: Dropped, file: FoundFile): FoundFile =>
    kind === 'folder' ? { ...file, relativePath: `${name}/${file.relativePath}` } : file;
  return {
    name: discsAmong(group).get(first.key) ?? '',
    files: group.flatMap((one) => one.files.map((file) => inFolder(one, file))),
  };
}

export interface LooseGroup<One extends Dropped> {
  /** Title in the tags; null for files without one. */
  tag: string | null;
  files: FoundFile[];
  entries: One[];
}

export interface LooseFiles<One extends Dropped = Dropped> {
  groups: LooseGroup<One>[];
  /** Pictures that belong to no group. */
  pictures: One[];
  /** Neither audio nor picture. */
  others: One[];
  /** Files with a name of audio that cannot be read. They are rejected together. */
  unreadable: One[];
}

/** True if its tags must be read before it can be grouped. */
export const isLooseAudio = ({ name, files }: Pick<Dropped, 'name' | 'files'>): boolean =>
  !isPictureName(name) && isAudioName(name) && !files.some((file) => file.special);

/**
 * Returns the title in the tags of the readable audio files; null if they have none, undefined if there is no audio.
 * @throws the signal's reason only
 */
export async function tagOf(
  files: readonly FoundFile[],
  signal?: AbortSignal,
  listen?: Listen,
): Promise<string | null | undefined> {
  const readable = [];
  for (const file of files) {
    if (file.special || !isAudioName(file.relativePath)) continue;
    const facts = await withSeen(file, (path) => probe(path, { signal, listen })).catch(() => {
      signal?.throwIfAborted();
      return null;
    });
    if (facts !== null) readable.push({ relativePath: file.relativePath, facts });
  }
  return readable.length === 0 ? undefined : (orderAlbum(readable).title ?? null);
}

/**
 * Groups loose files by album tag, or by the numbers in their names if they have no tag. A picture joins the group with
 * its name; if there is only one group, it joins that.
 * @param tags of the audio files, by key; see `tagOf`
 */
export function groupLoose<One extends Dropped>(
  entries: readonly One[],
  tags: ReadonlyMap<string, string | null | undefined>,
): LooseFiles<One> {
  const groups = new Map<string, LooseGroup<One>>();
  const pictures: One[] = [];
  const others: One[] = [];
  const unreadable: One[] = [];
  const numbering = numberings(entries.filter((one) => isLooseAudio(one) && tags.get(one.key) === null));
  for (const entry of entries) {
    const tag = tags.get(entry.key);
    if (isPictureName(entry.name)) pictures.push(entry);
    else if (!isLooseAudio(entry)) others.push(entry);
    else if (tag === undefined) unreadable.push(entry);
    else {
      const key = tag === null ? (numbering.get(entry.key) ?? entry.key) : `tag/${nameKey(tag)}`;
      const group = groups.get(key) ?? { tag, files: [], entries: [] };
      group.files.push(...entry.files);
      group.entries.push(entry);
      groups.set(key, group);
    }
  }
  const all = [...groups.values()];
  return { groups: all, pictures: lonelyOf(pictures, all), others, unreadable };
}

/**
 * Finds files with numbered names: all files as one series, else each series of names that differ only in numbers.
 * @returns the group of each file that is not alone, by key
 */
function numberings(entries: readonly Dropped[]): Map<string, string> {
  const numbered = entries.filter(({ name }) => /^\D{0,2}\d/.test(bareName(name)));
  const whole = [entries, numbered].find(isNumbering);
  if (whole !== undefined) return new Map(whole.map(({ key }) => [key, 'numbers/']));
  const found = new Map<string, string>();
  for (const [pattern, some] of groupBy(entries, ({ name }) => nameKey(bareName(name).replace(/\d+/g, '#'))))
    if (isNumbering(some)) for (const { key } of some) found.set(key, `numbers/${pattern}`);
  return found;
}

/** Reports whether names are a numbering: each number occurs once, and more than half follow the one before. */
function isNumbering(entries: readonly Dropped[]): boolean {
  const read = readNames(entries.map(({ name }) => name));
  const numbers = read.flatMap(({ disc, number }) => (number === null ? [] : [(disc ?? 0) * 1000 + number]));
  const isEachOnce = numbers.length === read.length && new Set(numbers).size === numbers.length;
  const gaps = numbers.toSorted((a, b) => a - b).map((number, at, all) => number - (all[at - 1] ?? number - 1));
  return entries.length > 1 && isEachOnce && gaps.filter((gap) => gap === 1).length * 2 > numbers.length;
}

/** Adds pictures to their groups; returns the others. */
function lonelyOf<One extends Dropped>(pictures: readonly One[], groups: readonly LooseGroup<One>[]): One[] {
  // A map, because there may be thousands of pictures and groups.
  const named = new Map<string, LooseGroup<One>>();
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
