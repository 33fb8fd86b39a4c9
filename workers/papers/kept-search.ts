/** A search that is kept, as files have it. */
import * as z from 'zod/v4';

/** Milliseconds since 1970-01-01 UTC. A `Date` cannot have more. */
export const time = z.int().nonnegative().max(8.64e15);
/** Characters of a name, and entries of a filter. */
export const longestName = 500;
export const mostEntries = 1000;
const names = z.array(z.string().max(longestName)).max(mostEntries);

export const keptSearchFields = z.object({
  /** Words and `field:"value"` filters. */
  q: z.string().max(20_000),
  conferences: names,
  years: z.array(z.int()).max(mostEntries),
  sessions: names,
  kept_at: time,
  /** Papers imported later are new. */
  seen_at: time,
});

export type KeptSearchRecord = z.output<typeof keptSearchFields>;
