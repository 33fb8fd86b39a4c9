/** Numbers that their library has used: none of them may come to mean another album. Pure. */
import { highestOid, lowestOid } from '../library/oids.js';
import { whole } from './texts.js';

/** Their program gives numbers from here on upwards, one more than its highest. */
const first = 920;

export interface Used {
  /** Their albums' numbers, those that are none with us, too. */
  albums: readonly string[];
  /** Product ids of their files for the pen. */
  products: readonly number[];
  /** Names of the pictures of patterns that they have printed: `920-24-1200-2.png`. */
  patterns: readonly string[];
}

/**
 * Numbers that a printed sheet may have though no album of theirs does: gaps in their row belonged to albums that are
 * gone, files for the pen and pictures of patterns tell more.
 */
export function restingOf({ albums, products, patterns }: Used): number[] {
  const own = albums.flatMap((number) => whole(number, lowestOid, highestOid) ?? []);
  const beyond = albums.length > own.length ? 1 : 0;
  // An album that was given one beyond had one of the row before.
  const last = Math.min(Math.max(first - 1, ...own) + beyond, highestOid);
  const row = Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => first + n);
  const printed = patterns.flatMap((name) => whole(/^(\d+)-/.exec(name)?.[1] ?? null, lowestOid, highestOid) ?? []);
  const built = products.filter((product) => whole(String(product), lowestOid, highestOid) !== null);
  const used = new Set(own);
  return [...new Set([...row, ...built, ...printed])].filter((number) => !used.has(number)).sort((a, b) => a - b);
}

/** A number for an album of theirs whose own is none with us: from below the row that their program gives, if any. */
export function freeNumber(
  free: (used: readonly number[]) => number | undefined,
  used: readonly number[],
): number | undefined {
  const row = Array.from({ length: highestOid - first + 1 }, (_, n) => first + n);
  return free([...used, ...row]) ?? free(used);
}
