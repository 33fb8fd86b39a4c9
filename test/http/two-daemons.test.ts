/** Two daemons on one machine, and one browser, which sends the cookies of a host to all its ports. */
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { start, type Answer, type Running } from './client.js';

let daemons: Running[];
beforeAll(async () => {
  daemons = [await start(), await start()];
  for (const { services } of daemons) services.password = 'eight letters';
});
afterAll(() => Promise.all(daemons.map((daemon) => daemon.stop())));

function browser() {
  const jar = new Map<string, string>();
  const keep = (answer: Answer): Answer => {
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  };
  const headers = () => ({
    accept: 'text/html,*/*;q=0.8',
    cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
  });
  return {
    see: async (daemon: Running, path = '/library') => keep(await daemon.ask(path, { headers: headers() })),
    send: async (daemon: Running, path: string, fields = {}) => keep(await daemon.form(path, fields, headers())),
  };
}

it('a login at one is no end of the login at the other', async () => {
  const { see, send } = browser();
  for (const daemon of daemons) expect((await send(daemon, '/login', { password: 'eight letters' })).status).toBe(303);
  for (const daemon of [...daemons, ...daemons]) expect((await see(daemon)).status).toBe(200);
  const [one, other] = daemons as [Running, Running];
  await send(one, '/logout');
  expect([(await see(one)).status, (await see(other)).status]).toEqual([401, 200]);
});

it('a login that is used goes on for longer than 30 days', async () => {
  const { see, send } = browser();
  const [one] = daemons as [Running, Running];
  await send(one, '/login', { password: 'eight letters' });
  const start = Date.now();
  const clock = jest.spyOn(Date, 'now');
  for (const days of [20, 40, 60]) {
    clock.mockReturnValue(start + days * 24 * 3_600_000);
    const { status, headers } = await see(one);
    expect([status, String(headers['set-cookie'])]).toEqual([200, expect.stringMatching(/tonstift_session_\d+=/)]);
    expect(String((await see(one)).headers['set-cookie'])).not.toContain('tonstift_session');
  }
  clock.mockReturnValue(start + 91 * 24 * 3_600_000);
  expect((await see(one)).status).toBe(401);
  clock.mockRestore();
});

it('what one has to say is not lost by a look at the other', async () => {
  const { see, send } = browser();
  for (const daemon of daemons) await send(daemon, '/login', { password: 'eight letters' });
  const [one, other] = daemons as [Running, Running];
  expect((await send(one, '/config', { max_upload_mb: '7' })).status).toBe(303);
  expect((await see(other, '/config')).text).not.toContain('The settings are saved.');
  expect((await see(one, '/config')).text).toContain('The settings are saved.');
});

it('behind a port that is published under another number, the browser’s port counts', async () => {
  const [one] = daemons as [Running, Running];
  const cookies = async (host: string) =>
    String((await one.form('/login', { password: 'eight letters' }, { host })).headers['set-cookie']).split('=')[0];
  expect([await cookies('localhost:8001'), await cookies('localhost:8002'), await cookies('localhost')]).toEqual([
    'tonstift_session_8001',
    'tonstift_session_8002',
    `tonstift_session_${one.port}`,
  ]);
});
