/** Reads the code of a region. If the page is bent or the picture distorted, the parts of the region vote. */
import type { GreyImage, Ink } from './ink.js';
import { readTile, type ReadTile } from './read-tile.js';
import type { Region } from './regions.js';

/** With more doubt, the parts of the region are read too. */
const littleDoubt = 0.3;
/**
 * Maximum doubt of a code. If dots are only a few pixels apart, their shift is less than a pixel, and a resampled scan
 * yields wrong codes.
 */
const mostDoubt = { fine: 0.5, coarse: 0.26 };
/** Dots closer than this, in pixels, count as coarse. */
const coarse = 3.8;
/**
 * Sides of a part in buckets. 16 are eight millimetres, over which no page is bent by a third of a cell; 8 are four.
 */
const sides = [16, 8];
/** Minimum share of filled buckets of a part. Emptier parts are edges and carry no information. */
const leastFilled = 0.4;
/** Maximum number of parts to read. A page with a large printed picture has more. */
const mostParts = 40;
/** Minimum number and share of parts that must agree. */
const [leastAgreeing, leastShare] = [2, 0.6];

/**
 * @param image the picture of the ink
 * @returns see `readTile`
 */
export function readRegion(image: GreyImage, ink: Ink, region: Region): ReturnType<typeof readTile> {
  const whole = readTile(image, ink, region);
  const most = 1 / Math.hypot(region.rows.x, region.rows.y) < coarse ? mostDoubt.coarse : mostDoubt.fine;
  if (whole === 'unshifted' || (whole !== 'unread' && whole.doubt < Math.min(littleDoubt, most))) return whole;
  for (const side of sides) {
    const reads = partsOf(ink, region, side)
      .map((buckets) => region.part(buckets))
      .map((part) => (part === undefined ? 'unread' : readTile(image, ink, part)))
      .filter((read): read is ReadTile => typeof read !== 'string' && read.doubt < most);
    const agreed = agreedOn(reads);
    if (agreed !== undefined) return agreed;
  }
  return whole !== 'unread' && whole.doubt < most ? whole : 'unread';
}

/** Returns the code that most parts read, from the part with the least doubt. */
function agreedOn(reads: readonly ReadTile[]): ReadTile | undefined {
  const votes = new Map<number, ReadTile[]>();
  for (const read of reads) votes.set(read.code, [...(votes.get(read.code) ?? []), read]);
  const [most = []] = [...votes.values()].sort((a, b) => b.length - a.length);
  if (most.length < leastAgreeing || most.length < leastShare * reads.length) return undefined;
  return most.reduce((one, other) => (other.doubt < one.doubt ? other : one));
}

function partsOf({ columns }: Ink, { buckets }: Region, side: number): number[][] {
  const parts = new Map<number, number[]>();
  for (const bucket of buckets) {
    const [column, row] = [bucket % columns, Math.floor(bucket / columns)];
    const part = Math.floor(row / side) * 65_536 + Math.floor(column / side);
    const known = parts.get(part);
    if (known === undefined) parts.set(part, [bucket]);
    else known.push(bucket);
  }
  const filled = [...parts.values()].filter((part) => part.length >= leastFilled * side ** 2);
  const stride = Math.ceil(filled.length / mostParts);
  return filled.filter((_, n) => n % stride === 0);
}
