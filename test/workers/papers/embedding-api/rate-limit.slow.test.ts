import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setEnvironmentData, Worker } from 'node:worker_threads';
import { createWindow, windowName } from '../../../../workers/papers/embedding-api/rate/request-window.js';
import { EmbeddingsError, ValueError } from '../../../../workers/papers/embedding-api/errors.js';
import { startEmbeddingServer, type EmbeddingServer } from '../../../support/embedding-server.js';
import { until } from '../../../support/patience.js';
import { setTimeout as pause } from 'node:timers/promises';

/** A minute of this file's process, in milliseconds. Born at 0 it is older than any other, so all threads take it. */
const minute = 4_000;
setEnvironmentData(windowName, createWindow(0n, BigInt(minute) * 1_000_000n).buffer);
const { AsyncRateLimitedTransport, RateLimitedTransport } =
  await import('../../../../workers/papers/embedding-api/rate/rate-limited-transport.js');
const { createEmbeddingApi } = await import('../../../../workers/papers/embedding-api/client.js');
const { lowestLimit } = await import('../../../../workers/papers/embedding-api/rate/leases.js');
const { now, sharedWindow } = await import('../../../../workers/papers/embedding-api/rate/shared-window.js');

// Threads load JavaScript only; `npm test` builds it first.
const built = new URL('../../../../dist/workers/papers/embedding-api/client.js', import.meta.url);

/** Milliseconds by which the event loop was late. On a busy machine requests of other threads arrive late, too. */
const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();

/** The most requests in any minute, or in any half of one if requests may have arrived late. */
function most(times: number[]): number {
  const length = delay.max / 1e6 < minute / 20 ? minute : minute / 2;
  return Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + length).length));
}

