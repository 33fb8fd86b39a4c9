/** Decides which files on a pen are ours. Pure. */
import { groupBy } from '../../base/group-by.js';
import { isPenOwn, pathKey } from './names.js';
import type { PenFile, RememberedFile, WantedFile } from '../types.js';

/** SHA-256 in hexadecimal by path, for files whose content had to be read. */
export type Digests = ReadonlyMap<string, string>;

const second = 1000;
const quarterHour = 900 * second;
const hour = 3600 * second;

/**
 * Compares FAT times. FAT stores local time in steps of 2 s, without the zone. Daylight saving time, travel or another
 * system shifts it by multiples of 15 minutes, from UTC−12 to UTC+14 at most.
 */
export function sameTime(a: number, b: number): boolean {
  const apart = Math.abs(a - b);
  if (apart > 26 * hour + 2 * second) return false;
  const past = apart % quarterHour;
  return Math.min(past, quarterHour - past) <= 2 * second;
}

/** Matches remembered paths with files. Ignores case, unless two files differ only in case. */
export function placesOf(files: readonly PenFile[]): (path: string) => PenFile | undefined {
  const exact = new Map(files.map((file) => [file.path, file]));
  const loose = new Map(files.map((file) => [pathKey(file.path), file]));
  return (path) => exact.get(path) ?? loose.get(pathKey(path));
}

/** Matches by size, product id and time, without reading the content. */
function isLikely(file: PenFile, { size, mtimeMs, oid }: RememberedFile): boolean {
  return file.size === size && file.productId === oid && sameTime(file.mtimeMs, mtimeMs);
}

/** Reports whether two lists contain the same files with the same facts, in any order. */
export const sameFiles = (some: readonly RememberedFile[], others: readonly RememberedFile[]): boolean =>
  factsOf(some) === factsOf(others);

const factsOf = (files: readonly RememberedFile[]): string =>
  JSON.stringify(
    files.map(({ path, oid, size, mtimeMs, sha256 }) => [path, oid, size, mtimeMs, sha256].join(' ')).sort(),
  );

/**
 * Returns our files by path, each as it should be remembered now. A file is ours if it is at the remembered path with
 * the remembered size and time. If its digest is known, the same content at the same path counts, or at another path if
 * it left its own. Files in the pen's own folders are never ours.
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
    // After a crash, two entries may share a name: that of the old and of the new file, possibly of the same size.
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
 * Returns files that only their content can identify as ours: moved, touched, or copied just before a crash. Their size
 * and product id match a remembered or wanted file.
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

/** Reports whether a file, regardless of its origin, has the wanted content, so that no copy is needed. */
export const isWantedContent = (file: PenFile, wanted: WantedFile, digests: Digests): boolean =>
  !isPenOwn(file.path) && isSameContent(file, wanted, digests.get(file.path));
