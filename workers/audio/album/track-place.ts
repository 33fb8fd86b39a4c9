/** Parses the track number of a tag. */
import { onSide } from './names.js';

/** Parses `3`, `03/12`, `3 of 12`; `2-03` with its disc; `A1`, `B` of a record. */
export function trackPlace(text = ''): { disc: number | null; number: number | null } {
  const [, disc, onDisc] = /^(\d{1,2})[-.](\d{1,3})$/.exec(text.trim()) ?? [];
  if (disc !== undefined) return { disc: Number(disc) || null, number: Number(onDisc) };
  const [, number] = /^0*(\d{1,6})\s*(?:$|[/.,]|(?:of|von|aus|sur|de|van)\b)/i.exec(text.trim()) ?? [];
  if (number !== undefined) return { disc: null, number: Number(number) };
  const [, side, place] = /^([A-Z])\1?\s*-?(\d{0,2})$/i.exec(text.trim()) ?? [];
  return { disc: null, number: side === undefined ? null : onSide(side, Number(place)) };
}
