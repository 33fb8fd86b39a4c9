/** A repeatable random generator: the same seed gives the same choices. */

/** @typedef {ReturnType<typeof randomOf>} Random */

/** @param {number} seed */
export function randomOf(seed) {
  let state = seed >>> 0;
  // Mulberry32.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const random = {
    next,
    /** An integer from 0 up to, but not including, `below`. */
    below: (below) => Math.floor(next() * below),
    between: (least, most) => least + next() * (most - least),
    chance: (part) => next() < part,
    pick: (list) => list[random.below(list.length)],
    shuffled: (list) =>
      list
        .map((one) => ({ one, at: next() }))
        .sort((a, b) => a.at - b.at)
        .map(({ one }) => one),
    /** Picks a name from a table of name → weight. */
    weighted(table) {
      let left = next() * Object.values(table).reduce((sum, weight) => sum + weight, 0);
      return Object.keys(table).find((name) => (left -= table[name]) < 0) ?? Object.keys(table)[0];
    },
    /** Returns another sequence, independent of later draws from this one. */
    fork: () => randomOf(Math.floor(next() * 2 ** 32)),
  };
  return random;
}
