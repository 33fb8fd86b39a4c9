/** Pens with one number: copies of a pen, or ones that were never given a number. */
import { type FoundPen, placeId } from './identify.js';

/**
 * Each pen with an id of its own. The one that has had the id so far keeps it; another has the id of its volume
 * behind it, and if that is copied too, its place.
 *
 * @param before what this answered last, for the pens that were plugged in then
 */
export function withOwnIds(found: readonly FoundPen[], before: readonly FoundPen[] = []): FoundPen[] {
  const owners = new Map(before.map(({ pen, folder }) => [pen.id, folder]));
  const isOwner = (one: FoundPen): boolean => owners.get(sharedId(one)) === one.folder;
  const ids = new Map<string, FoundPen>();
  for (const one of [...found].sort((a, b) => Number(isOwner(b)) - Number(isOwner(a)))) {
    const id = sharedId(one);
    const further = [one.volumeId, placeId(one.pen.path)].filter((name) => name !== id).map((name) => `${id}-${name}`);
    ids.set([id, ...further].find((candidate) => !ids.has(candidate)) ?? placeId(one.pen.path), one);
  }
  const own = new Map([...ids].map(([id, one]) => [one, id]));
  return found.map((one) => ({ ...one, pen: { ...one.pen, id: own.get(one) ?? one.pen.id } }));
}

const sharedId = ({ pen, volumeId }: FoundPen): string => pen.serial ?? volumeId;
