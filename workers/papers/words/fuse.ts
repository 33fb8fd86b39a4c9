/** Two lists of one search become one: by reciprocal rank, as distances and ranks of words have no common scale. */

/** The usual constant: the larger it is, the less the first places count for more than those behind them. */
const k = 60;

/**
 * @param lists uids, the best first; none twice in one list
 * @param weights of the lists; 1 where there is none
 * @returns all uids, the best first; of equal ones that which is further up in an earlier list
 */
export function fuse(lists: readonly (readonly string[])[], weights: readonly number[] = []): string[] {
  const scores = new Map<string, number>();
  lists.forEach((list, n) =>
    list.forEach((uid, at) => scores.set(uid, (scores.get(uid) ?? 0) + (weights[n] ?? 1) / (k + at + 1))),
  );
  return [...scores].sort(([, one], [, other]) => other - one).map(([uid]) => uid);
}
