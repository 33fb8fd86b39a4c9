/** A search that is kept, as files have it. */
import * as z from 'zod/v4';

/** Milliseconds since 1970-01-01 UTC. */
const time = z.int().nonnegative();
const names = z.array(z.string().max(500)).max(1000);

export const keptSearchFields = z.object({
  /** Words and `field:"value"` filters. */
  q: z.string().max(20_000),
  conferences: names,
  years: z.array(z.int()).max(1000),
  sessions: names,
  kept_at: time,
  /** Papers that came in later are new. */
  seen_at: time,
});

export type KeptSearchRecord = z.output<typeof keptSearchFields>;
