/** Which files on a pen are ours. Pure. */
import { groupBy } from '../../base/group-by.js';
import { isPenOwn, pathKey } from './names.js';
import type { PenFile, RememberedFile, WantedFile } from '../types.js';

/** SHA-256 in hexadecimal by path: of those files whose content had to be looked at. */
export type Digests = ReadonlyMap<string, string>;

const second = 1000;
const quarterHour = 900 * second;
const hour = 3600 * second;

/**
 * FAT counts in steps of 2 s, in local time, of a zone that it does not tell: by summer time, travel or another system
 * the same time comes out shifted by quarters of an hour, from UTC−12 to UTC+14 at most.
 */
export function sameTime(a: number, b: number): boolean {
  const apart = Math.abs(a - b);
  if (apart > 26 * hour + 2 * second) return false;
  const past = apart % quarterHour;
  return Math.min(past, quarterHour - past) <= 2 * second;
}

/** Pairs what is remembered with what is there. Case does not count, unless two files differ by nothing else. */
export function placesOf(files: readonly PenFile[]): (path: string) => PenFile | undefined {
  const exact = new Map(files.map((file) => [file.path, file]));
  const loose = new Map(files.map((file) => [pathKey(file.path), file]));
  return (path) => exact.get(path) ?? loose.get(pathKey(path));
}

/** By what the folder tells, without a look at the content. */
function isLikely(file: PenFile, { size, mtimeMs, oid }: RememberedFile): boolean {
  return file.size === size && file.productId === oid && sameTime(file.mtimeMs, mtimeMs);
}

/** The same files with the same facts, in any order. */
export const sameFiles = (some: readonly RememberedFile[], others: readonly RememberedFile[]): boolean =>
  factsOf(some) === factsOf(others);

const factsOf = (files: readonly RememberedFile[]): string =>
  JSON.stringify(
    files.map(({ path, oid, size, mtimeMs, sha256 }) => [path, oid, size, mtimeMs, sha256].join(' ')).sort(),
  );

/**
 * The files that are ours, by path, each as it would be remembered now. Ours is what lies where we put it with the size
 * and time it had; or, where its digest is known, the same content at the same place, or elsewhere when it has left
 * its place. Never what lies among the pen's own files.
 */
export function ownFiles(
  files: readonly PenFile[],
  remembered: readonly RememberedFile[],
  digests: Digests,
): Map<string, RememberedFile> {
  const placeOf = placesOf(files);
  const lost = remembered.filter(({ path }) => placeOf(path) === undefined);
  const byPath = groupBy(remembered, ({ path }) => placeOf(path)?.path);
  const own = new Map<string, RememberedFile>();
  for (const file of files) {
    if (isPenOwn(file.path)) continue;
    const atPath = byPath.get(file.path) ?? [];
    const likely = atPath.filter((candidate) => isLikely(file, candidate));
    // A crash may leave two entries for a name: the old file's and the new one's, which can have one size.
    const [sure] = new Set(likely.map(({ sha256 }) => sha256)).size === 1 ? likely : [];
    const entry =
      sure ?? [...atPath, ...lost].find((candidate) => isSameContent(file, candidate, digests.get(file.path)));
    if (entry !== undefined) own.set(file.path, { ...entry, path: file.path, mtimeMs: file.mtimeMs });
  }
  return own;
}

const isSameContent = (
  file: PenFile,
  { size, oid, sha256 }: Pick<RememberedFile, 'size' | 'oid' | 'sha256'>,
  digest: string | undefined,
): boolean => file.size === size && file.productId === oid && sha256 === digest;

/**
 * Files that nobody but their content can tell for ours: moved, touched, or copied just before a crash. They have the
 * size and the product id of what is remembered or wanted.
 */
export function doubtfulFiles(
  files: readonly PenFile[],
  remembered: readonly RememberedFile[],
  wanted: readonly WantedFile[],
): PenFile[] {
  const own = ownFiles(files, remembered, new Map());
  const placeOf = placesOf(files);
  const current = new Set([...own.values()].map(({ oid, sha256 }) => `${oid} ${sha256}`));
  const missing = wanted.filter(({ oid, sha256 }) => !current.has(`${oid} ${sha256}`));
  const candidates = files.filter(({ path }) => !own.has(path) && !isPenOwn(path));
  return candidates.filter((file) => {
    const fits = ({ size, oid }: { size: number; oid: number }): boolean =>
      size === file.size && oid === file.productId;
    const lost = remembered.filter(({ path }) => [undefined, file.path].includes(placeOf(path)?.path));
    return lost.some(fits) || missing.some(fits);
  });
}

/** A file with the content that is wanted, whoever put it there: it need not be copied. */
export const isWantedContent = (file: PenFile, wanted: WantedFile, digests: Digests): boolean =>
  !isPenOwn(file.path) && isSameContent(file, wanted, digests.get(file.path));
