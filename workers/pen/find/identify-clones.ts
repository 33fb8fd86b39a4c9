/** Which id a pen has: the same as before, also when its log appears, and never one that another pen has. */
import { type FoundPen, isPlaceId, placeId } from './identify.js';

/** A pen that was plugged in before. */
export interface KnownId {
  id: string;
  serial: string | null;
}

/**
 * Gives each pen an id that no other has. A pen that is still plugged in keeps its id. One that was plugged in before
 * gets the id of that time: it may have had no log yet then, or a copy of it with the same number was there too. Of
 * several with one number, one has the number; another has the id of its volume behind it, and if that is copied too,
 * its place.
 *
 * @param before what this answered last, for the pens that were plugged in then
 * @param known all pens that were ever plugged in
 */
export function withOwnIds(
  found: readonly FoundPen[],
  before: readonly FoundPen[] = [],
  known: readonly KnownId[] = [],
): FoundPen[] {
  const idBefore = new Map(
    found.map((one) => [one, before.find((other) => isSame(one, other, known))?.pen.id] as const),
  );
  const own = new Map<FoundPen, string>();
  const taken = new Set<string>();
  const stayedFirst = [...found].sort(
    (a, b) => Number(idBefore.get(b) !== undefined) - Number(idBefore.get(a) !== undefined),
  );
  for (const one of stayedFirst) {
    const wishes = [idBefore.get(one), ...idsOf(one, known)];
    const id = wishes.find((wish) => wish !== undefined && !taken.has(wish)) ?? placeId(one.pen.path);
    taken.add(id);
    own.set(one, id);
  }
  return found.map((one) => ({ ...one, pen: { ...one.pen, id: own.get(one) ?? one.pen.id } }));
}

/** Whether a volume is still there. Its log may have appeared since, or may not be readable now. */
function isSame(now: FoundPen, before: FoundPen, known: readonly KnownId[]): boolean {
  if (now.folder !== before.folder || now.volumeId !== before.volumeId) return false;
  const [serial, former] = [now.pen.serial, before.pen.serial];
  if (serial === former) return true;
  // Another pen may have come to the same place.
  if (serial === null) return !isPlaceId(now.volumeId);
  return former === null && !known.some((one) => one.serial === serial);
}

/** The ids that a pen may have, best first. */
function idsOf({ pen: { serial, path }, volumeId }: FoundPen, known: readonly KnownId[]): string[] {
  const name = serial ?? volumeId;
  const further = [volumeId, placeId(path)].filter((part) => part !== name).map((part) => `${name}-${part}`);
  const ofNumber = serial === null ? [] : known.filter((one) => one.serial === serial).map(({ id }) => id);
  const copies = ofNumber.filter((id) => id === `${serial}-${volumeId}` && !isPlaceId(volumeId));
  const named = ofNumber.filter((id) => id === serial);
  const beforeItsLog = ofNumber.filter((id) => !id.startsWith(`${serial}-`));
  // A place tells no volume from others.
  const withoutLog = known.filter((one) => one.serial === null && one.id === volumeId && !isPlaceId(volumeId));
  return [...copies, ...named, ...beforeItsLog, ...withoutLog.map(({ id }) => id), name, ...further];
}
