/** Finds the folders that are discs of an album by their names. */
import { nameKey } from '../../../base/files/names.js';
import { discName, type DiscName } from '../disc-names.js';
import { inside, nameOf, parentOf, type Folders, type TreeTrack } from './folders.js';

interface NamedDisc extends DiscName {
  path: string;
}

/**
 * Maps each disc folder to the folder that gives the album its name: `Album` for `Album/CD 1`, and for `Album (CD 1)`
 * with siblings like it, even if no folder `Album` exists. An ambiguous name counts if no tags contradict it.
 * @param top name of the tree's top folder; may be empty
 */
export function discsByName<Track extends TreeTrack>(folders: Folders<Track>, top: string): Map<string, string> {
  const albums = new Map<string, string>();
  for (const [parent, children] of folders.children) {
    const discs = [...children].flatMap((path): NamedDisc[] => {
      const name = discName(nameOf(path));
      return name === null ? [] : [{ ...name, path }];
    });
    const plain = discs.filter(({ stem }) => stem === '');
    const doubtful = plain.filter(({ isSure }) => !isSure);
    const areDiscs = agree(folders, doubtful);
    for (const { path, isSure } of plain) if (isSure || areDiscs) albums.set(path, parent);
    for (const some of byStem(discs.filter(({ stem }) => stem !== ''))) {
      const album = albumOf(some, [...children], { parent, name: parent === '' ? top : nameOf(parent) });
      if (album === null || !agree(folders, album.isThere ? [...some, album] : some)) continue;
      for (const { path } of some) albums.set(path, album.path);
    }
  }
  return albums;
}

const byStem = (discs: readonly NamedDisc[]): NamedDisc[][] =>
  [...new Set(discs.map(({ stem }) => nameKey(stem)))].map((key) => discs.filter(({ stem }) => nameKey(stem) === key));

/** Reports whether the tags name at most one album. */
const agree = <Track extends TreeTrack>({ tagOf }: Folders<Track>, discs: readonly { path: string }[]): boolean =>
  new Set(discs.map(({ path }) => tagOf(path)).filter((tag) => tag !== null)).size <= 1;

/** Finds the album of `Album CD 1`, `Album CD 2`: the folder around them, one next to them, or a common name. */
function albumOf(
  discs: readonly NamedDisc[],
  siblings: readonly string[],
  around: { parent: string; name: string },
): { path: string; isThere: boolean } | null {
  const stem = discs[0]?.stem ?? '';
  if (nameKey(around.name) === nameKey(stem)) return { path: around.parent, isThere: false };
  const beside = siblings.find((path) => nameKey(nameOf(path)) === nameKey(stem));
  if (beside !== undefined) return { path: beside, isThere: true };
  return discs.length > 1 ? { path: inside(around.parent, stem), isThere: false } : null;
}

/** Returns the folder that gives the album of a folder its name. */
export function albumFolder<Track extends TreeTrack>(
  folder: string,
  { direct, children }: Folders<Track>,
  discs: ReadonlyMap<string, string>,
): string {
  for (let at = folder; ;) {
    const parent = parentOf(at);
    // A folder alone in a disc's folder is that disc.
    const isAlone = at !== '' && !direct.has(parent) && children.get(parent)?.size === 1;
    const next = discs.get(at) ?? (isAlone && children.get(parent)?.has(at) === true ? discs.get(parent) : undefined);
    if (next === undefined) return at;
    at = next;
  }
}
