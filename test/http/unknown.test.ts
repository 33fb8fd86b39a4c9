/** What somebody who has not shown the password may have the service do. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { connect } from 'node:net';
import Koa from 'koa';
import { connectionsFor, httpServer } from '../../http/server.js';
import { asStranger, mayChangeAccount } from './account.js';
import { multipart, multipartType, start, type Running } from './client.js';
import { forEachTest } from '../support/opened.js';

const running = forEachTest(start, (one) => one.stop());
let uploads = 0;
const who = 'skipped where the tests do not run as root on Linux';
beforeEach(() => {
  uploads = 0;
  const uploadFolder = running.services.uploadFolder.bind(running.services);
  running.services.uploadFolder = () => {
    uploads += 1;
    return uploadFolder();
  };
});

describe('a login', () => {
  beforeEach(() => void (running.services.password = 'right password'));

  it('takes no file to the disk, and names what is one', async () => {
    const answer = await running.parts('/login', [
      { name: 'password', content: 'right password' },
      { name: 'picture', filename: 'a.png', content: 'x' },
      { name: 'empty', filename: '', content: '' },
    ]);
    expect([answer.status, answer.json()]).toMatchObject([
      400,
      { error: { code: 'bad_field', fields: { picture: 'must not be a file.' } } },
    ]);
    expect(uploads).toBe(0);
  });

  it.each(['announced', 'not announced'])('of more than some KiB is refused, %s', async (how) => {
    const big = 'x'.repeat(300_000);
    const chunked: Record<string, string> = how === 'announced' ? {} : { 'transfer-encoding': 'chunked' };
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const [headers, body] of [
      [multipartType, multipart([{ name: 'picture', filename: 'a.png', content: big }])],
      [multipartType, multipart([{ name: 'password', content: big, extra: `X-Pad: ${big}` }])],
      [form, `password=${big}`],
      [{ 'content-type': 'application/json' }, JSON.stringify({ password: big })],
    ] as const) {
      const answer = await running.ask('/login', { method: 'POST', headers: { ...headers, ...chunked }, body });
      expect([answer.status, answer.json()]).toMatchObject([413, { error: { code: 'too_large' } }]);
    }
    expect(uploads).toBe(0);
  });

  it('of a multipart form works, with the longest address to go to', async () => {
    const next = `/print?oids=${'1,'.repeat(5000)}1`;
    const parts = [
      { name: 'password', content: 'right password' },
      { name: 'next', content: next },
    ];
    const answer = await running.parts('/login', parts, { accept: 'text/html' });
    expect([answer.status, answer.headers.location]).toEqual([303, next]);
    const form = await running.form('/login', { password: 'right password', next }, { accept: 'text/html' });
    expect([form.status, form.headers.location]).toEqual([303, next]);
  });
});

describe('without a password', () => {
  (mayChangeAccount ? it : it.skip)(`the login page is closed to other accounts (${who})`, async () => {
    const head = 'HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n';
    const form = 'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 10\r\n\r\npassword=x';
    const post = `POST /login ${head}${form}`;
    for (const text of [post, `GET /login ${head}\r\n`])
      expect(await asStranger(running.port, text)).toMatch(/^HTTP\/1.1 403 /);
    running.services.anyAccount = true;
    expect(await asStranger(running.port, post)).toMatch(/^HTTP\/1.1 200 /);
    Object.assign(running.services, { anyAccount: false, password: 'right password' });
    expect(await asStranger(running.port, `GET /login ${head}\r\n`)).toMatch(/^HTTP\/1.1 200 /);
  });
});

describe('a guess of more than 1,024 characters', () => {
  beforeEach(() => void (running.services.password = 'right password'));
  const long = 'x'.repeat(1025);
  const basic = (password: string): Record<string, string> => ({
    authorization: `Basic ${Buffer.from(`me:${password}`).toString('base64')}`,
    accept: 'application/json',
  });

  it('is wrong like any other, and is not looked at: it neither waits nor counts', async () => {
    const wrong = await running.form('/login', { password: 'wrong' });
    for (let n = 0; n < 10; n += 1) {
      expect((await running.form('/login', { password: long })).json()).toEqual(wrong.json());
      expect((await running.ask('/library', { headers: basic(long) })).json()).toEqual(wrong.json());
    }
    expect(running.waits).toEqual([]);
    expect((await running.ask('/library', { headers: basic('right password') })).status).toBe(200);
  });
});

describe('where everyone is let in, the first password', () => {
  beforeEach(() => void (running.services.anyAccount = true));
  const saved = (): unknown => running.services.config.saved['password'];

  it.each([{ forwarded: 'for=192.0.2.1' }, { 'x-forwarded-for': '192.0.2.1' }, { via: '1.1 proxy' }] as Record<
    string,
    string
  >[])('is not set by way of a proxy: %j', async (headers) => {
    expect((await running.form('/config', { password: 'mine from now on' }, headers)).status).toBe(400);
    expect(saved()).toBe('');
    expect((await running.form('/config', { password: 'mine from now on' })).status).toBe(200);
  });

  (mayChangeAccount ? it : it.skip)(`is not set by another account (${who})`, async () => {
    const body = 'password=mine+from+now+on';
    const text =
      'POST /config HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n' +
      `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    expect(await asStranger(running.port, text)).toMatch(/^HTTP\/1.1 400 /);
    expect(saved()).toBe('');
    expect(await asStranger(running.port, text, { uid: 0 })).toMatch(/^HTTP\/1.1 200 /);
  });
});

describe('a body that does not come', () => {
  /** Sends what is given and waits until the service closes the connection. */
  const closed = async (port: number, text: string, trickle = ''): Promise<string> => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString())).on('error', () => undefined);
    socket.write(text);
    const timer = setInterval(() => void (trickle !== '' && socket.write(trickle)), 20);
    await new Promise((done) => socket.on('close', done));
    clearInterval(timer);
    return answer;
  };
  const post = (path: string, length = 1000): string =>
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\n` +
    `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${length}\r\n\r\na=`;
  let other: Running;
  afterEach(() => other.stop());

  it('is not waited for, also where it trickles, before anyone is let in', async () => {
    other = await start({ pause: 60_000, whole: 200 });
    other.services.password = 'right password';
    for (const trickle of ['', 'x']) await closed(other.port, post('/login', 100_000), trickle);
    expect(await closed(other.port, post('/healthz', 100_000), 'x')).toMatch(/^HTTP\/1.1 405 /);
    expect((await other.form('/login', { password: 'right password' })).status).toBe(200);
  });

  it('is waited for while it goes on, of whoever was let in', async () => {
    other = await start({ pause: 1000, whole: 50 });
    await closed(other.port, post('/library'));
    // Its 40 bytes take longer than a stranger would have.
    expect(await closed(other.port, post('/library', 42), 'x')).toMatch(/^HTTP\/1.1 400 /);
  });
});

it.each([
  ['', 1000],
  ['Max open files            1024                 524288               files', 512],
  ['Max open files            1500                 524288               files', 750],
  ['Max open files            4096                 4096                 files', 3096],
  ['Max open files            1048576              1048576              files', 10_000],
])('connections leave room for files: %j %d', (limits, most) => {
  expect(connectionsFor(`Max processes             7                    7                    \n${limits}\n`)).toBe(
    most,
  );
});

it('no more connections are taken than that', () => {
  const { maxConnections } = httpServer(new Koa());
  expect(maxConnections).toBeGreaterThan(100);
  expect(maxConnections).toBeLessThanOrEqual(10_000);
});
