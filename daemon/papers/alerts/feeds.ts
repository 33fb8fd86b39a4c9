/**
 * Fetches feeds of new papers when they are due, and imports the papers. Implements the FeedService of the HTTP room.
 * A feed that fails is tried again after growing pauses. The other feeds do not wait for it.
 */
import { basename } from 'node:path';
import { mostFeeds, type Feed, type FeedService, type Interval } from '../../../http/papers/alerts/service.js';
import type { PaperImport } from '../../../http/papers/papers/service.js';
import type { Problem } from '../../../http/resources/status/problem.js';
import { badFields, TonstiftError } from '../../../workers/base/errors.js';
import { say, type Words } from '../../../workers/base/language/sentence.js';
import type { Log, MonotonicClock } from '../../../workers/base/ports.js';
import { maskedUrl } from '../../../workers/base/text/url-secrets.js';
import type { FeedClient, FeedClientOptions, FetchedFeed } from '../../../workers/papers/feeds/feed-client.js';
import { FeedError } from '../../../workers/papers/feeds/feed-error.js';
import { feedAddress } from '../../../workers/papers/feeds/sites.js';
import type { PaperSource } from '../../../workers/papers/ingest/import-papers.js';
import { formatOf } from '../../../workers/papers/ingest/types.js';
import type { Outcome } from '../../reconcile/outcome.js';
import { SayOnce } from '../../reconcile/say-once.js';
import { WorkQueue, type Run } from '../../reconcile/work-queue.js';
import { readVersion } from '../../version.js';
import { papersWordsOf } from '../problem.js';
import { longestAddress, newId, type AlertStore, type StoredFeed } from './stored-alerts.js';

export interface PaperFeedsParts {
  store: AlertStore;
  import: (source: PaperSource, title: string, signal: AbortSignal) => Promise<PaperImport>;
  /** Forgets the record of an import that has changed nothing: a thousand of them would displace all others. */
  forgetImport: (id: number) => Promise<void>;
  /** Called when the problems may have changed. */
  changed: () => void;
  clock: MonotonicClock;
  log: Log;
  /** Fetches only on request. */
  byHand?: boolean | undefined;
  /** Replaces limits of the requests. */
  feedLimits?: Pick<FeedClientOptions, 'pause' | 'timeout' | 'most'> | undefined;
}

const hour = 3_600_000;
const day = 24 * hour;
const lengths: Readonly<Record<Interval, number>> = { day, week: 7 * day };
/** Milliseconds after the first failure in a row, the second … */
const pauses = [hour / 4, hour, 3 * hour, 6 * hour, 12 * hour, day] as const;
/** A timer does not count the time in which a computer sleeps. */
const longestTimer = hour;

interface Order {
  now: true;
}

export class PaperFeeds implements FeedService {
  private readonly queue: WorkQueue<Order>;
  private readonly failures = new Map<string, { words: Words; next: number }>();
  private readonly once: SayOnce;
  private reading: Promise<unknown> | undefined;
  /** Loaded at the first fetch. Most users have no feed. */
  private client: Promise<FeedClient> | undefined;

  constructor(private readonly parts: PaperFeedsParts) {
    this.once = new SayOnce(parts.log);
    this.queue = new WorkQueue({
      ...{ clock: parts.clock, pauses, work: (id, run) => this.work(id, run) },
      judge: (error) => ({ notNow: true, atLeast: error instanceof FeedError ? error.retryAfterMs : 0 }),
      ended: (id, outcome) => this.ended(id, outcome),
    });
  }

  /** Fetches the feeds that are due, and from then on on schedule. */
  async start(): Promise<void> {
    await this.read();
    for (const { id } of this.parts.store.value.feeds) this.queue.add(id);
  }

  stop(): Promise<void> {
    return this.queue.stop();
  }

  async list(): Promise<Feed[]> {
    await this.read();
    return this.parts.store.value.feeds.map((one) => this.viewOf(one));
  }

  async add(given: string, every: Interval): Promise<Feed> {
    await this.read();
    const address = feedAddress(given)?.address;
    if (address === undefined) throw badFields({ address: say('wrong.feed_address') });
    // Encoded, an address is up to nine times as long as it was given.
    if (address.length > longestAddress)
      throw badFields({ address: say('wrong.at_most_long', { length: longestAddress }) });
    const added: StoredFeed = {
      ...{ id: newId(), address, every, fetched_at: null, added: 0, rejected: 0, import_id: null },
      ...{ etag: null, modified: null },
    };
    await this.parts.store.update((stored) => {
      if (stored.feeds.some((one) => one.address === address)) throw new TonstiftError('conflict', say('feeds.there'));
      if (stored.feeds.length >= mostFeeds)
        throw new TonstiftError('conflict', say('feeds.too_many', { most: mostFeeds }));
      return { ...stored, feeds: [...stored.feeds, added] };
    });
    if (this.parts.byHand !== true) this.queue.add(added.id);
    return this.viewOf(added);
  }

  async remove(id: string): Promise<void> {
    await this.known(id);
    await this.parts.store.update((stored) => ({ ...stored, feeds: stored.feeds.filter((one) => one.id !== id) }));
    await this.queue.forget(id, new TonstiftError('aborted', say('feeds.unknown')));
    this.once.clear(id);
    if (this.failures.delete(id)) this.parts.changed();
  }

