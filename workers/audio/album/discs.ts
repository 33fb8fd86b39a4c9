/** Which disc of an album each file belongs to. */
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
 * The tag's disc, else the folder's (`CD 2`), else the name's (`2-03 …`); where none gives one, folders are discs in
 * their natural order, unless tags count the tracks of all of them. Tags that call every folder the same disc are not
 * believed. Without discs: 1.
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
 * What their folders say of each file; null for nothing. Of discs in discs (`CD 1/Seite B`) the places in their order.
 * @param paths folders, outermost first
 */
function folderDiscs(paths: readonly string[][]): (number | null)[] {
  const above = commonLength(paths);
  const names = new Map([...new Set(paths.flat())].map((folder) => [folder, discName(folder)]));
  const places = paths.map((folders) =>
    folders.flatMap((folder, at) => {
      const name = names.get(folder) ?? null;
      // What all lie in is their album's own folder, which may have a number among others.
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

/** How many folders are the same in all paths. */
function commonLength([first = [], ...others]: readonly string[][]): number {
  const differs = first.findIndex((folder, at) => others.some((other) => other[at] !== folder));
  return differs < 0 ? first.length : differs;
}

const distinct = (values: readonly (number | null)[]): number => new Set(values.filter((value) => value !== null)).size;

/** Files without a disc belong to that of their folder's others, or their folder is one more disc. */
function fillIn(files: readonly DiscHints[], known: readonly (number | null)[]): number[] {
  const folderOf = files.map(({ relativePath }) => splitPath(relativePath).folders.join('/'));
  const discs = new Map<string, number>();
  for (const [at, folder] of folderOf.entries()) {
    const disc = known[at] ?? null;
    if (disc !== null) discs.set(folder, Math.min(disc, discs.get(folder) ?? disc));
  }
  const all = [...new Set(folderOf)].sort(naturally);
  // The folder around the others holds the first disc, or what comes before it; so does `Album` beside `Album CD 2`.
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
