/** One rate limit for several machines: Bottleneck's clustering over Redis. */
import { setTimeout as sleep } from 'node:timers/promises';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import Bottleneck from 'bottleneck';
import { ValueError } from '../errors.js';
import { messageOf } from '../../../base/errors.js';
import { silentLog, type Log } from '../../../base/ports.js';
import { orAborted } from '../../../base/async/linked-signal.js';

export interface Cluster {
  /**
   * Waits for this thread's turn among all threads of all machines. Keeps waiting while Redis is unreachable.
   * @param perMinute of this process; the lowest of all machines applies until all have been idle for five minutes
   */
  turn(perMinute: number, signal?: AbortSignal): Promise<void>;
  /** Closes the connections. The next turn opens them again. */
  rest(): void;
}

/** The name of the limiter in Redis, and of this process's settings for its threads. */
const id = 'tonstift-embedding-api';

/** Milliseconds without a request after which Redis deletes the limit and the queue. */
const forgets = 300_000;

/** Milliseconds. Then the outage is logged, and the connection is opened again. */
const longestCommand = 10_000;

let cluster: Cluster | undefined;
let configured: string | undefined;

/**
 * @param redisUrl `redis://` or `rediss://`; if empty or undefined, the limit applies to this process only. Threads
 * started later inherit it. The machines' clocks must agree within a second.
 * @throws ValueError for any other URL
 */
export function configureLimiter({ redisUrl = '', log = silentLog }: { redisUrl?: string; log?: Log } = {}): void {
  if (redisUrl !== '' && !/^rediss?:$/.test(URL.canParse(redisUrl) ? new URL(redisUrl).protocol : '')) {
    throw new ValueError('The address of Redis must begin with redis:// or rediss://.');
  }
  cluster?.rest();
  cluster = redisUrl === '' ? undefined : createCluster(redisUrl, log);
  configured = redisUrl;
  setEnvironmentData(id, redisUrl);
}

export function clusterNow(): Cluster | undefined {
  const inherited = configured === undefined ? getEnvironmentData(id) : undefined;
  if (typeof inherited === 'string') configureLimiter({ redisUrl: inherited });
  return cluster;
}

/** Milliseconds between two requests. The extra 2 % covers varying network delays to the API. */
export function spacingOf(perMinute: number): number {
  return Math.ceil((60_000 / perMinute) * 1.02);
}

function createCluster(redisUrl: string, log: Log): Cluster {
  let opened: Promise<Connected> | undefined;
  let pending: Promise<void> | undefined;
  const { away, back } = outageLog(new URL(redisUrl).host, log);

  function open(perMinute: number): Promise<Connected> {
    const opening = connect(redisUrl, spacingOf(perMinute), away, back);
    opening.catch(() => (opened = undefined));
    return opening;
  }

  function disconnect(): void {
    const closing = opened;
    opened = undefined;
    pending = undefined;
    void closing?.then(
      ({ close }) => close(),
      () => undefined,
    );
  }

  async function takeTurn(perMinute: number): Promise<void> {
    const { limiter, spacingThere } = await (opened ??= open(perMinute));
    // Check at every turn: another machine may have written the settings meanwhile, with a higher limit.
    const spacing = spacingOf(perMinute);
    // With Redis it returns a promise, although its type does not say so.
    if ((await spacingThere()) < spacing) await Promise.resolve(limiter.updateSettings({ minTime: spacing }));
    await limiter.schedule(async () => undefined);
    back();
  }

  /**
   * If a waiter gives up, the next one takes over its pending turn, so the turn is not wasted. A turn that has already
   * arrived is lost.
   */
  function nextTurn(perMinute: number): Promise<void> {
    if (pending) return pending;
    const taking = takeTurn(perMinute);
    const over = (): void => void (pending === taking && (pending = undefined));
    taking.then(over, over);
    return (pending = taking);
  }

  return {
    async turn(perMinute, signal) {
      for (;;) {
        signal?.throwIfAborted();
        try {
          return await orAborted(nextTurn(perMinute), signal);
        } catch (thrown) {
          signal?.throwIfAborted();
          away(thrown);
          disconnect();
          await sleep(forgotten(thrown) ? 10 : 1000, undefined, { signal });
        }
      }
    },
    rest: disconnect,
  };
}

/** Logs one line when Redis becomes unreachable and one when it is back. */
function outageLog(host: string, log: Log): { away: (thrown: unknown) => void; back: () => void } {
  let isAway = false;
  return {
    away(thrown) {
      if (forgotten(thrown)) return;
      const reason = messageOf(thrown).replace(/\.$/, '');
      if (!isAway)
        log.error(
          `Cannot use Redis at ${host}, which shares the rate limit between machines: ${reason}. ` +
            'Requests to the embedding API wait for it.',
        );
      isAway = true;
    },
    back() {
      if (isAway) log.info(`Redis at ${host} is back; requests to the embedding API continue.`);
      isAway = false;
    },
  };
}

/**
 * Redis was restarted, or all machines were idle for long. The next connection registers again. Bottleneck would do
 * this itself, but fails to recognize its own errors since Redis 7 prefixes them with "ERR".
 */
function forgotten(thrown: unknown): boolean {
  return /SETTINGS_KEY_NOT_FOUND|UNKNOWN_CLIENT/.test(messageOf(thrown));
}

interface Connected {
  limiter: Bottleneck;
  spacingThere: () => Promise<number>;
  close: () => void;
}

async function connect(
  redisUrl: string,
  minTime: number,
  away: (thrown: unknown) => void,
  back: () => void,
): Promise<Connected> {
  const { Redis } = await import('ioredis');
  // Without a limit a command waits forever for a server that accepts it and never answers.
  const client = new Redis(redisUrl, { maxRetriesPerRequest: null, commandTimeout: longestCommand });
  client.on('error', away).on('ready', back);
  const connection = new Bottleneck.IORedisConnection({ client });
  connection.on('error', away);
  const limiter = new Bottleneck({ id, connection, datastore: 'ioredis', minTime, timeout: forgets });
  limiter.on('error', away);
  return {
    limiter,
    spacingThere: async () => Number((await client.hget(`b_${id}_settings`, 'minTime')) ?? minTime),
    close: () => void connection.disconnect(false).catch(() => undefined),
  };
}
