/** The folders of a tree with audio files in or below them. Paths use `/`; the top is empty. */
import { majorityTag } from '../album-tag.js';
import type { OrderInput } from '../order.js';
import { groupBy } from '../../../base/group-by.js';

/** The fields of a track that are used here. */
export type TreeTrack = Pick<OrderInput, 'relativePath' | 'facts'>;

export interface Folders<Track extends TreeTrack> {
  /** The tracks directly in a folder. */
  direct: ReadonlyMap<string, readonly Track[]>;
  /** The subfolders of a folder with audio files in or below them. */
  children: ReadonlyMap<string, ReadonlySet<string>>;
  /** The tag of most tracks in or below a folder; see `majorityTag`. */
  tagOf: (folder: string) => string | null;
}

/** Normalized to NFC: file systems and programs encode the same name differently. */
export const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/'))).normalize('NFC');
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
export const inside = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`);
export const isBelow = (path: string, folder: string): boolean =>
  folder === '' ? path !== '' : path.startsWith(`${folder}/`);

export function foldersOf<Track extends TreeTrack>(tracks: readonly Track[]): Folders<Track> {
  const direct = groupBy(tracks, ({ relativePath }) => parentOf(relativePath));
  const below = new Map<string, Track[]>();
  const children = new Map<string, Set<string>>();
  for (const [folder, own] of direct)
    for (let at = folder; ; at = parentOf(at)) {
      const known = below.get(at) ?? [];
      for (const track of own) known.push(track);
      below.set(at, known);
      if (at === '') break;
      children.set(parentOf(at), (children.get(parentOf(at)) ?? new Set()).add(at));
    }
  const tags = new Map<string, string | null>();
  const tagOf = (folder: string): string | null => {
    const known = tags.get(folder);
    if (known !== undefined) return known;
    const tag = majorityTag((below.get(folder) ?? []).map(({ facts }) => facts.album));
    tags.set(folder, tag);
    return tag;
  };
  return { direct, children, tagOf };
}
