/**
 * Assigns OIDs to albums (docs/gme.md, "What an album's scripts do"). Pure.
 *
 * resting  an album had the number, and none has it now. Printed sheets may still exist and would start any album that
 *          gets the number. It is assigned again only if no other number is left, or if a person asks for it
 */
import type { AlbumRecord } from './types.js';

export const lowestOid = 1;
/** 993 is the test sheet's; 994–999 are language codes of the pen itself. */
export const highestOid = 992;
const firstOid = 920;

/** 920 to 992, then 919 down to 1. */
const inOrder: readonly number[] = Array.from({ length: highestOid }, (_, n) =>
  firstOid + n <= highestOid ? firstOid + n : highestOid - n,
);

/**
 * Returns the number of a new album: the first that no album ever had, else the one unused the longest; undefined if
 * all are in use.
 * @param resting the one unused the longest is first
 */
export function nextOid(used: ReadonlySet<number>, resting: readonly number[]): number | undefined {
  const isResting = new Set(resting);
  return inOrder.find((oid) => !used.has(oid) && !isResting.has(oid)) ?? resting.find((oid) => !used.has(oid));
}

type Numbered = Pick<AlbumRecord, 'oid'>;
type Printed = Pick<AlbumRecord, 'oid' | 'printed'>;

/** Returns the resting numbers after albums have changed. Numbers that albums have just given up are appended. */
export function restingAfter(
  resting: readonly number[],
  before: readonly Numbered[],
  after: readonly Numbered[],
): readonly number[] {
  if (before.length === after.length && before.every(({ oid }, n) => oid === after[n]?.oid)) return resting;
  const used = new Set(after.map(({ oid }) => oid));
  const freed = new Set(before.map(({ oid }) => oid).filter((oid) => !used.has(oid)));
  return [...resting.filter((oid) => !used.has(oid) && !freed.has(oid)), ...freed];
}

const isOid = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= lowestOid && Number(value) <= highestOid;

/**
 * Returns the resting numbers from a list that may be older than the albums, wrong or lost. Adds the numbers of
 * deleted albums and of printed sheets.
 * @param listed the list as it was read
 */
export function restingNow(
  listed: readonly unknown[],
  albums: readonly Printed[],
  trash: readonly { album: Printed; deleted_at: number }[],
): number[] {
  const used = new Set(albums.map(({ oid }) => oid));
  const deleted = trash.map(({ album: { oid }, deleted_at: at }) => ({ oid, at }));
  const sheets = [...albums, ...trash.map(({ album }) => album)].flatMap(({ printed }) => printed);
  const reserved = [...sheets, ...deleted].sort((a, b) => a.at - b.at).map(({ oid }) => oid);
  return [...new Set([...listed, ...reserved].filter(isOid))].filter((oid) => !used.has(oid));
}
