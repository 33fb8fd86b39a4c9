/** Gives pens distinct names, and finds those that are long away. */
import type { PenView } from '../../http/resources/pens/service.js';

/** Milliseconds: three months. */
const longAfter = 90 * 24 * 3_600_000;

/** @param lastSeen milliseconds since 1970 */
export const isLongAway = (lastSeen: number, now: number): boolean => now - lastSeen > longAfter;

/** Adds the id to the names of pens that would look the same. A pen that is long away does not change another name. */
export function withDistinctNames(pens: readonly PenView[]): PenView[] {
  const isSame = (one: PenView, other: PenView): boolean =>
    one.id !== other.id && one.name === other.name && (one.long_away || !other.long_away);
  return pens.map((pen) => {
    const isDouble = pens.some((other) => isSame(pen, other));
    return isDouble ? { ...pen, name: `${pen.name} (${pen.id})` } : pen;
  });
}