describe('the rate limit', () => {
  let server: EmbeddingServer;
  const workers: Worker[] = [];
  const closing: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    expect(existsSync(built)).toBe(true);
    server = await startEmbeddingServer({ dimension: 4 });
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.terminate()));
    for (const close of closing.splice(0)) await close();
    server.requests.length = 0;
  });
  afterAll(() => server.close());
  /** Until the requests of the test before no longer count. */
  const idle = async (): Promise<void> => {
    const { takePlace, returnPlace } = await import('../../../../workers/papers/embedding-api/rate/request-window.js');
    const place = await until('a place', async () => {
      const taken = takePlace(await sharedWindow(), 1, now());
      return 'slot' in taken && taken;
    });
    returnPlace(await sharedWindow(), place);
  };
  const manager = (requestsPerMinute: number) => {
    const api = createEmbeddingApi({ apiUrl: server.url, modelName: 'm', requestsPerMinute });
    closing.push(() => api.close());
    return api;
  };
  const transport = (perMinute: number, handleRequest: (request: unknown) => unknown = (request) => request) => {
    const made = new RateLimitedTransport({ handleRequest }, perMinute);
    closing.push(() => made.close());
    return made;
  };
  const thread = async (perMinute: number, requests: number) => {
    const worker = new Worker(new URL('requester.js', import.meta.url), {
      workerData: { url: server.url, perMinute, requests },
    });
    workers.push(worker);
    await once(worker, 'message');
    return worker;
  };

  it('lets a thousand texts through in ten requests', async () => {
    const api = manager(60);
    for (let i = 0; i < 10; i++) await api.embed(Array.from({ length: 100 }, (_, j) => `text ${i} ${j}`));
    expect(server.requests).toHaveLength(10);
  });

  it('holds for two managers and two threads together, over several minutes, tries counted', async () => {
    await idle();
    delay.reset();
    const [one, other] = [manager(30), manager(45)];
    const threads = await Promise.all([thread(30, 20), thread(60, 20)]);
    const ended = threads.map((worker) => once(worker, 'exit'));
    server.next({ status: 503 }, { broken: 'at once' }, { delay: 700 });
    const asked = Array.from({ length: 20 }, (_, i) => [one.embed([`one ${i}`]), other.embed([`other ${i}`])]).flat();
    await Promise.all([...asked, ...ended]);
    const times = server.requests.map((request) => request.at);
    expect(times).toHaveLength(82);
    expect(most(times)).toBeLessThanOrEqual(30);
  });

  it('lets a burst go at once', async () => {
    await idle();
    const burst = Array.from({ length: 60 }, () => transport(60).handleRequest({}));
    let isLaterSent = false;
    const later = transport(60).handleRequest({});
    later.then(() => (isLaterSent = true)).catch(() => undefined);
    await Promise.all(burst);
    expect(isLaterSent).toBe(false);
  });

  it('forgets the limit of a thread that was ended', async () => {
    const own = transport(50);
    const worker = await thread(0.5, 0);
    const window = await sharedWindow();
    expect(lowestLimit(window, now())).toBe(0.5);
    await worker.terminate();
    await until('the limit of those that are left', () => lowestLimit(window, now()) === 50);
    await own.close();
  });

  it('follows the lowest of those that are open', async () => {
    await idle();
    const [high, low] = [transport(10), transport(2)];
    await Promise.all([high.handleRequest({}), low.handleRequest({})]);
    let passed = false;
    const third = high.handleRequest({}).then(() => (passed = true));
    // Nothing happens for three more seconds, by the clock that all threads share; a part of it is enough to see that.
    await pause(200);
    expect(passed).toBe(false);
    await low.close();
    await third;
    expect(lowestLimit(await sharedWindow(), now())).toBe(10);
  });

  it('gives back the place of a request that is aborted', async () => {
    await idle();
    const limited = transport(1, () => 'sent');
    const controller = new AbortController();
    const reason = new Error('enough');
    await limited.handleRequest({});
    const first = limited.handleRequest({ signal: controller.signal });
    const second = limited.handleRequest({ signal: controller.signal });
    const third = limited.handleRequest({});
    controller.abort(reason);
    await expect(first).rejects.toBe(reason);
    await expect(second).rejects.toBe(reason);
    await third;
    await expect(limited.handleRequest({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  it('lets urgent requests pass others', async () => {
    await idle();
    const order: unknown[] = [];
    const limited = transport(1, (request) => order.push(request));
    await limited.handleRequest('first');
    const waits = ['a', 'b', 'urgent'].map((name) =>
      limited.handleRequest(name, { priority: name === 'urgent' ? 1 : 5 }).catch(() => undefined),
    );
    await until('three', () => order.length >= 3);
    expect(order).toEqual(['first', 'a', 'urgent']);
    await limited.close();
    await Promise.all(waits);
  });

  it('is handed over by a thread that knew of it before', async () => {
    const program = spawn(
      process.execPath,
      [fileURLToPath(new URL('hand-over.js', import.meta.url)), server.url, '25'],
      { stdio: 'inherit' },
    );
    const seen = () => server.requests.map((request) => request.texts[0]?.slice(0, 8));
    await until('all of them', () => seen().length >= 25);
    // No more may come; the program sends without a pause, so one would be there by now.
    await pause(500);
    program.kill();
    await once(program, 'exit');
    expect(seen()).toHaveLength(25);
  });
});

describe('a rate-limited transport', () => {
  it('passes on request, answer and error, values and promises', async () => {
    const inner = {
      handleRequest: (request: number) =>
        request === 3 ? Promise.reject(new Error('three')) : request === 2 ? Promise.resolve('two') : 'one',
    };
    const limited = new RateLimitedTransport<number, string>(inner, 1000);
    expect(await limited.handleRequest(1)).toBe('one');
    expect(await limited.handleRequest(2)).toBe('two');
    await expect(limited.handleRequest(3)).rejects.toThrow('three');
    await limited.close();
  });

  it('is closed for all who close it at once, and again where that fails', async () => {
    let [calls, isClosed] = [0, false];
    const aclose = async (): Promise<void> => {
      if (++calls === 1) throw new Error('busy');
      await new Promise((resolve) => setTimeout(resolve, 20));
      isClosed = true;
    };
    const limited = new AsyncRateLimitedTransport({ handleAsyncRequest: (request: unknown) => request, aclose }, 60);
    await expect(limited.aclose()).rejects.toThrow('busy');
    const first = limited.aclose();
    await limited.aclose();
    expect(isClosed).toBe(true);
    await first;
    await limited.aclose();
    expect(calls).toBe(2);
  });

  it('closes what it wraps, once, and then sends nothing', async () => {
    const seen: unknown[] = [];
    const limited = new RateLimitedTransport(
      { handleRequest: (request: unknown) => seen.push(request), close: () => void seen.push('closed') },
      1000,
    );
    await limited.close();
    await limited.close();
    await expect(limited.handleRequest(1)).rejects.toThrow(EmbeddingsError);
    expect(seen).toEqual(['closed']);
    await new RateLimitedTransport({ handleRequest: () => 1 }, 1000).close();
  });

  it('has an asynchronous twin', async () => {
    const seen: unknown[] = [];
    const limited = new AsyncRateLimitedTransport(
      {
        handleAsyncRequest: async (request: unknown) => ['answer', request],
        aclose: async () => void seen.push('closed'),
      },
      1000,
    );
    expect(await limited.handleAsyncRequest('x')).toEqual(['answer', 'x']);
    await limited.aclose();
    await expect(limited.handleAsyncRequest('x')).rejects.toThrow(EmbeddingsError);
    expect(seen).toEqual(['closed']);
  });

  it.each([null, undefined, {}, 'x'])('is not made around %j', (transport) => {
    expect(() => new RateLimitedTransport(transport as never, 60)).toThrow(ValueError);
    expect(() => new AsyncRateLimitedTransport(transport as never, 60)).toThrow(
      /^The transport must be an object with a method handleAsyncRequest, not /,
    );
  });

  it.each([0, -1, NaN, Infinity, '60' as never, undefined as never])(
    'is not made for %p requests a minute',
    (perMinute) => {
      for (const make of [
        () => new RateLimitedTransport({ handleRequest: () => 1 }, perMinute),
        () => new AsyncRateLimitedTransport({ handleAsyncRequest: () => 1 }, perMinute),
      ]) {
        expect(make).toThrow(ValueError);
        expect(make).toThrow(/greater than 0/);
      }
    },
  );
});
