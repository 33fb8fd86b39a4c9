/** Computes the steps that give a pen its wanted files. Pure. */
import { groupBy } from '../../base/group-by.js';
import type { PenContents } from './inventory.js';
import { isTemporaryName, pathKey, penFileName } from './names.js';
import { isWantedContent, ownFiles, placesOf, sameFiles, type Digests } from './own-files.js';
import type { PenFile, RememberedFile, WantedFile } from '../types.js';

export interface SyncInput extends Partial<PenContents> {
  /** One file per OID, in copy order. */
  wanted: readonly WantedFile[];
  files: PenFile[];
  remembered: readonly RememberedFile[];
  /** Digests of the `doubtfulFiles`. A doubtful file without one is not ours. */
  digests?: Digests;
  /** Paths of the `doubtfulFiles` that could not be read. */
  unread?: ReadonlySet<string>;
}

export interface PlannedCopy {
  wanted: WantedFile;
  /** Name in the pen's root. It is free, or exactly that of the replaced file. */
  name: string;
  /** Older copies of ours. They are removed after the new file is in place, and kept if it does not fit. */
  replaces: RememberedFile[];
}

/** A file that is not ours, with the product id of one of our albums. */
export interface ForeignFile {
  oid: number;
  path: string;
}

/** Our files are listed as they are now: each step fails if another file has replaced one in the meantime. */
export interface SyncPlan {
  /** All our files. Each stays remembered until it is removed from the pen. */
  own: RememberedFile[];
  /** Current copies. Those of files that are not adopted may not be ours. */
  keep: RememberedFile[];
  /** Current copies that were not remembered; ours from now on. */
  adopt: RememberedFile[];
  copy: PlannedCopy[];
  /** Files of albums that are no longer wanted, and additional copies of a current file. */
  remove: RememberedFile[];
  /** Names in the root, left by interrupted copies. */
  leftovers: string[];
  /** The pen may play these files instead of ours. */
  shadowed: ForeignFile[];
  /** Files that we copied and someone changed: no longer ours. */
  changed: ForeignFile[];
  /** Remembered files whose folder could not be read, or that may be an unreadable file. */
  unseen: RememberedFile[];
  /** True if files were read to identify them: the result is saved, so that they are not read again each time. */
  learned: boolean;
}

/**
 * Returns a plan. After it is executed, the next plan for the same wishes is empty.
 * It contains files that are not ours only in `shadowed` and `changed`.
 */
export function planSync({
  wanted,
  files,
  remembered,
  digests = new Map(),
  unread = new Set(),
  leftovers = [],
  skipped = [],
}: SyncInput): SyncPlan {
  const own = ownFiles(files, remembered, digests);
  const placeOf = placesOf(files);
  const wantedByOid = new Map(wanted.map((file) => [file.oid, file]));
  const ownByOid = groupBy(own.values(), ({ oid }) => oid);
  const plan: SyncPlan = {
    own: [...own.values()],
    keep: [],
    adopt: [],
    copy: [],
    remove: [],
    shadowed: [],
    changed: [],
    learned: false,
    leftovers: leftovers.filter(isTemporaryName),
    unseen: unseenOf(remembered, { files, skipped, unread }),
  };

  for (const [oid, copies] of ownByOid) if (!wantedByOid.has(oid)) plan.remove.push(...copies);
  for (const file of wantedByOid.values()) {
    const copies = ownByOid.get(file.oid) ?? [];
    const current = currentOf(copies, file);
    const found =
      current === undefined
        ? files.find((candidate) => !own.has(candidate.path) && isWantedContent(candidate, file, digests))
        : undefined;
    if (current !== undefined) plan.keep.push(current);
    if (found !== undefined)
      (file.adopts === false ? plan.keep : plan.adopt).push({
        path: found.path,
        oid: file.oid,
        size: found.size,
        mtimeMs: found.mtimeMs,
        sha256: file.sha256,
      });
    if (current ?? found) plan.remove.push(...copies.filter((copy) => copy !== current));
    else plan.copy.push({ wanted: file, name: freeName(file, copies, [...files, ...skipped]), replaces: copies });
  }

  const inOrder = new Set([...own.keys(), ...[...plan.keep, ...plan.adopt].map(({ path }) => path)]);
  for (const { path, productId } of files) {
    if (productId !== null && wantedByOid.has(productId) && !inOrder.has(path))
      plan.shadowed.push({ oid: productId, path });
  }
  const changed = new Map(remembered.map(({ oid, path }) => [placeOf(path)?.path, oid]));
  for (const [path, oid] of changed)
    if (path !== undefined && !inOrder.has(path) && !unread.has(path)) plan.changed.push({ oid, path });
  plan.learned = digests.size > 0 && !sameFiles(oursIn(plan), remembered);
  return plan;
}

function unseenOf(
  remembered: readonly RememberedFile[],
  { files, skipped, unread }: Required<Pick<SyncInput, 'files' | 'skipped' | 'unread'>>,
): RememberedFile[] {
  const placeOf = placesOf(files);
  const unreadFiles = files.filter(({ path }) => unread.has(path));
  return remembered.filter(({ path, size, oid }) => {
    const place = placeOf(path)?.path;
    if (place !== undefined) return unread.has(place);
    const mayBe = unreadFiles.some((file) => file.size === size && file.productId === oid);
    return mayBe || skipped.some((folder) => isBelow(path, folder.path));
  });
}

/** Reports whether there is nothing to do and nothing to remember. */
export const isInOrder = ({ adopt, copy, remove, leftovers, learned }: SyncPlan): boolean =>
  adopt.length + copy.length + remove.length + leftovers.length === 0 && !learned;

/** Returns our files before the plan is executed. */
export const oursIn = ({ own, adopt, unseen }: Pick<SyncPlan, 'own' | 'adopt' | 'unseen'>): RememberedFile[] => [
  ...own,
  ...adopt,
  ...unseen,
];

/** Prefers the copy with the current name, else the first by name, so that the choice is stable. */
function currentOf(
  copies: readonly RememberedFile[],
  { oid, title, sha256, size }: WantedFile,
): RememberedFile | undefined {
  const current = copies.filter((copy) => copy.sha256 === sha256 && copy.size === size);
  const name = penFileName(oid, title);
  return current.find(({ path }) => path === name) ?? current.sort((a, b) => (a.path < b.path ? -1 : 1))[0];
}

function freeName(
  { oid, title }: WantedFile,
  replaced: readonly RememberedFile[],
  there: readonly { path: string }[],
): string {
  const ours = new Set(replaced.map(({ path }) => path));
  const taken = new Set(there.filter(({ path }) => !ours.has(path)).map(({ path }) => pathKey(path)));
  let name = penFileName(oid, title);
  for (let attempt = 2; taken.has(pathKey(name)); attempt++) name = penFileName(oid, title, attempt);
  // FAT keeps the spelling of the replaced name.
  return replaced.find(({ path }) => pathKey(path) === pathKey(name))?.path ?? name;
}

const isBelow = (path: string, folder: string): boolean =>
  folder === '' || path === folder || path.startsWith(`${folder}/`);
