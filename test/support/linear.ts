/** Time of the processor, which other programs do not lengthen much. Tests expect only ratios of it. */

/** Milliseconds of the processor that this process takes for some work, in all of its threads. */
export async function processorTime(work: () => unknown): Promise<number> {
  const begun = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
}

/** Milliseconds below which the ratio is noise: garbage collection alone takes some of them. */
const tooShort = 30;
/** Linear work takes twice as long for twice the length, and four times where time grows as the square. */
const mostPerDoubling = 2.83;
const mostTries = 6;

/**
 * Whether the time of some work grows as its length: 'linear', or the figures. Both times are the best of some tries,
 * because other work on the machine comes and goes.
 */
export async function growthOf(
  work: (length: number) => unknown,
  length: number,
  perDoubling = mostPerDoubling,
): Promise<string> {
  const most = perDoubling ** 2;
  const time = (part: number): Promise<number> => processorTime(() => work(part));
  let [quarter, all, fourfold] = [Infinity, Infinity, Infinity];
  for (let tries = 0; tries < mostTries; tries++) {
    all = Math.min(all, await time(length));
    if (all < tooShort) return 'linear';
    quarter = Math.min(quarter, await time(length >> 2));
    if (all < most * quarter) return 'linear';
  }
  // Short times depend on the machine's other work. A longer text tells for sure, unless a limit ends it early.
  for (let tries = 0; tries < mostTries; tries++) {
    fourfold = Math.min(fourfold, await time(4 * length));
    if (fourfold > all && fourfold < most * all) return 'linear';
    if (fourfold > 2 * most * all) break;
  }
  return `${Math.round(quarter)} ms for a quarter, ${Math.round(all)} ms for all, ${Math.round(fourfold)} ms for four`;
}
