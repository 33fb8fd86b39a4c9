import { afterEach, expect, it } from '@jest/globals';
import { systemClock } from '../../../../workers/base/ports.js';
import { FeedClient } from '../../../../workers/papers/feeds/feed-client.js';
import { startFeedServer, type FeedServer } from '../../../support/feed-server.js';

const servers: FeedServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

async function start(): Promise<FeedServer> {
  const server = await startFeedServer();
  servers.push(server);
  server.on('/feed', (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('[]'));
  server.on('/moved', (response) => response.writeHead(301, { location: '/feed' }).end());
  return server;
}
const asked = (server: FeedServer, path = '/feed') => ({ address: `${server.url}${path}`, etag: null, modified: null });
const { signal } = new AbortController();

it('keeps a pause between two requests to one host, and none between hosts', async () => {
  const [one, other] = [await start(), await start()];
  const client = new FeedClient({ clock: systemClock, agent: 'Test/1', pause: 1000 });
  await Promise.all([one, one, other].map((server) => client.fetch(asked(server), signal)));
  const [first = 0, second = 0] = one.requests.map(({ at }) => at);
  // The server notes a request when it has its turn, the first perhaps late.
  expect(second - first).toBeGreaterThan(500);
  expect((other.requests[0]?.at ?? 0) - first).toBeLessThan(second - first);
});

it('follows an address that has moved', async () => {
  const client = new FeedClient({ clock: systemClock, agent: 'Test/1', pause: 0 });
  expect(await client.fetch(asked(await start(), '/moved'), signal)).toMatchObject({ format: 'json' });
});

it('ends a wait in the queue when it is stopped', async () => {
  const server = await start();
  server.on('/feed', () => undefined);
  const client = new FeedClient({ clock: systemClock, agent: 'Test/1', pause: 0 });
  const stop = new AbortController();
  const both = [1, 2].map(() => client.fetch(asked(server), stop.signal).catch((error: unknown) => error));
  stop.abort('over');
  expect(await Promise.all(both)).toEqual(['over', 'over']);
});
