/** Which OIDs albums get (docs/gme.md, "What an album's scripts do"). Pure. */

export const lowestOid = 1;
/** 993 is the test sheet's; 994–999 are language codes of the pen itself. */
export const highestOid = 992;
const firstOid = 920;

/** From 920 up to 992, then from 919 down to 1, skipping those in use; undefined when all are. */
export function nextOid(used: ReadonlySet<number>): number | undefined {
  for (let oid = firstOid; oid <= highestOid; oid++) if (!used.has(oid)) return oid;
  for (let oid = firstOid - 1; oid >= lowestOid; oid--) if (!used.has(oid)) return oid;
  return undefined;
}
