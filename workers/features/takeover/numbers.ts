/** Finds numbers that their library has used and that must not be given to another album. Pure. */
import { highestOid, lowestOid } from '../../library/oids.js';
import { whole } from './texts.js';

/** Their program assigns numbers from here on, always one above its highest. */
const first = 920;

export interface Used {
  /** Numbers of their albums, including those that are invalid for us. */
  albums: readonly string[];
  /** Product ids of their GME files. */
  products: readonly number[];
  /** Names of pattern images that they have printed: `920-24-1200-2.png`. */
  patterns: readonly string[];
}

/**
 * Returns numbers that printed sheets may have although no album of theirs has them. Gaps in their sequence belonged to
 * deleted albums; GME files and pattern images reveal more.
 */
export function restingOf({ albums, products, patterns }: Used): number[] {
  const own = albums.flatMap((number) => whole(number, lowestOid, highestOid) ?? []);
  const beyond = albums.length > own.length ? 1 : 0;
  // An album with a number beyond the limit may have had one from the sequence before.
  const last = Math.min(Math.max(first - 1, ...own) + beyond, highestOid);
  const row = Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => first + n);
  const printed = patterns.flatMap((name) => whole(/^(\d+)-/.exec(name)?.[1] ?? null, lowestOid, highestOid) ?? []);
  const built = products.filter((product) => whole(String(product), lowestOid, highestOid) !== null);
  const used = new Set(own);
  return [...new Set([...row, ...built, ...printed])].filter((number) => !used.has(number)).sort((a, b) => a - b);
}

/** Returns a number for an album whose own is invalid for us. Prefers numbers below their program's sequence. */
export function freeNumber(
  free: (used: readonly number[]) => number | undefined,
  used: readonly number[],
): number | undefined {
  const row = Array.from({ length: highestOid - first + 1 }, (_, n) => first + n);
  return free([...used, ...row]) ?? free(used);
}
