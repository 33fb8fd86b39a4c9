/** Assigns ids to pens: a pen keeps its id, also when its log appears, and no two pens share one. */
import { type FoundPen, isPlaceId, placeId } from './identify.js';

/** A pen that was connected before. */
export interface KnownId {
  id: string;
  serial: string | null;
}

/**
 * Gives each pen a unique id. A pen that is still connected keeps its id. A pen that was connected before gets its
 * former id: it may have had no log then, or a copy of it with the same number may have been connected too. If several
 * pens have the same number, one gets the number as its id. Another gets a suffix with the id of its volume, or with
 * its path if the volume id is a copy too.
 *
 * @param before the last result, for the pens connected then
 * @param known all pens that were ever connected
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

/** Reports whether a volume is the same as before. Its log may have appeared since, or may be unreadable now. */
function isSame(now: FoundPen, before: FoundPen, known: readonly KnownId[]): boolean {
  if (now.folder !== before.folder || now.volumeId !== before.volumeId) return false;
  const [serial, former] = [now.pen.serial, before.pen.serial];
  if (serial === former) return true;
  // Another pen may be mounted at the same path.
  if (serial === null) return !isPlaceId(now.volumeId);
  return former === null && !known.some((one) => one.serial === serial);
}

/** Returns the possible ids of a pen, best first. */
function idsOf({ pen: { serial, path }, volumeId }: FoundPen, known: readonly KnownId[]): string[] {
  const name = serial ?? volumeId;
  const further = [volumeId, placeId(path)].filter((part) => part !== name).map((part) => `${name}-${part}`);
  const ofNumber = serial === null ? [] : known.filter((one) => one.serial === serial).map(({ id }) => id);
  const copies = ofNumber.filter((id) => id === `${serial}-${volumeId}` && !isPlaceId(volumeId));
  const named = ofNumber.filter((id) => id === serial);
  const beforeItsLog = ofNumber.filter((id) => !id.startsWith(`${serial}-`));
  // An id made from the path does not identify a volume.
  const withoutLog = known.filter((one) => one.serial === null && one.id === volumeId && !isPlaceId(volumeId));
  return [...copies, ...named, ...beforeItsLog, ...withoutLog.map(({ id }) => id), name, ...further];
}
