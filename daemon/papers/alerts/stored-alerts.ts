/** The file with the searches that are kept, and with the feeds. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod/v4';
import { intervals, mostFeeds, mostSearches } from '../../../http/papers/alerts/service.js';
import { JsonStore } from '../../../workers/base/files/json-store.js';
import type { Log } from '../../../workers/base/ports.js';
import { keptSearchFields, time } from '../../../workers/papers/kept-search.js';

const storedSearch = keptSearchFields.extend({ id: z.string() });
export type StoredSearch = z.output<typeof storedSearch>;

/** Characters of the address of a feed. */
export const longestAddress = 5000;

const storedFeed = z.object({
  id: z.string(),
  address: z.string().max(longestAddress),
  every: z.enum(intervals),
  /** The last fetch that succeeded, and its result. */
  fetched_at: time.nullable(),
  added: z.int(),
  rejected: z.int(),
  import_id: z.int().nullable(),
  /** The ETag of the last answer. The next request sends it, and gets nothing if the feed is unchanged. */
  etag: z.string().nullable(),
  modified: z.string().nullable(),
});
export type StoredFeed = z.output<typeof storedFeed>;

const stored = z.object({
  version: z.literal(1),
  searches: z.array(storedSearch).max(mostSearches),
  feeds: z.array(storedFeed).max(mostFeeds),
});
export type StoredAlerts = z.output<typeof stored>;
export type AlertStore = JsonStore<StoredAlerts>;

/** It is read at the first use. A file that cannot be read is kept under another name. */
export function alertStore(data: string, log: Log): AlertStore {
  const path = join(data, 'paper-alerts.json');
  return new JsonStore<StoredAlerts>({
    ...{ path, schema: stored, fallback: { version: 1, searches: [], feeds: [] }, keepsBroken: true },
    onBroken: (why) => log.warn(`Cannot read the kept searches and feeds from ${path}: ${why}`),
  });
}

/** Short, because a person types the id of a feed. */
export const newId = (): string => randomBytes(5).toString('hex');
