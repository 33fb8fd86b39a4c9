import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { takingTurns } from '../../http/request/turns.js';
import { TonstiftError } from '../../workers/base/errors.js';
import { until } from '../scenarios/daemon-process.js';

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
  await new Promise((resolve) => setTimeout(resolve, 50));
  const last = ask();
  for (let made = 0; made < 5; made++) {
    await until('one at work', () => Promise.resolve(begun.length > 0));
    expect(begun.length).toBeLessThanOrEqual(2);
    begun.shift()?.();
  }
  expect(await Promise.all([...asked, last])).toEqual([200, 200, 200, 200, 200]);
});
