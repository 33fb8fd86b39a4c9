/**
 * Finds the albums in a tree of folders, and the other files of each. Discs recognized by name form one album (`CD 1`,
 * `CD 2`), and so do folders whose tags have the same title and different discs. Every other folder with audio files is
 * an album. Pure; the order of the files does not matter.
 *
 * tree    a dropped, packed or uploaded folder: files by their paths in it
 * home    the folder that gives an album its name; its discs may be folders in it or next to it
 * loose   a file next to several albums that fits none of them better than the others
 */
import { majorityTag } from '../album-tag.js';
import { naturally } from '../natural.js';
import { belongingsOf } from './belongings.js';
import { foldersOf, nameOf, parentOf, type TreeTrack } from './folders.js';
import { groupsByName, joinByTags, type Group } from './groups.js';

export interface TreeAlbum<Track, Other> {
  /** Name of its folder; empty at the top of a tree without a name. */
  name: string;
  /** The tags of its folders name different albums, so the folder's name is the better title. */
  isMixed: boolean;
  tracks: Track[];
  /** Pictures, booklets, texts. */
  others: Other[];
}

export interface Loose<Track, Other> {
  file: Other;
  /** The albums next to the file. */
  albums: TreeAlbum<Track, Other>[];
}

export interface AlbumTree<Track, Other> {
  /** In the natural order of their folders. */
  albums: TreeAlbum<Track, Other>[];
  loose: Loose<Track, Other>[];
}

/** @param top name of the tree's top folder; empty if it has none */
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
    name: nameIn(group, top, groups),
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

/** A folder that says how the audio is stored: `Songs of the Farm/MP3`. */
const namesFormat = /^(?:mp3s?|flac|m4a|ogg|opus|wav|audio|musik|music|muziek|musique)$/i;

/** Sorts an album before those in its subfolders. */
const firstOf = ({ home }: Group<TreeTrack>): string => (home === '' ? '' : `${home}/`);

function nameIn({ home, folders }: Group<TreeTrack>, top: string, groups: readonly Group<TreeTrack>[]): string {
  if (home !== '') {
    const around = parentOf(home) === '' ? top : nameOf(parentOf(home));
    if (around === '' || !namesFormat.test(nameOf(home))) return nameOf(home);
    const beside = groups.filter((other) => other.home === '' || parentOf(other.home) === parentOf(home));
    return beside.length === 1 ? around : nameOf(home);
  }
  // A single disc without a folder around it.
  return top === '' && folders.length === 1 ? nameOf(folders[0] ?? '') : top;
}

function isMixed({ folders, tracks }: Group<TreeTrack>): boolean {
  const tags = folders.map((folder) =>
    majorityTag(tracks.filter(({ relativePath }) => parentOf(relativePath) === folder).map(({ facts }) => facts.album)),
  );
  return new Set(tags.filter((tag) => tag !== null)).size > 1;
}
