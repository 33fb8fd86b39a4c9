/** A running program whose wall clock is set by days and years, by libfaketime. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile, rename, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mp3 } from '../../fixtures/mp3.js';
import { leaveOut } from '../../support/leave-out.js';
import { until } from '../../support/patience.js';
import { Sandbox, type Running } from './program.js';

const folders = ['/usr/lib/x86_64-linux-gnu/faketime', '/usr/lib/aarch64-linux-gnu/faketime', '/usr/lib/faketime'];
const library = folders.map((folder) => join(folder, 'libfaketimeMT.so.1')).find((path) => existsSync(path));
const password = 'sesame-word-1';

describe('a clock that jumps', () => {
  if (library === undefined) return leaveOut('of a clock that jumps', 'the package faketime is not installed.');
  const sandbox = new Sandbox();
  const home = join(sandbox.folder, 'home');
  const time = join(sandbox.folder, 'time');
  let running: Running;
  let base: string;

  /** @param offset as faketime has it: `-1d` */
  async function jump(offset: string): Promise<void> {
    await writeFile(`${time}.new`, `${offset}\n`);
    await rename(`${time}.new`, time);
  }
  beforeAll(async () => {
    await jump('+0d');
    running = sandbox.start(['run', `--home=${home}`, '--port=0', '--log-level=debug'], {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: time,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      TONSTIFT_PASSWORD: password,
      TONSTIFT_SETTLE_SECONDS: '1',
    });
    [base = ''] = await running.says(/http:\/\/[^\s]+(?=\/$|\/\n)/m);
  });
  afterAll(() => sandbox.clear());

  const login = (word: string): Promise<Response> =>
    fetch(`${base}/login`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: base },
      body: new URLSearchParams({ password: word }),
    });
  const dateOf = async (): Promise<number> => Date.parse((await fetch(`${base}/healthz`)).headers.get('date') ?? '');
  const cookieOf = (response: Response): string =>
    response.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
  const asks = async (cookie: string): Promise<number> =>
    (await fetch(`${base}/config`, { redirect: 'manual', headers: { cookie } })).status;
  const isJumped = (days: number): Promise<unknown> =>
    until(
      `the jump of ${days} days`,
      async () => Math.abs((await dateOf()) - Date.now() - days * 86_400_000) < 3_600_000,
    );

  it('back by a day delays no login', async () => {
    expect((await login('wrong-word-1')).status).toBe(401);
    await jump('-1d');
    await isJumped(-1);
    expect((await login(password)).status).toBe(200);
  });

  it('forward by a year ends no session', async () => {
    const cookie = cookieOf(await login(password));
    expect(await asks(cookie)).toBe(200);
    await jump('+400d');
    await isJumped(400);
    expect(await asks(cookie)).toBe(200);
    await jump('+0d');
    await isJumped(0);
    expect(await asks(cookie)).toBe(200);
  });

  it('takes in an album whose times are in the future, and goes on after a jump', async () => {
    const drop = async (name: string): Promise<void> => {
      const folder = join(sandbox.folder, name);
      await mkdir(folder);
      const track = join(folder, '1.mp3');
      await writeFile(track, await mp3({ offset: name.length, frames: 40 }));
      const future = new Date(Date.now() + 365 * 86_400_000);
      for (const path of [track, folder]) await utimes(path, future, future);
      await rename(folder, join(home, 'inbox', name));
    };
    await drop('Before');
    await running.says(/"?Before"?.*(imported|added)|(imported|added|Imported).*Before/i);
    await jump('-30d');
    await drop('Afterwards');
    await running.says(/(imported|added).*Afterwards|Afterwards.*(imported|added)/i);
    await jump('+0d');
  });

  it('goes on writing its log', async () => {
    await jump('-1d');
    await isJumped(-1);
    await login('wrong-word-2');
    const [name = ''] = readdirSync(join(home, 'logs'));
    const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    await until('a line of yesterday', async () =>
      (await readFile(join(home, 'logs', name), 'utf8')).includes(`${day}T`),
    );
  });
});
