/** Which folders are discs of an album, as far as their names say. */
import { nameKey } from '../../../base/files/names.js';
import { discName, type DiscName } from '../disc-names.js';
import { inside, nameOf, parentOf, type Folders, type TreeTrack } from './folders.js';

interface NamedDisc extends DiscName {
  path: string;
}

/**
 * By folder, the one that its album is called after: `Album` for `Album/CD 1` as for `Album (CD 1)` among its like,
 * though there may be no such folder. A name that may mean something else counts where no tags speak against it.
 * @param top what the top of the tree is called; may be empty
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

/** Whether their tags name one album, or none. */
const agree = <Track extends TreeTrack>({ tagOf }: Folders<Track>, discs: readonly { path: string }[]): boolean =>
  new Set(discs.map(({ path }) => tagOf(path)).filter((tag) => tag !== null)).size <= 1;

/** What `Album CD 1`, `Album CD 2` are discs of: what is around them, what is beside them, or each other. */
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

/** The folder that the album of a folder with sound in it is called after. */
export function albumFolder<Track extends TreeTrack>(
  folder: string,
  { direct, children }: Folders<Track>,
  discs: ReadonlyMap<string, string>,
): string {
  for (let at = folder; ;) {
    const parent = parentOf(at);
    // What is alone in the folder of a disc is the disc.
    const isAlone = at !== '' && !direct.has(parent) && children.get(parent)?.size === 1;
    const next = discs.get(at) ?? (isAlone && children.get(parent)?.has(at) === true ? discs.get(parent) : undefined);
    if (next === undefined) return at;
    at = next;
  }
}
