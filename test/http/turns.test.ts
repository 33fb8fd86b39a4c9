import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import Koa from 'koa';
import { takingTurns, type TurnTimes } from '../../http/request/turns.js';
import { TonstiftError } from '../../workers/base/errors.js';
import { until } from '../support/patience.js';

const begun: (() => void)[] = [];
let server: Server;
let url: string;
beforeAll(async () => {
  const app = new Koa();
  app.use((ctx, next) =>
    next().catch((error: unknown) => {
      ctx.status = error instanceof TonstiftError && error.code === 'not_now' ? 503 : 500;
    }),
  );
  app.use(takingTurns({ atOnce: 2, waiting: 3 }));
  app.use((ctx) => new Promise<void>((resolve) => begun.push(resolve)).then(() => void (ctx.body = 'made')));
  const handle = app.callback();
  server = createServer((req, res) => void handle(req, res)).listen(0);
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => void server.close());

it('lets so many in at once, so many wait, sends the others away, and forgets who leaves', async () => {
  const leaving = new AbortController();
  const ask = async (signal?: AbortSignal): Promise<number> => (await fetch(url, { signal })).status;
  const asked = [ask(), ask()];
  await until('two at work', () => Promise.resolve(begun.length === 2));
  const left = ask(leaving.signal).catch(() => 'left');
  asked.push(ask(), ask());
  await until('a full queue', async () => {
    const answer = await Promise.race([ask(AbortSignal.timeout(100)).catch(() => 0)]);
    return answer === 503;
  });
  leaving.abort();
  expect(await left).toBe('left');
  // The server hears of it by the closed connection.
  await pause(50);
  const last = ask();
  for (let made = 0; made < 5; made++) {
    await until('one at work', () => Promise.resolve(begun.length > 0));
    expect(begun.length).toBeLessThanOrEqual(2);
    begun.shift()?.();
  }
  expect(await Promise.all([...asked, last])).toEqual([200, 200, 200, 200, 200]);
});

describe('one turn at a time', () => {
  let one: Server;
  let port: number;
  /** @param make what is answered, once it is made */
  const start = async (times: TurnTimes, make: (ctx: Koa.Context) => Promise<unknown>): Promise<void> => {
    const app = new Koa();
    app.silent = true;
    app.use(takingTurns({ atOnce: 1, waiting: 5 }, times));
    app.use(async (ctx) => void (ctx.body = await make(ctx)));
    const handle = app.callback();
    one = createServer({ requestTimeout: 0 }, (req, res) => void handle(req, res)).listen(0);
    await once(one, 'listening');
    ({ port } = one.address() as AddressInfo);
  };
  afterEach(() => {
    one.closeAllConnections();
    one.close();
  });
  const ask = async (path = '/', signal?: AbortSignal): Promise<string> =>
    (await fetch(`http://127.0.0.1:${port}${path}`, { signal })).text();

  it('is not given back by who leaves while the work goes on', async () => {
    const working: (() => void)[] = [];
    await start({ body: 60_000, reader: 60_000 }, () => new Promise((done) => working.push(() => done('made'))));
    const leaving = new AbortController();
    const left = ask('/', leaving.signal).catch(() => 'left');
    await until('one at work', () => Promise.resolve(working.length === 1));
    leaving.abort();
    expect(await left).toBe('left');
    const next = ask();
    await pause(100);
    expect(working).toHaveLength(1);
    working[0]?.();
    await until('the next one at work', () => Promise.resolve(working.length === 2));
    working[1]?.();
    expect(await next).toBe('made');
  });

  it('lasts as long as the work does, with a whole body and with none', async () => {
    await start({ body: 50, reader: 50 }, async () => {
      await pause(300);
      return 'made';
    });
    expect(await ask()).toBe('made');
    const posted = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'x'.repeat(1000) });
    expect(await posted.text()).toBe('made');
  });

  it('ends where a body trickles, or nobody takes the answer', async () => {
    await start({ body: 300, reader: 200 }, async ({ req, path }) => {
      if (path === '/large') return 'x'.repeat(50e6);
      for await (const _ of req);
      return 'made';
    });
    const slow = connect(port, '127.0.0.1').on('error', () => undefined);
    slow.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n');
    const trickle = setInterval(() => slow.write('x'), 20);
    const sleeper = connect(port, '127.0.0.1').on('error', () => undefined);
    sleeper.pause().write('GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(await ask()).toBe('made');
    clearInterval(trickle);
    for (const socket of [slow, sleeper]) socket.destroy();
  });
});
