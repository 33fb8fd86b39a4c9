/** Releases requests one at a time, at the lowest limit of the process (docs/decisions/embeddings.md, "Rate limit"). */
import { setTimeout as sleep } from 'node:timers/promises';
import Bottleneck from 'bottleneck';
import { orAborted } from '../../../base/async/linked-signal.js';
import { clusterNow } from './cluster.js';
import { beat, endLease, lowestLimit } from './leases.js';
import { minuteOf, randomId, returnPlace, settlePlace, takePlace } from './request-window.js';
import { now, sharedWindow, windowNow } from './shared-window.js';

/** Permission for one request. Call exactly one of the two functions. */
export interface Leave {
  /** The request was answered or failed. */
  settle(): void;
  /** The request was never sent. */
  giveBack(): void;
}

const me = randomId();
const limits = new Map<symbol, number>();
let beating: NodeJS.Timeout | undefined;

/** This thread's requests in order of arrival, higher priority first. Only the first one waits for the shared limit. */
const queue = new Bottleneck({ maxConcurrent: 1 });

/**
 * Applies a limit until the returned function is called.
 * @param perMinute finite and > 0
 */
export function holdLimit(perMinute: number): () => void {
  const key = Symbol();
  limits.set(key, perMinute);
  changed();
  return () => {
    if (limits.delete(key)) changed();
  };
}

/**
 * @param priority 0 to 9, lower first
 * @throws the signal's reason; the next request takes the place in the queue
 */
export async function acquire({
  signal,
  priority = 5,
}: { signal?: AbortSignal; priority?: number } = {}): Promise<Leave> {
  signal?.throwIfAborted();
  const turn = async (): Promise<Leave> => {
    signal?.throwIfAborted();
    return leave(signal);
  };
  return orAborted(queue.schedule({ priority }, turn), signal);
}

async function leave(signal?: AbortSignal): Promise<Leave> {
  const cluster = clusterNow();
  if (cluster) {
    await cluster.turn(own(), signal);
    return { settle: () => undefined, giveBack: () => undefined };
  }
  for (;;) {
    const window = await sharedWindow();
    signal?.throwIfAborted();
    const place = takePlace(window, Math.min(own(), lowestLimit(window, now())), now());
    if ('slot' in place)
      return { settle: () => settlePlace(window, place, now()), giveBack: () => returnPlace(window, place) };
    await sleep(Math.ceil(Number(place.wait) / 1e6), undefined, { signal });
  }
}

function own(): number {
  return Math.min(...limits.values());
}

function changed(): void {
  clearInterval(beating);
  if (limits.size === 0) {
    endLease(windowNow(), me);
    clusterNow()?.rest();
    return;
  }
  const renew = (): void => beat(windowNow(), me, own(), now());
  renew();
  beating = setInterval(renew, Math.max(10, Number(minuteOf(windowNow()) / 30n) / 1e6)).unref();
}
