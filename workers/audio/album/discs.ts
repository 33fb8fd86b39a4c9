/** Assigns each file of an album to a disc. */
import { discName } from './disc-names.js';
import { type NameFacts, splitPath } from './names.js';
import { naturally } from './natural.js';

export interface DiscHints {
  relativePath: string;
  /** From the tags. */
  tagDisc: number | null;
  tagNumber: number | null;
  name: NameFacts;
}

/**
 * Uses the disc of the tag, else of the folder (`CD 2`), else of the name (`2-03 …`). Without any of these, folders are
 * discs in natural order, unless the tags number all tracks through. Tags that give every folder the same disc are
 * ignored. Without discs: 1.
 */
export function discsOf(files: readonly DiscHints[]): number[] {
  const tags = files.map(({ tagDisc }) => tagDisc);
  const folders = folderDiscs(files.map(({ relativePath }) => splitPath(relativePath).folders));
  const names = files.map(({ name }) => name.disc);
  const sources = distinct(folders) > distinct(tags) ? [folders, tags, names] : [tags, folders, names];
  const known = files.map((_, at) => sources.map((source) => source[at] ?? null).find((disc) => disc !== null) ?? null);
  const numbers = files.map(({ tagNumber }) => tagNumber);
  const isCounted = !numbers.includes(null) && distinct(numbers) === numbers.length;
  return isCounted && known.every((disc) => disc === null) ? files.map(() => 1) : fillIn(files, known);
}

/**
 * Returns the disc of each file by its folders; null if they name none. Nested discs (`CD 1/Seite B`) are numbered in
 * their order.
 * @param paths folders, outermost first
 */
function folderDiscs(paths: readonly string[][]): (number | null)[] {
  const above = commonLength(paths);
  const names = new Map([...new Set(paths.flat())].map((folder) => [folder, discName(folder)]));
  const places = paths.map((folders) =>
    folders.flatMap((folder, at) => {
      const name = names.get(folder) ?? null;
      // A folder around all files is the album's folder; a number in its name may count something else.
      return name !== null && (name.isSure || at >= above) ? name.discs : [];
    }),
  );
  if (places.every(({ length }) => length <= 1)) return places.map(([disc]) => disc ?? null);
  const keys = [...places].sort(byNumbers).map(String);
  const inOrder = [...new Set(keys)].filter((key) => key !== '');
  return places.map((place) => (place.length === 0 ? null : inOrder.indexOf(String(place)) + 1));
}

function byNumbers(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((number, n) => number !== b[n]);
  return at < 0 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? 0);
}

/** Counts the leading folders that all paths share. */
function commonLength([first = [], ...others]: readonly string[][]): number {
  const differs = first.findIndex((folder, at) => others.some((other) => other[at] !== folder));
  return differs < 0 ? first.length : differs;
}

const distinct = (values: readonly (number | null)[]): number => new Set(values.filter((value) => value !== null)).size;

/**
 * A file without a disc gets the disc of its folder's other files. A folder without any disc becomes an additional one.
 */
function fillIn(files: readonly DiscHints[], known: readonly (number | null)[]): number[] {
  const folderOf = files.map(({ relativePath }) => splitPath(relativePath).folders.join('/'));
  const discs = new Map<string, number>();
  for (const [at, folder] of folderOf.entries()) {
    const disc = known[at] ?? null;
    if (disc !== null) discs.set(folder, Math.min(disc, discs.get(folder) ?? disc));
  }
  const all = [...new Set(folderOf)].sort(naturally);
  // The folder around the others contains the first disc. The same applies to `Album` next to `Album CD 2`.
  const outer = all.find((folder) =>
    all.every((other) => folder === '' || other === folder || other.startsWith(`${folder}/`) || isStem(folder, other)),
  );
  let highest = Math.max(0, ...discs.values());
  for (const folder of all) {
    if (!discs.has(folder)) discs.set(folder, folder === outer && highest > 0 ? 1 : ++highest);
  }
  return files.map((_, at) => known[at] ?? discs.get(folderOf[at] ?? '') ?? 1);
}

function isStem(folder: string, other: string): boolean {
  const [parent, name] = [other.slice(0, other.lastIndexOf('/') + 1), other.slice(other.lastIndexOf('/') + 1)];
  const stem = discName(name)?.stem ?? '';
  return stem !== '' && `${parent}${stem}`.toLowerCase() === folder.toLowerCase();
}
