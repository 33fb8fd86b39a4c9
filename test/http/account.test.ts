/** Without a password only the daemon's own account is served, and root. */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { mayEnter } from '../../http/security/account.js';
import { isLoopbackAddress, ownerByLsof, ownerIn, ownerOf } from '../../http/security/socket-owner.js';
import { asStranger, mayChangeAccount } from './account.js';
import { start } from './client.js';
import { forAllTests } from '../support/opened.js';
import { portOf } from '../support/servers.js';

describe('the owner of a connection', () => {
  const header = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n';
  const row = (ends: string, uid: number, inode: number): string =>
    `${header}  23: ${ends} 01 00000000:00000000 00:00000000 00000000 ${uid}        0 ${inode} 2 00000000eafc8902 20\n`;
  const v4 = { remoteAddress: '127.0.0.1', remotePort: 52_950, localAddress: '127.0.0.1', localPort: 45_907 };
  const v6 = { ...v4, remoteAddress: '::1', localAddress: '::1' };
  const one = '00000000000000000000000001000000';
  const mapped = '0000000000000000FFFF00000100007F';

  it.each([
    ['0100007F:CED6 0100007F:B353', v4],
    [`${mapped}:CED6 ${mapped}:B353`, v4],
    [`${one}:CED6 ${one}:B353`, v6],
    ['0100007F:CED6 0100007F:B353', { ...v4, remoteAddress: '::ffff:127.0.0.1', localAddress: '::ffff:127.0.0.1' }],
  ])('stands in the row %s', (ends, asked) =>
    expect(ownerIn(row(ends, 1000, 970_223), asked)).toEqual({ is: 'account', uid: 1000 }),
  );
  it('is not the server’s own end, nor another port', () => {
    expect(ownerIn(row('0100007F:B353 0100007F:CED6', 0, 9), v4)).toBeUndefined();
    expect(ownerIn(row('0100007F:CED7 0100007F:B353', 0, 9), v4)).toBeUndefined();
  });
  it('is nobody once the other end is closed, whatever uid the row has', () =>
    expect(ownerIn(row('0100007F:CED6 0100007F:B353', 0, 0), v4)).toEqual({ is: 'gone' }));
  it.each(['EMFILE', 'ENFILE', 'ENOMEM'])('counts as gone while the table cannot be read (%s)', async (code) => {
    const failing = (): Promise<string> => Promise.reject(Object.assign(new Error(code), { code }));
    await expect(ownerOf(v4, failing)).resolves.toEqual({ is: 'gone' });
    await expect(ownerOf(v4, (table) => (table === 'tcp' ? failing() : Promise.resolve(header)))).resolves.toEqual({
      is: 'gone',
    });
  });
  it('is hidden where the system shows no tables, or not ours', async () => {
    await expect(ownerOf(v4, () => Promise.resolve(null))).resolves.toEqual({ is: 'hidden' });
    await expect(ownerOf(v4, () => Promise.resolve(header))).resolves.toEqual({ is: 'hidden' });
  });
  it('is looked up from every address, of IPv6 too', async () => {
    const from = (remoteAddress: string, localAddress: string, ends: string): Promise<unknown> =>
      ownerOf({ ...v4, remoteAddress, localAddress }, () => Promise.resolve(row(ends, 1000, 970_223)));
    const account = { is: 'account', uid: 1000 };
    await expect(from('192.0.2.7', '127.0.0.1', '070200C0:CED6 0100007F:B353')).resolves.toEqual(account);
    const v6Row = 'B80D0120000000000000000001000000:CED6 00000000000000000000000001000000:B353';
    await expect(from('2001:db8::1', '::1', v6Row)).resolves.toEqual(account);
  });
  it('is gone where the table is ours and has no row of it', async () => {
    const listening = `${header}   1: 0100007F:B353 00000000:0000 0A 00000000:00000000 00:00000000 00000000 0 0 5 1\n`;
    await expect(ownerOf(v4, () => Promise.resolve(listening))).resolves.toEqual({ is: 'gone' });
  });
  it('is the own account on macOS if lsof shows the client’s end, and nobody else', async () => {
    const list =
      'p12\nf20\nn*:45907\nf21\nn127.0.0.1:45907->127.0.0.1:52950\np13\nf7\nn127.0.0.1:52950->127.0.0.1:45907\n';
    const of = (sockets: string | null, ends = v4) => ownerByLsof(ends, () => Promise.resolve(sockets));
    const ours = { is: 'account', uid: process.getuid?.() };
    await expect(of(list)).resolves.toEqual(ours);
    await expect(of(list, { ...v4, remoteAddress: '::ffff:127.0.0.1' })).resolves.toEqual(ours);
    await expect(of('n[::1]:52950->[::1]:45907', v6)).resolves.toEqual(ours);
    await expect(of(list, { ...v4, remotePort: 5295 })).resolves.toEqual({ is: 'gone' });
    await expect(of(null)).resolves.toEqual({ is: 'hidden' });
    await expect(of('n127.0.0.1:1->127.0.0.1:2\n')).resolves.toEqual({ is: 'hidden' });
  });
  const hasLsof = existsSync('/usr/bin/lsof') || existsSync('/usr/sbin/lsof');
  (hasLsof ? it : it.skip)('is found by a real lsof, which Linux has too (skipped without it)', async () => {
    const server = createServer();
    const client = connect(await portOf(server), '127.0.0.1');
    const [socket] = (await once(server, 'connection')) as [Socket];
    const { remoteAddress = '', remotePort = 0, localAddress = '', localPort = 0 } = socket;
    await expect(ownerByLsof({ remoteAddress, remotePort, localAddress, localPort })).resolves.toEqual({
      is: 'account',
      uid: process.getuid?.(),
    });
    client.destroy();
    socket.destroy();
    server.close();
  });
  it.each(['127.0.0.1', '127.9.8.7', '::1', '::ffff:127.0.0.1'])('%s is loopback', (address) =>
    expect(isLoopbackAddress(address)).toBe(true),
  );
  it.each(['192.168.1.2', '::ffff:10.0.0.1', 'fe80::1', '', '1270.0.0.1'])('%s is not', (address) =>
    expect(isLoopbackAddress(address)).toBe(false),
  );
});

