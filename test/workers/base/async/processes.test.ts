/** Processes for untrusted bytes: replies to events, limits of time and memory, and what is left after a failure. */
import { afterAll, expect, it } from '@jest/globals';
import { spawn, spawnSync } from 'node:child_process';
import { createProcessPool, type ProcessPool } from '../../../../workers/base/async/processes.js';
import type { ServedCall } from '../../../../workers/base/async/serve-thread.js';
import { manualClock } from '../../../support/manual-clock.js';
import { until } from '../../../support/patience.js';
import { isAlive } from '../../../support/processes.js';

type Served = {
  count: () => number;
  pid: () => number;
  environment: () => string[];
  fail: () => never;
  sum: (task: undefined, call: ServedCall<'next', number | undefined>) => Promise<number>;
  hang: () => never;
  fill: () => never;
  grow: () => Promise<never>;
};

const script = new URL('served-process.js', import.meta.url);
const clock = manualClock();
const pools: ProcessPool<Served>[] = [];
afterAll(() => Promise.all(pools.map((pool) => pool.close())));
function start(most = 1): ProcessPool<Served> {
  const pool = createProcessPool<Served>(script, { most, idleMs: 1000, clock, heap: 64, memory: 200 });
  pools.push(pool);
  return pool;
}
const built = (name: string): string => new URL(`../../../../dist/workers/base/async/${name}.js`, import.meta.url).href;
const long = { silence: 60_000 };

it('keeps a process between tasks, and ends it when idle', async () => {
  const pool = start();
  expect(await pool.run('count', undefined, long)).toBe(1);
  expect(await pool.run('count', undefined, long)).toBe(2);
  const pid = await pool.run('pid', undefined, long);
  clock.advance(1000);
  await until('the end of the process', () => !isAlive(pid));
  expect(await pool.run('count', undefined, long)).toBe(1);
});

it('replies to events, and fails with the error of one', async () => {
  const pool = start();
  const numbers = [1, 2, 3];
  expect(await pool.run('sum', undefined, { ...long, event: () => numbers.shift() })).toBe(6);
  const event = (): never => {
    throw new Error('the disk is full');
  };
  await expect(pool.run('sum', undefined, { ...long, event })).rejects.toThrow('the disk is full');
  expect(await pool.run('count', undefined, long)).toBe(1);
});

it('passes errors of the task on', async () => {
  const failing = start().run('fail', undefined, long);
  await expect(failing).rejects.toMatchObject({ name: 'TaskError', message: 'too far', kind: 'RangeError' });
});

it('ends a process that is silent, that fills its heap, or that takes too much memory', async () => {
  const pool = start();
  const pid = await pool.run('pid', undefined, long);
  const hanging = pool.run('hang', undefined, { silence: 50 });
  await expect(hanging).rejects.toMatchObject({ name: 'SilenceError', message: 'it took longer than 0.05 seconds' });
  expect(isAlive(pid)).toBe(false);
  await expect(pool.run('fill', undefined, long)).rejects.toMatchObject({ name: 'ThreadError' });
  await expect(pool.run('grow', undefined, long)).rejects.toMatchObject({ name: 'ThreadError' });
  expect(await pool.run('count', undefined, long)).toBe(1);
});

it('ends a process at an abort', async () => {
  const leaving = new AbortController();
  const pool = start();
  const pid = await pool.run('pid', undefined, long);
  const hanging = pool.run('hang', undefined, { ...long, signal: leaving.signal });
  setTimeout(() => leaving.abort(new Error('gone')), 20);
  await expect(hanging).rejects.toThrow('gone');
  expect(isAlive(pid)).toBe(false);
});

it('keeps our secrets from a process that reads untrusted bytes', async () => {
  const secrets = ['TONSTIFT_PASSWORD', 'LLM_BACKEND_AUTH_TOKEN', 'NODE_OPTIONS'];
  for (const name of secrets) process.env[name] ??= '';
  const names = await start().run('environment', undefined, long);
  expect(names).toContain('PATH');
  expect(names.filter((name) => secrets.includes(name) || /token|secret|password|key/i.test(name))).toEqual([]);
});

it('runs one task at a time in a process', async () => {
  const pool = start(2);
  let running = 0;
  let most = 0;
  const event = async (): Promise<undefined> => {
    most = Math.max(most, ++running);
    await until('a second task', () => most === 2);
    running--;
  };
  await Promise.all([1, 2, 3].map(() => pool.run('sum', undefined, { ...long, event })));
  expect(most).toBe(2);
});

it('a program waits for its task, and for nothing else', () => {
  const program = `
    import { runInProcess, createProcessPool } from ${JSON.stringify(built('processes'))};
    import { systemClock } from ${JSON.stringify(built('../ports'))};
    const [script, limits] = [new URL(${JSON.stringify(script.href)}), { heap: 64, memory: 200 }];
    console.log(await runInProcess(script, undefined, { ...limits, silence: 60_000 }));
    const pool = createProcessPool(script, { ...limits, most: 1, idleMs: 600_000, clock: systemClock });
    console.log(await pool.run('count', undefined, { silence: 600_000 }));
  `;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program]);
  expect([status, stdout.toString(), stderr.toString()]).toEqual([0, '1\n1\n', '']);
});

it('ends with its parent, in the middle of a task', async () => {
  const parent = `
    import { createProcessPool } from ${JSON.stringify(built('processes'))};
    import { systemClock } from ${JSON.stringify(built('../ports'))};
    const limits = { heap: 64, memory: 200, most: 1, idleMs: 600_000, clock: systemClock };
    const pool = createProcessPool(new URL(${JSON.stringify(script.href)}), limits);
    console.log(await pool.run('pid', undefined, { silence: 600_000 }));
    await pool.run('hang', undefined, { silence: 600_000 });
  `;
  const running = spawn(process.execPath, ['--input-type=module', '-e', parent], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const pid = Number(await new Promise((resolve) => running.stdout.once('data', resolve)));
  expect(isAlive(pid)).toBe(true);
  running.kill('SIGKILL');
  await until('the end of the process', () => !isAlive(pid));
});
