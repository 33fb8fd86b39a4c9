/** What has to be done so that a pen holds what it should. Pure. */
import { groupBy } from '../../base/group-by.js';
import type { PenContents } from './inventory.js';
import { isTemporaryName, pathKey, penFileName } from './names.js';
import { isWantedContent, ownFiles, placesOf, sameFiles, type Digests } from './own-files.js';
import type { PenFile, RememberedFile, WantedFile } from '../types.js';

export interface SyncInput extends Partial<PenContents> {
  /** One an OID, in the order in which they are copied. */
  wanted: readonly WantedFile[];
  files: PenFile[];
  remembered: readonly RememberedFile[];
  /** Of the `doubtfulFiles`. A file without one is not ours. */
  digests?: Digests;
  /** Paths of the `doubtfulFiles` that could not be read. */
  unread?: ReadonlySet<string>;
}

export interface PlannedCopy {
  wanted: WantedFile;
  /** In the pen's main folder. Taken by nothing, or by a file that is replaced, letter by letter. */
  name: string;
  /** Older copies of ours; they go when the new one is there, and stay where it does not fit. */
  replaces: RememberedFile[];
}

/** A file that is not ours, with the product id of an album of ours. */
export interface ForeignFile {
  oid: number;
  path: string;
}

/**
 * Files of ours are given as they are found now:
 * nothing else may have come to their place when the plan is carried out.
 */
export interface SyncPlan {
  /** Whatever is done with them: all that is remembered stays so until it is off the pen. */
  own: RememberedFile[];
  /** Current copies. */
  keep: RememberedFile[];
  /** Current copies that we did not know of; ours from now on. */
  adopt: RememberedFile[];
  copy: PlannedCopy[];
  /** Of albums that are no longer wanted, or further copies beside a current one. */
  remove: RememberedFile[];
  /** Left by copies that were cut off: names in the main folder. */
  leftovers: string[];
  /** The pen may play these instead of ours. */
  shadowed: ForeignFile[];
  /** Put there by us, changed by someone since: not ours any more. */
  changed: ForeignFile[];
  /** Remembered, but where they should be, or what may be one of them, could not be read. */
  unseen: RememberedFile[];
  /** Contents had to be read to know what is ours: it is remembered from now on, else they would be read each time. */
  learned: boolean;
}

/**
 * Carried out, it makes a plan for the same wishes empty.
 * It names no file that is not ours, but in `shadowed` and `changed`.
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
    const adopted =
      current === undefined
        ? files.find((candidate) => !own.has(candidate.path) && isWantedContent(candidate, file, digests))
        : undefined;
    if (current !== undefined) plan.keep.push(current);
    if (adopted !== undefined)
      plan.adopt.push({
        path: adopted.path,
        oid: file.oid,
        size: adopted.size,
        mtimeMs: adopted.mtimeMs,
        sha256: file.sha256,
      });
    if (current ?? adopted) plan.remove.push(...copies.filter((copy) => copy !== current));
    else plan.copy.push({ wanted: file, name: freeName(file, copies, [...files, ...skipped]), replaces: copies });
  }

  const ours = new Set([...own.keys(), ...plan.adopt.map(({ path }) => path)]);
  for (const { path, productId } of files) {
    if (productId !== null && wantedByOid.has(productId) && !ours.has(path))
      plan.shadowed.push({ oid: productId, path });
  }
  const changed = new Map(remembered.map(({ oid, path }) => [placeOf(path)?.path, oid]));
  for (const [path, oid] of changed)
    if (path !== undefined && !ours.has(path) && !unread.has(path)) plan.changed.push({ oid, path });
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

/** Nothing is to be done, nor to be remembered. */
export const isInOrder = ({ adopt, copy, remove, leftovers, learned }: SyncPlan): boolean =>
  adopt.length + copy.length + remove.length + leftovers.length === 0 && !learned;

/** What is ours before anything is done. */
export const oursIn = ({ own, adopt, unseen }: Pick<SyncPlan, 'own' | 'adopt' | 'unseen'>): RememberedFile[] => [
  ...own,
  ...adopt,
  ...unseen,
];

/** The one with the name that we would give now, else the first by name, so that the choice stays. */
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
  // FAT keeps the spelling of what is replaced.
  return replaced.find(({ path }) => pathKey(path) === pathKey(name))?.path ?? name;
}

const isBelow = (path: string, folder: string): boolean =>
  folder === '' || path === folder || path.startsWith(`${folder}/`);
