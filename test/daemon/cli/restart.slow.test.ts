/** A restart from the page Settings, under a supervisor that is a small script. */
import { afterEach, expect, it } from '@jest/globals';
import { until } from '../../support/patience.js';
import { Sandbox } from './program.js';
import { supervise, type Supervised } from './supervised.js';
import { freePort } from '../../support/servers.js';

let sandbox: Sandbox | undefined;
let supervised: Supervised | undefined;
afterEach(async () => {
  await supervised?.clear();
  await sandbox?.clear();
});

const facts = async (port: number): Promise<unknown> =>
  (await fetch(`http://127.0.0.1:${port}/config`, { headers: { accept: 'application/json' } })).json();

const post = (port: number, fields: Record<string, string>): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}/config`, { method: 'POST', body: new URLSearchParams(fields) });

it('ends so that it is started again, with what was saved; a signal ends it for good', async () => {
  const [first, second] = [await freePort(), await freePort()];
  const { said, pid, ended } = (supervised = await supervise(first));
  await until('the first start', async () => said().includes(`:${first}/`));
  expect((await post(first, { port: String(second) })).status).toBe(200);
  expect(await facts(first)).toMatchObject({ needs_restart: ['port'], can_restart: true });

  const answer = await post(first, { action: 'restart' });
  expect([answer.status, await answer.json()]).toEqual([202, { success: true, action: 'restart' }]);
  await until('the second start', async () => said().includes(`:${second}/`));
  expect(said()).toContain('ended 75');
  expect(said()).toContain('Stopping, by the page Settings, to be started again by script.');
  expect(await facts(second)).toMatchObject({ needs_restart: [] });

  process.kill(pid(), 'SIGTERM');
  expect(await ended).toBe(0);
});

it('is not offered where nothing says that it would be started again', async () => {
  sandbox = new Sandbox();
  // Each terminal of a desktop that systemd has started has this one.
  const running = sandbox.start(['--home=h', '--port=0', '--pen-detect=false'], { INVOCATION_ID: 'a1b2' });
  const [, port = ''] = await running.says(/Open http:\/\/\S+:(\d+)\//);
  expect(await facts(Number(port))).toMatchObject({ can_restart: false });
  expect((await post(Number(port), { action: 'restart' })).status).toBe(400);
  running.child.kill('SIGTERM');
  expect((await running.ended).code).toBe(0);
});
