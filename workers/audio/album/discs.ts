/** Which disc of an album each file belongs to. */
import { folderDisc, type NameFacts, splitPath } from './names.js';
import { naturally } from './natural.js';

export interface DiscHints {
  relativePath: string;
  /** From the tag. */
  tagDisc: number | null;
  name: NameFacts;
}

/**
 * The tag's disc, else the folder's (`CD 2`), else the name's (`2-03 …`); where none gives one, folders are discs in
 * their natural order. Tags that call every folder the same disc are not believed. Without discs: 1.
 */
export function discsOf(files: readonly DiscHints[]): number[] {
  const tags = files.map(({ tagDisc }) => tagDisc);
  const folders = files.map(({ relativePath }) => folderDisc(splitPath(relativePath).folders));
  const names = files.map(({ name }) => name.disc);
  const sources = distinct(folders) > distinct(tags) ? [folders, tags, names] : [tags, folders, names];
  const known = files.map((_, at) => sources.map((source) => source[at] ?? null).find((disc) => disc !== null) ?? null);
  return fillIn(files, known);
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
  // The folder around the others holds the first disc, or what comes before it.
  const outer = all.find((folder) =>
    all.every((other) => folder === '' || other === folder || other.startsWith(`${folder}/`)),
  );
  let highest = Math.max(0, ...discs.values());
  for (const folder of all) {
    if (!discs.has(folder)) discs.set(folder, folder === outer && highest > 0 ? 1 : ++highest);
  }
  return files.map((_, at) => known[at] ?? discs.get(folderOf[at] ?? '') ?? 1);
}