it.each([
  ['ours', {}, true],
  ['ours', { via: '1.1 proxy' }, true],
  ['root', {}, true],
  ['root', { 'x-forwarded-for': '192.0.2.7' }, false],
  ['root', { forwarded: 'for=192.0.2.7' }, false],
  ['other', {}, false],
  ['hidden', {}, false],
] as const)('without a password, %s with %j may enter: %s', (asker, headers, may) =>
  expect(mayEnter(asker, { headers })).toBe(may),
);

describe('another account of this machine', () => {
  const running = forAllTests(start, (one) => one.stop());
  beforeEach(() => void Object.assign(running.services, { password: undefined, anyAccount: false }));

  const get = (path: string, more = ''): string =>
    `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${more}\r\n`;
  const post = (body: string): string =>
    'POST /config HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n' +
    `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

  if (!mayChangeAccount) {
    const sentence = 'Only root can start a program under another account on Linux, so these tests are left out.';
    it(sentence, () => {
      process.stderr.write(`${sentence}\n`);
      expect(mayChangeAccount).toBe(false);
    });
    return;
  }

  it('is refused, with a sentence, as JSON and as a page that shows nothing', async () => {
    const json = await asStranger(running.port, get('/library', 'Accept: application/json\r\n'));
    expect(json).toMatch(/^HTTP\/1.1 403 /);
    expect(json).toContain('"forbidden_account"');
    const page = await asStranger(running.port, get('/', 'Accept: text/html\r\n'));
    expect(page).toMatch(/^HTTP\/1.1 403 /);
    expect(page).toContain('another account on this computer');
    expect(page).not.toContain('Tonstift Inbox');
  });

  it.each(['127.0.0.1', '::ffff:127.0.0.1'])('changes nothing by way of %s', async (host) => {
    expect(await asStranger(running.port, post('max_upload_mb=7'), { host })).toMatch(/^HTTP\/1.1 403 /);
    expect(running.services.config.saved['max_upload_mb']).toBe(2048);
  });

  it.each(['close', 'reset'] as const)('changes nothing by leaving at once (%s)', async (leave) => {
    for (let tries = 0; tries < 5; tries += 1) await asStranger(running.port, post('max_upload_mb=7'), { leave });
    await running.ask('/healthz');
    expect(running.services.config.saved['max_upload_mb']).toBe(2048);
  });

  it('is refused when it asks from the address of the machine in the network', async () => {
    const outer = Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .find(({ internal, family }) => !internal && family === 'IPv4')?.address;
    // A machine without a network has loopback addresses only.
    for (const from of ['127.0.0.9', ...(outer === undefined ? [] : [outer])]) {
      expect(await asStranger(running.port, get('/library'), { from })).toMatch(/^HTTP\/1.1 403 /);
      expect(await asStranger(running.port, get('/library'), { from, uid: 0 })).toMatch(/^HTTP\/1.1 200 /);
    }
  });

  it('may see that the service lives', async () =>
    expect(await asStranger(running.port, get('/healthz'))).toMatch(/^HTTP\/1.1 200 /));

  it('gets in with the password, and where everyone may', async () => {
    running.services.password = 'eight letters';
    const basic = `Authorization: Basic ${Buffer.from('x:eight letters').toString('base64')}\r\n`;
    expect(await asStranger(running.port, get('/library'))).toMatch(/^HTTP\/1.1 401 /);
    expect(await asStranger(running.port, get('/library', basic))).toMatch(/^HTTP\/1.1 200 /);
    Object.assign(running.services, { password: undefined, anyAccount: true });
    expect(await asStranger(running.port, get('/library'))).toMatch(/^HTTP\/1.1 200 /);
  });

  it('is not root, and not ourselves', async () => {
    expect(await asStranger(running.port, get('/library'), { uid: 0 })).toMatch(/^HTTP\/1.1 200 /);
    expect((await running.ask('/library')).status).toBe(200);
  });
});
