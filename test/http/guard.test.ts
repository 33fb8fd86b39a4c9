import { connect } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { hostName } from '../../http/security/guard.js';
import { start } from './client.js';
import { forAllTests } from '../support/opened.js';

const running = forAllTests(start, (one) => one.stop());

/** A request written by hand; answers the status. */
const raw = (text: string): Promise<number> =>
  new Promise((done, failed) => {
    const socket = connect(running.port, '127.0.0.1', () => socket.end(text));
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('end', () => done(Number(answer.split(' ')[1])));
    socket.on('error', failed);
  });

describe('hostName', () => {
  it.each([
    ['localhost', 'localhost'],
    ['LocalHost:10020', 'localhost'],
    ['tonstift.home.', 'tonstift.home'],
    ['[::1]:80', '::1'],
    ['127.0.0.1:1', '127.0.0.1'],
    ['', undefined],
    ['a b', undefined],
    ['user@localhost', undefined],
    ['localhost:99999', undefined],
    ['localhost:', undefined],
    ['::1', undefined],
    ['.', undefined],
    ['a/b', undefined],
  ])('reads %j as %j', (host, name) => expect(hostName(host)).toBe(name));
});

describe('the Host header', () => {
  it.each([
    'localhost',
    'LOCALHOST:1',
    '127.0.0.1',
    '127.9.9.9',
    '[::1]:10020',
    'tonstift.home:10020',
    'Tonstift.Home.',
  ])('passes as %s', async (host) => {
    expect((await running.ask('/healthz', { headers: { host } })).status).toBe(200);
  });

  it.each([
    'evil.example',
    'localhost.evil.example',
    '192.168.1.2',
    'evil.example:10020',
    '127.0.0.1.evil.example',
    'a@localhost',
  ])('is refused as %s', async (host) => {
    const answer = await running.ask('/healthz', { headers: { host } });
    expect(answer.status).toBe(403);
    expect(answer.json()).toMatchObject({ success: false, error: { code: 'forbidden_host' } });
  });

  it('shows a stranger nothing of the daemon', async () => {
    const answer = await running.ask('/', { headers: { host: 'evil.example', accept: 'text/html' } });
    expect(answer.status).toBe(403);
    expect(answer.text).not.toContain('Tonstift Inbox');
  });

  it('must be there, once, and agree with the request line', async () => {
    expect(await raw('GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n')).toBe(400);
    expect(await raw('GET /healthz HTTP/1.0\r\n\r\n')).toBe(403);
    expect(
      await raw('GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n'),
    ).toBeGreaterThanOrEqual(400);
    expect(await raw('GET http://evil.example/healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')).toBe(
      400,
    );
    expect(await raw('GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')).toBe(200);
  });
});

describe('a change', () => {
  const ask = (headers: Record<string, string>): Promise<number> =>
    running.form('/library', { action: 'list' }, { host: 'localhost:10020', ...headers }).then(({ status }) => status);

  it.each<Record<string, string>>([
    {}, // curl
    { origin: 'http://localhost:10020' },
    { origin: 'http://localhost:10020', 'sec-fetch-site': 'same-origin' },
    { origin: 'http://localhost:10020', 'sec-fetch-site': 'same-site' },
    { origin: 'https://tonstift.home', host: 'tonstift.home' },
    { origin: 'http://tonstift.home', host: 'tonstift.home:80' },
    { 'sec-fetch-site': 'none' },
  ])('passes with %j', async (headers) => expect(await ask(headers)).toBe(200));

  it.each<Record<string, string>>([
    { origin: 'http://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost' },
    { origin: 'http://localhost:10021' },
    { origin: 'http://localhost:10020.evil.example' },
    { origin: 'http://localhost:10020/' },
    { origin: 'file://localhost:10020' },
    { origin: 'http://127.0.0.1:10020' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'http://localhost:10020', 'sec-fetch-site': 'cross-site' },
  ])('is refused with %j', async (headers) => expect(await ask(headers)).toBe(403));

  it('is refused before its body is read, and touches nothing', async () => {
    const answer = await running.parts('/', [{ name: 'files', filename: 'a.mp3', content: 'x' }], {
      origin: 'http://evil.example',
    });
    expect(answer.json()).toMatchObject({ error: { code: 'forbidden_origin' } });
    expect(running.services.albums.list()).toEqual([]);
    expect(await running.leftovers()).toEqual([]);
  });

  it('by another method than POST is no way around', async () => {
    expect(
      (await running.ask('/library', { method: 'DELETE', headers: { origin: 'http://evil.example' } })).status,
    ).toBe(403);
  });
});

describe('headers of every answer', () => {
  it('carry the policy, and no promise of TLS', async () => {
    const { headers } = await running.ask('/', { headers: { accept: 'text/html' } });
    const policy = String(headers['content-security-policy']);
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      "manifest-src 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ]) {
      expect(policy).toContain(rule);
    }
    expect(policy).not.toMatch(/unsafe|upgrade-insecure/);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    });
    expect(headers['strict-transport-security']).toBeUndefined();
    expect(headers['x-powered-by']).toBeUndefined();
  });

  it('are on refusals too', async () => {
    const { headers } = await running.ask('/nowhere', { headers: { host: 'evil.example' } });
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  });
});
