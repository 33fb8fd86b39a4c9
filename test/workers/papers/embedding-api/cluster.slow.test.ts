import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createEmbeddingApi } from '../../../../workers/papers/embedding-api/client.js';
import { configureLimiter, spacingOf } from '../../../../workers/papers/embedding-api/rate/cluster.js';
import { ValueError } from '../../../../workers/papers/embedding-api/errors.js';
import { silentLog, type Log } from '../../../../workers/base/ports.js';
import { startEmbeddingServer, type EmbeddingServer } from '../../../support/embedding-server.js';
import { redisPassword, startRedis, withRedis, type RedisServer } from '../../../support/redis.js';
import { startTcpProxy } from '../../../support/tcp-proxy.js';
import { until } from '../../../support/patience.js';
import { setTimeout as pause } from 'node:timers/promises';

const built = new URL('../../../../dist/workers/papers/embedding-api/client.js', import.meta.url);

withRedis('one limit for several machines', () => {
  let redis: RedisServer;
  let server: EmbeddingServer;
  let logged: string[];
  const log: Log = {
    ...silentLog,
    error: (message) => void logged.push(`error ${message}`),
    info: (message) => void logged.push(`info ${message}`),
  };
  const closing: (() => Promise<void>)[] = [];

  beforeEach(async () => {
    logged = [];
    redis = await startRedis();
    server = await startEmbeddingServer({ dimension: 4 });
    configureLimiter({ redisUrl: redis.url, log });
  });
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
    configureLimiter();
    await redis.kill();
    await server.close();
  });
  const manager = (requestsPerMinute: number) => {
    const api = createEmbeddingApi({ apiUrl: server.url, modelName: 'm', requestsPerMinute });
    closing.push(() => api.close());
    return api;
  };
  const machine = async (perMinute: number, requests: number): Promise<unknown> => {
    const program = spawn(
      process.execPath,
      [
        fileURLToPath(new URL('machine.js', import.meta.url)),
        redis.url,
        server.url,
        String(perMinute),
        String(requests),
      ],
      { stdio: 'inherit' },
    );
    const [code] = (await once(program, 'exit')) as [number];
    return code;
  };
  /** Milliseconds by which a request may come later than it was let through, on a machine with other work. */
  const late = 1_000;
  /** So many in so many milliseconds must take that long, but for what the way to the server adds or takes. */
  const expectSpaced = (perMinute: number) => {
    const times = server.requests.map((request) => request.at);
    for (let from = 0; from < times.length; from++) {
      for (let to = from + 15; to < times.length; to++)
        expect((times[to] ?? 0) - (times[from] ?? 0)).toBeGreaterThan((to - from) * (60_000 / perMinute) - late);
    }
  };

  it('holds in sum, and each machine ends by itself', async () => {
    expect(existsSync(built)).toBe(true);
    const api = manager(600);
    const own = Promise.all(Array.from({ length: 15 }, (_, i) => api.embed([`own ${i}`])));
    expect(await Promise.all([machine(600, 15), machine(600, 15), own])).toMatchObject([0, 0, {}]);
    expect(server.requests).toHaveLength(45);
    expectSpaced(600);
    expect(logged).toEqual([]);
  });

  it('is the lowest that any asks for', async () => {
    const api = manager(1_200);
    await api.embed(['first']);
    const slow = machine(300, 8);
    await until('its first request', () => server.requests.length >= 2, 10);
    server.requests.length = 0;
    await Promise.all([slow, ...Array.from({ length: 12 }, (_, i) => api.embed([`own ${i}`]))]);
    expectSpaced(300);
  });

  it('lets nothing through while Redis is away, says so once, and goes on', async () => {
    const api = manager(1_200);
    await api.embed(['before']);
    await redis.kill();
    const given = new AbortController();
    const waiting = Array.from({ length: 5 }, (_, i) => api.embed([`waiting ${i}`]));
    const givenUp = api.embed(['given up'], { signal: given.signal });
    await until('the log', () => logged.length > 0);
    given.abort(new Error('enough'));
    await expect(givenUp).rejects.toThrow('enough');
    // Nothing may happen; the limiter asks Redis again more often than that.
    await pause(500);
    expect(server.requests).toHaveLength(1);
    await redis.start();
    await Promise.all(waiting);
    expect(server.requests).toHaveLength(6);
    expect(logged).toEqual([
      expect.stringMatching(`^error Cannot use Redis at ${redis.host}, .*ECONNREFUSED`),
      `info Redis at ${redis.host} is back; requests to the embedding API continue.`,
    ]);
    expect(logged.join()).not.toContain(redisPassword);
  });

  it('does the same while Redis accepts connections and does not answer, or answers nonsense', async () => {
    const proxy = await startTcpProxy(redis.host);
    closing.push(async () => {
      configureLimiter();
      await until('the end of the connections', () => proxy.open() === 0);
      await proxy.close();
    });
    const host = `127.0.0.1:${proxy.port}`;
    configureLimiter({ redisUrl: redis.url.replace(redis.host, host), log });
    const api = manager(1_200);
    await api.embed(['before']);
    for (const mode of ['stall', 'nonsense', 'cut'] as const) {
      logged.length = 0;
      proxy.mode = mode;
      const waiting = api.embed([mode]);
      const sent = server.requests.length;
      await until(`the log of ${mode}`, () => logged.length > 0);
      expect(server.requests).toHaveLength(sent);
      expect(logged).toEqual([expect.stringMatching(`^error Cannot use Redis at ${host}, which shares`)]);
      proxy.mode = 'pass';
      proxy.cut();
      await waiting;
      expect(logged.slice(1)).toEqual([`info Redis at ${host} is back; requests to the embedding API continue.`]);
    }
  });

  it('says so when Redis refuses the password, and keeps it', async () => {
    configureLimiter({ redisUrl: redis.url.replace(redisPassword, 'wrong-secret'), log });
    const waits = new AbortController();
    const asked = manager(60).embed(['a'], { signal: waits.signal });
    await until('the log', () => logged.length > 0);
    expect(logged[0]).toMatch(/^error Cannot use Redis at .*WRONGPASS/);
    expect(logged.join()).not.toContain('wrong-secret');
    waits.abort(new Error('enough'));
    await expect(asked).rejects.toThrow('enough');
    expect(server.requests).toEqual([]);
  });
});

it('is configured with an address of Redis only', () => {
  for (const redisUrl of ['http://host', 'localhost:6379', 'redis'])
    expect(() => configureLimiter({ redisUrl })).toThrow(ValueError);
  configureLimiter({ redisUrl: 'rediss://:secret@host:6380/1' });
  configureLimiter();
});

it('leaves room in every minute for requests that come late or early', () => {
  expect(spacingOf(60)).toBe(1_020);
  expect(spacingOf(0.5)).toBe(122_400);
  for (const perMinute of [1, 7, 60, 1000, 60_000]) expect(60_000 / spacingOf(perMinute)).toBeLessThan(perMinute);
});
