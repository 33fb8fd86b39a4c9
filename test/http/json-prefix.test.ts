/** Below /json each route answers JSON, and no guard is different. */
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { asStranger, mayChangeAccount } from './account.js';
import { browser, start, track, type Answer } from './client.js';
import { foreign } from './visits.js';
import { forAllTests } from '../support/opened.js';

const running = forAllTests(start, (one) => one.stop());
beforeAll(async () => void (await running.parts('/', [track('a.mp3')])));
beforeEach(() => void Object.assign(running.services, { password: undefined, commandToken: undefined }));

type Headers = Record<string, string>;

const facts = ({ status, headers, text }: Answer): object => {
  const { 'content-type': type, location, 'www-authenticate': asks, allow, vary } = headers;
  // Each login has a session of its own.
  return { status, type, location, asks, allow, vary, cookies: headers['set-cookie']?.length, text };
};

/** Expects the same answer below the prefix, for any Accept, as for `application/json` without it. */
async function isTheSame(path: string, headers: Headers = {}, fields?: Headers): Promise<Answer> {
  const send = (at: string, all: Headers): Promise<Answer> =>
    fields === undefined ? running.ask(at, { headers: all }) : running.form(at, fields, all);
  const usual = await send(path, { ...headers, accept: 'application/json' });
  for (const accept of ['*/*', browser.accept, 'text/html'])
    expect(facts(await send(`/json${path}`, { ...headers, accept }))).toEqual(facts(usual));
  return usual;
}

describe('the prefix', () => {
  it.each([
    ['/json', '/'],
    ['/json/', '/'],
    ['/json?nobody=1', '/?nobody=1'],
    ['/json/library?q=a', '/library?q=a'],
    ['/json/help', '/help'],
  ])('%s is %s as JSON', async (path, plain) => {
    const answer = await running.ask(path, { headers: browser });
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.text).toBe((await running.ask(plain, { headers: { accept: 'application/json' } })).text);
  });

  it.each(['/jsonp', '/json.txt', '/JSON/library', '//json/library', '/json/json/library', '/%6ason/library'])(
    '%s is no address',
    async (path) => expect((await running.ask(path, { headers: { accept: 'application/json' } })).status).toBe(404),
  );

  it('is not needed: a page stays one, for the wildcard too', async () => {
    for (const headers of [browser, { accept: '*/*' }, {}])
      expect((await running.ask('/library', { headers })).headers['content-type']).toBe('text/html; charset=utf-8');
  });

  it('answers a change and its failure with JSON, and redirects to no page', async () => {
    const fields = { action: 'update', uid: '920', album_title: 'New' };
    const changed = await running.form('/json/library', fields, browser);
    expect([changed.status, changed.json()]).toMatchObject([200, { success: true, album: { album_title: 'New' } }]);
    const failed = await running.form('/json/library', { ...fields, uid: '7' }, browser);
    expect([failed.status, failed.json()]).toMatchObject([404, { error: { code: 'album_not_found' } }]);
    const sent = await running.ask('/json/library', { method: 'PUT', headers: browser });
    expect([sent.status, sent.headers.allow]).toEqual([405, 'HEAD, GET, POST']);
  });
});

describe('no guard is different below it', () => {
  const change = { action: 'list' };

  it('Host', async () => {
    for (const host of ['evil.example', 'localhost.evil.example'])
      for (const fields of [undefined, change])
        expect((await isTheSame('/library', { host }, fields)).json()).toMatchObject({
          error: { code: 'forbidden_host' },
        });
  });

  it('Origin', async () => {
    const strangers: Headers[] = [
      { origin: 'http://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ];
    for (const headers of strangers)
      expect((await isTheSame('/library', headers, change)).json()).toMatchObject({
        error: { code: 'forbidden_origin' },
      });
  });

  it.each(foreign)('pages of other sites: %j', async (headers) => {
    for (const path of ['/library', '/pdf', '/healthz', '/assets/style.css'])
      expect((await isTheSame(path, headers)).status).toBe(403);
  });

  it('a link of another site, which is asked about where it costs something', async () => {
    const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    expect((await isTheSame('/library', link)).status).toBe(200);
    expect((await isTheSame('/pdf', link)).json()).toMatchObject({ error: { code: 'forbidden_origin' } });
  });

  it('the password, and what is open without it', async () => {
    running.services.password = 'right password';
    for (const path of ['/library', '/pdf', '/images/920-24-1200-2.png', '/events', '/nowhere'])
      expect((await isTheSame(path)).status).toBe(401);
    expect((await isTheSame('/library', {}, change)).headers['www-authenticate']).toMatch(/^Basic /);
    for (const path of ['/healthz', '/assets/style.css']) expect((await isTheSame(path)).status).toBe(200);
    const authorization = `Basic ${Buffer.from('me:right password').toString('base64')}`;
    expect((await isTheSame('/library', { authorization })).status).toBe(200);
    const login = await isTheSame('/login', {}, { password: 'right password' });
    const [cookie = ''] = login.headers['set-cookie']?.map((one) => one.split(';')[0] ?? '') ?? [];
    expect((await isTheSame('/library', { cookie })).status).toBe(200);
  });

  it('the token of commands', async () => {
    running.services.commandToken = 'token';
    running.services.password = 'right password';
    for (const [given, status] of [
      ['token', 200],
      ['another', 401],
    ] as const)
      expect((await isTheSame('/config', { authorization: `Bearer ${given}` })).status).toBe(status);
  });

  (mayChangeAccount ? it : it.skip)('another account of this machine', async () => {
    const of = (path: string): Promise<string> =>
      asStranger(running.port, `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    expect(await of('/json/library')).toMatch(/^HTTP\/1\.1 403 .*"forbidden_account"/s);
    expect(await of('/json/healthz')).toMatch(/^HTTP\/1\.1 200 /);
  });
});