  async fetch(id: string): Promise<Feed> {
    await this.known(id);
    await this.queue.run(id, { now: true }).catch((error: unknown) => {
      // Its failure says why. Without one the feed was removed, or the daemon is stopping.
      if (!this.failures.has(id)) throw error;
    });
    return this.viewOf(await this.known(id));
  }

  /** For the list of problems. */
  problems(): Problem[] {
    return this.parts.store.value.feeds.flatMap((one) => {
      const failure = this.failures.get(one.id);
      const about = { kind: 'papers', path: '/papers/alerts', oid: null, pen: null, actions: [] } as const;
      const what = nameOf(one);
      return failure === undefined
        ? []
        : [{ ...about, what, reason: failure.words, advice: say('problems.papers.feed.advice') }];
    });
  }

  private async read(): Promise<void> {
    await (this.reading ??= this.parts.store.read());
  }

  private async known(id: string): Promise<StoredFeed> {
    await this.read();
    const one = this.parts.store.value.feeds.find((feed) => feed.id === id);
    if (one === undefined) throw new TonstiftError('not_found', say('feeds.unknown'));
    return one;
  }

  private async work(id: string, { order, signal, wakeIn }: Run<Order>): Promise<void> {
    const one = this.parts.store.value.feeds.find((feed) => feed.id === id);
    if (one === undefined) return;
    const wait = this.dueAt(one) - this.parts.clock.now();
    const isRetry = this.failures.has(id);
    if (order === undefined && wait > 0 && !isRetry) return wakeIn(Math.min(wait, longestTimer));
    const client = await (this.client ??= this.openClient());
    const fetched = await client.fetch(one, signal);
    const result = fetched === null ? unchanged : await this.take(one, fetched, signal);
    const now = { ...result, fetched_at: this.parts.clock.now() };
    await this.parts.store.update((stored) => ({
      ...stored,
      feeds: stored.feeds.map((feed) => (feed.id === id ? { ...feed, ...now } : feed)),
    }));
    wakeIn(longestTimer);
  }

  private async openClient(): Promise<FeedClient> {
    const { FeedClient: Client } = await import('../../../workers/papers/feeds/feed-client.js');
    const { clock, feedLimits } = this.parts;
    return new Client({ clock, agent: `Tonstift/${readVersion()} (reader of papers)`, ...feedLimits });
  }

  /** @throws FeedError if none of its records is a paper */
  private async take(one: StoredFeed, fetched: FetchedFeed, signal: AbortSignal): Promise<Partial<StoredFeed>> {
    const { body, format, etag, modified } = fetched;
    const name = nameOf(one);
    const url = new URL(one.address);
    const report = await this.parts.import(
      // Opened twice if the process that reads it ends.
      { title: name, bytes: () => once(body), format, size: body.length, ...fileIn(url) },
      name,
      signal,
    );
    const { added, updated, read, rejected_count: rejected, rejected_kinds: kinds, import_id } = report;
    const hasChanged = added + updated > 0;
    if (!hasChanged) await this.parts.forgetImport(import_id);
    const [first] = kinds;
    if (first !== undefined && read === rejected)
      throw new FeedError(say('feeds.no_papers', { host: url.host, why: first.reason }));
    return { etag, modified, added, rejected, import_id: hasChanged ? import_id : null };
  }

  private ended(id: string, outcome: Outcome): void {
    if (outcome.kind === 'done') {
      this.once.clear(id);
      if (this.failures.delete(id)) this.parts.changed();
      return;
    }
    const one = this.parts.store.value.feeds.find((feed) => feed.id === id);
    if (one === undefined) return;
    const words = papersWordsOf(outcome.error);
    const pause = outcome.kind === 'not now' ? outcome.pause : 0;
    this.failures.set(id, { words, next: this.parts.clock.now() + pause });
    if (this.parts.byHand !== true) this.once.say(id, 'warn', `${nameOf(one)}: ${String(words)}`);
    this.parts.changed();
  }

  /** Now if the last fetch is in the future: the clock was wrong then, and the feed would rest until that time. */
  private dueAt({ fetched_at: at, every }: StoredFeed): number {
    return at === null || at > this.parts.clock.now() ? 0 : at + lengths[every];
  }

  private viewOf(one: StoredFeed): Feed {
    const { etag: _, modified: __, fetched_at: at, ...facts } = one;
    const failure = this.failures.get(one.id);
    const isWaiting = this.parts.byHand !== true && !this.queue.isBusy(one.id);
    return {
      ...facts,
      name: nameOf(one),
      address: maskedUrl(one.address),
      fetched_at: at === null ? null : new Date(at).toISOString(),
      next_at: isWaiting ? new Date(failure?.next ?? this.dueAt(one)).toISOString() : null,
      problem: failure?.words ?? null,
    };
  }
}

const unchanged: Partial<StoredFeed> = { added: 0, rejected: 0, import_id: null };

const nameOf = ({ address }: StoredFeed): string => feedAddress(address)?.name ?? address;

/** Conference and year may be in the name of a file, but `/rss/` names no conference. */
function fileIn({ pathname }: URL): { name?: string } {
  const name = basename(pathname);
  return formatOf(name) === undefined ? {} : { name };
}

async function* once(body: Buffer): AsyncGenerator<Uint8Array> {
  yield body;
}
