/**
 * Fetches feeds. Each host gets one request at a time, with a pause after its beginning, as arXiv asks for. A host that
 * asks to wait gets none until then.
 */
import Bottleneck from 'bottleneck';
import type * as Undici from 'undici';
import { linkedSignal, orAborted } from '../../base/async/linked-signal.js';
import { jsonIn } from '../../base/input/json.js';
import { readUpTo } from '../../base/input/read-up-to.js';
import { say } from '../../base/language/sentence.js';
import type { Clock } from '../../base/ports.js';
import { statusWords } from '../../base/text/status-words.js';
import { urlSecrets } from '../../base/text/url-secrets.js';
import { retryAfter } from '../embedding-api/retry.js';
import { serverMessage } from '../embedding-api/server-message.js';
import { reasonOf } from '../embedding-api/timed-transport.js';
import { formatOf, formatOfType, type PaperFormat } from '../ingest/types.js';
import { FeedError } from './feed-error.js';

export interface AskedFeed {
  address: string;
  /** The ETag of the last answer; null if it had none. */
  etag: string | null;
  modified: string | null;
}

interface Asked extends AskedFeed {
  host: string;
  http: typeof Undici;
}

export interface FetchedFeed extends Omit<AskedFeed, 'address'> {
  body: Buffer;
  format: PaperFormat;
}

export interface FeedClientOptions {
  clock: Clock;
  /** The name of this program and its version, for the header `User-Agent`. */
  agent: string;
  /** Milliseconds between the beginnings of two requests to one host (3000). */
  pause?: number;
  /** Milliseconds for a whole answer (60,000). */
  timeout?: number;
  /** Bytes of an answer, unpacked (32 MiB). A thousand papers of arXiv have 3 MB, and of OpenReview 10 MB. */
  most?: number;
}

/** Bytes that are read of an answer with an error. */
const mostOfError = 65_536;
/** Milliseconds. A server may not ask for more. */
const longestRest = 24 * 3_600_000;

export class FeedClient {
  private readonly queues = new Map<string, Bottleneck>();
  private readonly rests = new Map<string, { until: number; error: FeedError }>();

  constructor(private readonly options: FeedClientOptions) {}

  /**
   * Returns null if the feed has not changed.
   * @throws FeedError; the signal's reason
   */
  async fetch(asked: AskedFeed, signal: AbortSignal): Promise<FetchedFeed | null> {
    // Before the turn in the queue, because loading would shorten the pause after it.
    const http = await import('undici');
    const { host } = new URL(asked.address);
    const queue = this.queues.get(host) ?? new Bottleneck({ maxConcurrent: 1, minTime: this.options.pause ?? 3000 });
    this.queues.set(host, queue);
    const turn = async (): Promise<FetchedFeed | null> => {
      signal.throwIfAborted();
      const rest = this.rests.get(host);
      const now = this.options.clock.now();
      if (rest !== undefined && now < rest.until) throw new FeedError(rest.error.words, rest.until - now);
      try {
        return await this.ask({ ...asked, host, http }, signal);
      } catch (thrown) {
        if (thrown instanceof FeedError && thrown.retryAfterMs > 0)
          this.rests.set(host, { until: this.options.clock.now() + thrown.retryAfterMs, error: thrown });
        throw thrown;
      }
    };
    return orAborted(queue.schedule(turn), signal);
  }

  private async ask(asked: Asked, stopped: AbortSignal): Promise<FetchedFeed | null> {
    const { timeout = 60_000 } = this.options;
    const { host } = asked;
    const late = new AbortController();
    const timer = setTimeout(
      () => late.abort(new FeedError(say('feeds.late', { host, seconds: timeout / 1000 }))),
      timeout,
    );
    using ends = linkedSignal([stopped, late.signal]);
    const { signal } = ends;
    try {
      return await orAborted(this.answer(asked, signal), signal);
    } catch (thrown) {
      signal.throwIfAborted();
      if (thrown instanceof FeedError) throw thrown;
      throw new FeedError(say('feeds.unreachable', { host, why: reasonOf(thrown) }));
    } finally {
      clearTimeout(timer);
    }
  }

  private async answer(asked: Asked, signal: AbortSignal): Promise<FetchedFeed | null> {
    const { clock, agent, most = 32 * 1024 * 1024 } = this.options;
    const { address, host, etag, modified, http } = asked;
    const dispatcher = new http.EnvHttpProxyAgent({ connect: { timeout: 10_000 } });
    try {
      const response = await http.fetch(address, {
        dispatcher,
        signal,
        headers: {
          'user-agent': agent,
          accept: 'application/atom+xml, application/json, application/xml;q=0.9, */*;q=0.5',
          ...(etag === null ? {} : { 'if-none-match': etag }),
          ...(modified === null ? {} : { 'if-modified-since': modified }),
        },
      });
      const { status, headers } = response;
      if (status === 304) return null;
      const pieces = response.body as AsyncIterable<Uint8Array> | null;
      if (!response.ok) {
        const body = (await readUpTo(pieces, mostOfError)).bytes.toString('utf8');
        const rest = Math.min(retryAfter(headers.get('retry-after'), clock.now()) ?? 0, longestRest);
        throw new FeedError(aboutStatus({ address, host, status, body }), rest);
      }
      const { bytes, isWhole } = await readUpTo(pieces, most);
      if (!isWhole) throw new FeedError(say('feeds.large', { host, most: Math.floor(most / 1024 / 1024) }));
      const said = arxivError(bytes);
      if (said !== undefined) throw new FeedError(say('feeds.said', { host, message: said }));
      const format = formatOf(new URL(address).pathname) ?? formatOfType(headers.get('content-type') ?? '');
      return { body: bytes, format, etag: headers.get('etag'), modified: headers.get('last-modified') };
    } finally {
      await dispatcher.destroy();
    }
  }
}

interface Refused {
  address: string;
  host: string;
  status: number;
  body: string;
}

function aboutStatus({ address, host, status, body }: Refused): ReturnType<typeof say> {
  const message = arxivError(Buffer.from(body)) ?? serverMessage(jsonIn(body), body, urlSecrets(address));
  const answered = { host, status: statusWords(status) };
  return message === '' ? say('feeds.status', answered) : say('feeds.status_about', { ...answered, message });
}

/** arXiv answers a wrong query with a feed whose only entry is the error. */
function arxivError(body: Buffer): string | undefined {
  const beginning = body.toString('utf8', 0, 4096);
  if (!beginning.includes('arxiv.org/api/errors')) return undefined;
  return /<summary[^>]*>([^<]{1,300})/.exec(beginning)?.[1]?.replace(/\s+/g, ' ').trim();
}
