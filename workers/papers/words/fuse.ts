/** Merges two result lists of one search by reciprocal rank, because distances and word ranks have no common scale. */

/** The usual constant. The larger it is, the smaller the advantage of the first places. */
const k = 60;

/**
 * @param lists uids, best first; without duplicates within a list
 * @param weights of the lists; 1 by default
 * @returns all uids, best first; ties in the order of the lists
 */
export function fuse(lists: readonly (readonly string[])[], weights: readonly number[] = []): string[] {
  const scores = new Map<string, number>();
  lists.forEach((list, n) =>
    list.forEach((uid, at) => scores.set(uid, (scores.get(uid) ?? 0) + (weights[n] ?? 1) / (k + at + 1))),
  );
  return [...scores].sort(([, one], [, other]) => other - one).map(([uid]) => uid);
}
