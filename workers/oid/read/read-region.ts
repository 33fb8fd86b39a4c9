/** The code of a region; where the page is bent or the picture distorted, by what its parts say. */
import type { GreyImage, Ink } from './ink.js';
import { readTile, type ReadTile } from './read-tile.js';
import type { Region } from './regions.js';

/** More doubt, and the parts of the region are asked. */
const littleDoubt = 0.3;
/**
 * More doubt is no code. Where a dot's distance is few pixels, its shift is less than one, and a scan that was
 * resampled makes wrong codes of it.
 */
const mostDoubt = { fine: 0.5, coarse: 0.26 };
/** Pixels from dot to dot. */
const coarse = 3.8;
/** Sides of a part in buckets: eight millimetres, over which no page is bent by a third of a cell, and four. */
const sides = [16, 8];
/** Of the buckets of a part so many: the others are an edge, and say nothing. */
const leastFilled = 0.4;
/** Of more parts, as a page full of a printed picture has, some are asked. */
const mostParts = 40;
/** Of the parts that are read, so many must agree. */
const [leastAgreeing, leastShare] = [2, 0.6];

/**
 * @param image that the ink is of
 * @returns as `readTile`
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

/** What most of them say, as the surest of them says it. */
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
