import * as z from 'zod/v4';
import type { Words } from '../../../workers/base/language/sentence.js';
import { time } from '../../operations/answers.js';
import { paperFields } from '../papers/answers.js';

export const newPaper = z
  .object({
    paper: z.object(paperFields),
    added_at: time,
    import_id: z.int(),
    import_name: z.string().describe('The name of the file or of the feed.'),
  })
  .meta({ id: 'NewPaper' });

export type NewPaperView = z.output<typeof newPaper>;

/** A search that is kept: papers with all words of `q` that are in these lists. */
const searchFields = {
  q: z.string(),
  conferences: z.array(z.string()),
  years: z.array(z.int()),
  sessions: z.array(z.string()),
};
const searchToKeep = z.object(searchFields);
export type SearchToKeep = z.output<typeof searchToKeep>;

export const keptSearch = z
  .object({
    id: z.string(),
    ...searchFields,
    kept_at: time,
    seen_at: time.describe('Papers imported later are new.'),
    count: z.int().describe('New papers.'),
    papers: z.array(newPaper).describe('The newest of them.'),
  })
  .meta({ id: 'KeptSearch' });

export type KeptSearch = z.output<typeof keptSearch>;

/** How often a feed is fetched. */
export const intervals = ['day', 'week'] as const;
export type Interval = (typeof intervals)[number];

export const feed = z
  .object({
    id: z.string(),
    name: z.string(),
    address: z.string().describe('The address that is fetched.'),
    every: z.enum(intervals),
    fetched_at: time.nullable().describe('The last fetch that succeeded.'),
    added: z.int().describe('Papers that it added.'),
    rejected: z.int().describe('Records that were rejected.'),
    import_id: z.int().nullable().describe('The record of its import; null if it changed nothing.'),
    next_at: time.nullable().describe('The next fetch; null while it runs, and without a running daemon.'),
    problem: z.string().nullable().describe('Why the last fetch failed.'),
  })
  .meta({ id: 'PaperFeed' });

export interface Feed extends Omit<z.output<typeof feed>, 'problem'> {
  problem: Words | null;
}

export const mostSearches = 200;
export const mostFeeds = 50;

/**
 * Searches that are kept, with the papers imported since. Throws `papers_unavailable` if the paper database is not
 * available. Functions with an id throw `not_found`.
 */
export interface AlertService {
  /** First kept first, each with at most `limit` papers. @param id only this one */
  list(which: { limit: number; id?: string | undefined }): Promise<KeptSearch[]>;
  /** Papers imported since a search was kept, seen or not, newest first. @param id only of this one */
  arrivals(which: { limit: number; id?: string | undefined }): Promise<NewPaperView[]>;
  /** Returns the id. A search that is kept already is not changed. Throws `conflict` if there are too many. */
  keep(search: SearchToKeep): Promise<string>;
  /** Notes that the papers up to a time were seen. @param id only of this search */
  seen(until: Date, id?: string): Promise<void>;
  remove(id: string): Promise<void>;
}

/** Feeds of new papers, which are fetched on a schedule and imported. */
export interface FeedService {
  list(): Promise<Feed[]>;
  /** Throws `bad_field`, or `conflict` if the feed is there or if there are too many. The first fetch begins. */
  add(address: string, every: Interval): Promise<Feed>;
  /** The papers that it brought stay. */
  remove(id: string): Promise<void>;
  /** Fetches it now. Its problem says if that failed. */
  fetch(id: string): Promise<Feed>;
}

declare module '../../services.js' {
  interface Services {
    alerts: AlertService;
    feeds: FeedService;
  }
}
