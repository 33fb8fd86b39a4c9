/**
 * Which albums are in a tree of folders, and what else belongs to each. Discs by name are one album (`CD 1`, `CD 2`),
 * and so are folders whose tags say the same title and different discs; every other folder with sound in it is an
 * album. Pure, and the same for whatever order the files come in.
 *
 * tree    what was dropped, packed or given as a whole: files by their paths in it
 * home    the folder that an album is called after; its discs may lie in folders in it, or beside
 * loose   lies beside several albums and belongs to none more than to the others
 */
import { majorityTag } from '../album-tag.js';
import { naturally } from '../natural.js';
import { belongingsOf } from './belongings.js';
import { foldersOf, nameOf, parentOf, type TreeTrack } from './folders.js';
import { groupsByName, joinByTags, type Group } from './groups.js';

export interface TreeAlbum<Track, Other> {
  /** What its folder is called; empty at the top of a tree that has no name. */
  name: string;
  /** Its tags name different albums, folder by folder: its name says more. */
  isMixed: boolean;
  tracks: Track[];
  /** Pictures, booklets, texts. */
  others: Other[];
}

export interface Loose<Track, Other> {
  file: Other;
  /** Those that it lies beside. */
  albums: TreeAlbum<Track, Other>[];
}

export interface AlbumTree<Track, Other> {
  /** In the natural order of their folders. */
  albums: TreeAlbum<Track, Other>[];
  loose: Loose<Track, Other>[];
}

/** @param top what the top of the tree is called; empty where it has no name */
export function albumsIn<Track extends TreeTrack, Other extends { relativePath: string }>(
  top: string,
  tracks: readonly Track[],
  others: readonly Other[],
): AlbumTree<Track, Other> {
  const inOrder = tracks.toSorted((a, b) => naturally(a.relativePath, b.relativePath));
  const groups = joinByTags(groupsByName(foldersOf(inOrder), top)).sort(
    (a, b) => naturally(firstOf(a), firstOf(b)) || naturally(a.folders[0] ?? '', b.folders[0] ?? ''),
  );
  const albums = groups.map((group): TreeAlbum<Track, Other> => ({
    name: nameIn(group, top),
    isMixed: isMixed(group),
    tracks: group.tracks,
    others: [],
  }));
  const albumOf = new Map(groups.map((group, at) => [group, albums[at] as TreeAlbum<Track, Other>]));
  const loose: Loose<Track, Other>[] = [];
  const beside = new Map<Group<Track>[], TreeAlbum<Track, Other>[]>();
  for (const { file, groups: near } of belongingsOf(groups, others)) {
    const found = beside.get(near) ?? near.flatMap((group) => albumOf.get(group) ?? []);
    beside.set(near, found);
    const [only, second] = found;
    if (only !== undefined && second === undefined) only.others.push(file);
    else loose.push({ file, albums: found });
  }
  return { albums, loose };
}

/** Sorts before what is in its folders. */
const firstOf = ({ home }: Group<TreeTrack>): string => (home === '' ? '' : `${home}/`);

function nameIn({ home, folders }: Group<TreeTrack>, top: string): string {
  if (home !== '') return nameOf(home);
  // A single disc without anything around it.
  return top === '' && folders.length === 1 ? nameOf(folders[0] ?? '') : top;
}

function isMixed({ folders, tracks }: Group<TreeTrack>): boolean {
  const tags = folders.map((folder) =>
    majorityTag(tracks.filter(({ relativePath }) => parentOf(relativePath) === folder).map(({ facts }) => facts.album)),
  );
  return new Set(tags.filter((tag) => tag !== null)).size > 1;
}
