import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { allParts } from '../support/features.js';
import { browser, start, track } from './client.js';
import { afterLogin, allowsOnly, asksForPassword, leadsBack } from './every-path.js';
import { forAllTests } from '../support/opened.js';

const running = forAllTests(start, (one) => one.stop());

const json = { accept: 'application/json' };
/** The pages of features in the navigation. */
const featurePages = allParts.flatMap(({ pages = [] }) => pages.flatMap(({ path, name }) => (name ? [path] : [])));

describe('every page', () => {
  it.each(['/', '/library', '/print', '/pens', ...featurePages, '/config', '/logs', '/help'])(
    '%s answers HTML and JSON, and HEAD',
    async (path) => {
      const page = await running.ask(path, { headers: browser });
      expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(page.text).toContain('/home/me/Tonstift Inbox');
      expect(page.text).toContain('aria-current="page"');
      // From there on the page hears of all that happens.
      expect(page.text).toMatch(/<body data-build="0\.0\.1-test-[0-9a-f]{16}" data-last-event="[0-9a-f]{8}-\d+">/);
      expect(page.text).not.toMatch(/\sstyle=|\son[a-z]+="|<style/);
      const facts = await running.ask(path, { headers: json });
      expect([facts.status, facts.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
      expect(Object.keys(facts.json()).length).toBeGreaterThan(0);
      expect((await running.ask(path, { method: 'HEAD' })).status).toBe(200);
    },
  );

  it.each([
    ['/', 'HEAD, GET, POST'],
    ['/library', 'HEAD, GET, POST'],
    ['/help', 'HEAD, GET'],
    ['/print', 'HEAD, GET, POST'],
    ['/pens', 'HEAD, GET, POST'],
    ['/pdf', 'HEAD, GET'],
    ['/download_oid_images', 'HEAD, GET'],
    ['/logs/level', 'POST'],
    ['/download_gme/920', 'HEAD, GET'],
  ])('%s refuses other methods', async (path, allowed) => allowsOnly(running, path, allowed));

  it.each(['/nothing', '/Print', '/pdf/920', '/Library', '//library', '/index.html', '/%E0%A4%A'])(
    '%s is not there, in words or as JSON',
    async (path) => {
      const page = await running.ask(path, { headers: browser });
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
      expect([400, 404]).toContain(page.status);
      expect((await running.ask(path)).json()).toMatchObject({ success: false, error: { code: expect.any(String) } });
    },
  );

  it('is compressed where it is large, for those who can', async () => {
    const answer = await running.ask('/config', { headers: { 'accept-encoding': 'gzip' } });
    expect(answer.headers['content-encoding']).toBe('gzip');
    expect(answer.headers.vary).toMatch(/accept-encoding/i);
  });

  it('has more than one page of albums where there are many', async () => {
    await Promise.all(
      Array.from({ length: 70 }, (_, n) => running.services.albums.upload([], undefined).catch(() => n)),
    );
    for (let n = 0; n < 61; n += 1) await running.parts('/', [track(`${n}.mp3`)]);
    const first = await running.ask('/library');
    expect(first.text.match(/id="album-/g)).toHaveLength(60);
    expect(first.text).toContain('id="album-980"');
    expect(first.text).toMatch(/href="\/library\?page=2">Next page</);
    const second = await running.ask('/library?page=2');
    expect(second.text.match(/id="album-/g)).toHaveLength(1);
    expect(second.text).toMatch(/href="\/library">Previous page</);
    expect((await running.ask('/library?page=99')).status).toBe(200);
  });
});

describe('POST /config', () => {
  const errorFields = (answer: { json(): Record<string, unknown> }) =>
    (answer.json()['error'] as { fields: Record<string, string> }).fields;

  it('changes what it names, and says what waits for a restart', async () => {
    const answer = await running.form('/config', { audio_format: 'ogg', port: '10021' });
    expect(answer.json()).toMatchObject({
      success: true,
      config: { audio_format: 'ogg', port: 10021, open_browser: false },
      needs_restart: ['port'],
    });
    const again = await running.post('/config', { open_browser: true });
    expect(again.json()).toMatchObject({
      config: { open_browser: true, port: 10021 },
      needs_restart: ['open_browser'],
    });
  });

  it('is all or nothing, and names each wrong field', async () => {
    const answer = await running.form('/config', { audio_format: 'mp3', port: 'many', nothing: 'x' });
    expect(answer.status).toBe(400);
    expect(Object.keys(errorFields(answer)).sort()).toEqual(['nothing', 'port']);
    expect(running.services.config.saved['audio_format']).toBe('ogg');
    expect((await running.form('/config', { constructor: 'x' })).status).toBe(400);
  });

  it('from the page saves only what was touched', async () => {
    let saved: Record<string, unknown> = {};
    const update = running.services.config.update.bind(running.services.config);
    running.services.config.update = (changes, asker) => update((saved = changes), asker);
    running.services.config.saved['password'] = 'secret';
    const page = await running.ask('/config');
    expect(page.text).not.toContain('secret"');
    const form = /<form[^>]*id="settings"[^]*?<\/form>/.exec(page.text)?.[0] ?? '';
    const fields = [...form.matchAll(/<input[^>]* name="([a-z_.]+)" value="([^"]*)"([^>]*)>/g)].filter(
      ([, , , rest]) => !/checkbox|disabled/.test(rest ?? ''),
    );
    const body = new URLSearchParams(fields.map(([, name = '', value = '']) => [name, value] as [string, string]));
    body.append('open_browser', 'true');
    body.append('audio_format', 'ogg');
    body.set('inbox_path', '/elsewhere');
    const answer = await running.form('/config', body.toString(), browser);
    expect([answer.status, answer.headers.location]).toEqual([303, '/config']);
    expect(saved).toEqual({ inbox_path: '/elsewhere' });
    await running.form('/config', { password: '********', audio_format: 'ogg' });
    // A program means what it sends; only the mask of a secret is none.
    expect(saved).toEqual({ password: '********', audio_format: 'ogg' });
    expect(running.services.config.saved['password']).toBe('secret');
    running.services.config.update = update;
  });

  it('shows a browser its own form again, with what is wrong', async () => {
    const answer = await running.form('/config', { port: '"><script>', audio_format: 'mp3' }, browser);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('value="&quot;&gt;&lt;script&gt;"');
    expect(answer.text).toContain('must be a whole number');
  });
});

describe('the log', () => {
  beforeAll(() => running.services.logs.write('error', 'lost <b>'));

  it.each([
    ['debug', 'debug'],
    ['WARNING', 'warn'],
    ['CRITICAL', 'error'],
    ['Info', 'info'],
  ])('takes the level %s', async (given, level) => {
    expect((await running.form('/logs/level', { level: given })).json()).toEqual({ success: true, level });
    expect((await running.ask('/logs?lines=1', { headers: json })).json()).toMatchObject({
      level,
      logs: [{ area: 'log', message: 'lost <b>' }],
    });
  });
  it('shows no markup of what was logged', async () =>
    expect((await running.ask('/logs')).text).toContain('lost &lt;b&gt;'));
  it.each(['loud', '', '__proto__', 'constructor', '3'])('refuses the level %j', async (level) =>
    expect((await running.form('/logs/level', { level })).status).toBe(400),
  );
  it('refuses lines and levels that cannot be', async () => {
    for (const query of ['lines=0', 'lines=-1', 'lines=1e9', 'lines=x', 'level=loud', 'level=info&level=warn'])
      expect([query, (await running.ask(`/logs?${query}`, { headers: json })).status]).toEqual([query, 400]);
    expect((await running.form('/logs/level', {})).status).toBe(400);
    expect((await running.form('/logs/level', { level: 'info', path: 'x' })).status).toBe(400);
  });
});

describe('liveness', () => {
  it('tells whether it runs, and whether it is ready', async () => {
    expect((await running.ask('/healthz')).json()).toEqual({ status: 'ok' });
    expect((await running.ask('/readyz')).status).toBe(200);
    running.services.isReady = false;
    const { status, headers } = await running.ask('/readyz');
    expect([status, headers['retry-after'], (await running.ask('/healthz')).status]).toEqual([503, '30', 200]);
    running.services.isReady = true;
  });
  it('shows a page even where there is no status', async () => {
    const status = running.services.status.bind(running.services);
    running.services.status = () => {
      throw new Error('no library');
    };
    expect((await running.ask('/logs')).status).toBe(200);
    running.services.status = status;
  });
});

describe('a password', () => {
  const basic = (password: string) => ({
    authorization: `Basic ${Buffer.from(`anyone:${password}`).toString('base64')}`,
  });
  beforeAll(() => {
    running.services.password = 'öffne dich';
  });
  afterAll(() => {
    running.services.password = undefined;
  });

  it('is asked for everywhere but where it must not be', async () => {
    for (const path of [
      '/',
      '/library',
      '/print',
      '/pdf',
      '/download_oid_images',
      '/config',
      '/logs',
      '/events',
      '/download_gme/920',
      '/images/920/cover.jpg',
      '/readyz',
      '/nothing',
    ])
      await asksForPassword(running, path);
    for (const path of ['/healthz', '/login', '/assets/style.css'])
      expect([path, (await running.ask(path)).status]).toEqual([path, 200]);
    expect((await running.ask('/login')).text).not.toContain('Inbox');
    expect((await running.ask('/assets/nothing', { headers: browser })).text).not.toContain('Inbox');
  });

  it('shows a browser the login page, and no box of its own', async () => {
    const answer = await running.ask('/library', { headers: browser });
    expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, undefined]);
    expect(answer.text).toContain('name="next" value="/library"');
    expect(answer.text).not.toContain('Inbox');
  });

  // Over plain HTTP from another machine, browsers send no Sec-Fetch-Site.
  it.each<[string, string, Record<string, string>]>([
    ['GET', '/events', { accept: 'text/event-stream', referer: 'http://localhost:10020/library' }],
    ['GET', '/images/920/cover.jpg', { accept: 'image/avif,*/*;q=0.8', referer: 'http://localhost:10020/library' }],
    ['POST', '/library', { accept: 'application/json', origin: 'http://localhost:10020' }],
    ['GET', '/library', { accept: 'application/json', 'sec-fetch-site': 'same-origin' }],
  ])('opens no box of the browser over a page that sends %s %s', async (method, path, headers) => {
    const answer = await running.ask(path, { method, headers: { host: 'localhost:10020', ...headers } });
    expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, undefined]);
  });

  it('passes by HTTP Basic with any user name', async () => {
    expect((await running.ask('/library', { headers: basic('öffne dich') })).status).toBe(200);
    expect((await running.ask('/library', { headers: basic('offne dich') })).status).toBe(401);
    expect((await running.ask('/library', { headers: { authorization: 'Bearer x' } })).status).toBe(401);
  });

  it('refuses a body before reading it', async () => {
    const answer = await running.parts('/', [track('a.mp3', 'x'.repeat(2_000_000))]);
    expect(answer.status).toBe(401);
    expect(await running.leftovers()).toEqual([]);
  });

  it('logs in, out, and ends with the password', async () => {
    const wrong = await running.form('/login', { password: 'x' }, browser);
    expect([wrong.status, wrong.headers['set-cookie']]).toEqual([401, undefined]);
    expect((await running.form('/login', { password: 'x' })).json()).toMatchObject({ error: { code: 'unauthorized' } });
    const login = async () => {
      const answer = await running.form('/login', { password: 'öffne dich', next: '/logs' }, browser);
      expect([answer.status, answer.headers.location]).toEqual([303, '/logs']);
      expect(String(answer.headers['set-cookie'])).toMatch(
        /^tonstift_session_\d+=[\w-]{43}; path=\/; expires=[^;]+; samesite=strict; httponly$/i,
      );
      return { cookie: String(answer.headers['set-cookie']).split(';')[0] ?? '' };
    };
    const cookie = await login();
    expect((await running.ask('/library', { headers: cookie })).text).toContain('Log out');
    expect((await running.form('/logout', {}, cookie)).status).toBe(200);
    expect((await running.ask('/library', { headers: cookie })).status).toBe(401);
    const second = await login();
    running.services.password = 'another';
    expect((await running.ask('/library', { headers: second })).status).toBe(401);
    running.services.password = 'öffne dich';
    expect((await running.ask('/library', { headers: second })).status).toBe(401);
  });

  it.each([
    '/',
    '/library?q=Gr%C3%BC%C3%9Fe&sort=title&page=2',
    '/print?oids=920,921&preset=cd&show_cover=false&show_cover=true',
    '/pens',
    '/config',
    '/logs?level=warn',
    '/help',
    '/library/920',
    '/?next=//evil.example',
  ])('leads a login back to %j', async (page) => leadsBack(running, page));

  it('knows after a wrong guess where it leads back to', async () => {
    const next = '/library?q=Gr%C3%BC%C3%9Fe&sort=title';
    const wrong = await running.form('/login', { password: 'x', next }, browser);
    expect(wrong.text).toContain(`name="next" value="${next.replaceAll('&', '&amp;')}"`);
  });

  it.each([
    '//evil.example',
    '//evil.example/library',
    '///evil.example',
    'https://evil.example',
    'https://evil.example/library?q=x',
    'javascript:alert(1)',
    '/\\evil.example',
    '\\\\evil.example',
    '/library/../../evil',
    '/library@evil.example',
    '/%2f/evil.example',
    '/download_gme/920',
    '/images/920/cover.jpg',
    '/library/920/tracks/1',
    '/pdf',
    '/events',
    '/login',
    '/logout',
    '/logs/level',
    '/assets/style.css',
    '/healthz',
    '/Library',
    '/library/',
    '/library/0920',
    '/library/:oid',
    '/library/920/cover',
    '/library/920/card',
    '/library?q=a\r\nSet-Cookie: x=1',
    '/library?q=a b',
    '/library?q=a\\b',
    '/library?q=ü',
    ' /library',
    '/__proto__',
    '/constructor',
    'library',
    '',
  ])('leads a login never to %j', async (next) => {
    expect(await afterLogin(running, next)).toBe('/');
  });

  it('leads a login from a form to its page, and from what is no page to the start', async () => {
    for (const [path, method, next] of [
      ['/logout', 'POST', '/'],
      ['/logs/level', 'POST', '/'],
      ['/download_gme/920', 'GET', '/'],
      ['/nothing?q=x', 'GET', '/'],
      ['/library', 'POST', '/library'],
    ]) {
      const answer = await running.ask(path ?? '', { method: method ?? '', headers: browser });
      expect([path, method, /name="next" value="([^"]*)"/.exec(answer.text)?.[1]]).toEqual([path, method, next]);
    }
    const password = `password=${encodeURIComponent('öffne dich')}`;
    for (const [next, location] of [
      ['&next=%2Flogs&next=%2Fhelp', '/'],
      [`&next=/library?q=${'a'.repeat(8000)}`, `/library?q=${'a'.repeat(8000)}`],
      [`&next=/library?q=${'a'.repeat(20_000)}`, '/'],
    ])
      expect((await running.form('/login', password + next, browser)).headers.location).toBe(location);
  });

  it('is not to be had from a foreign page', async () => {
    expect((await running.form('/login', { password: 'öffne dich' }, { origin: 'http://evil.example' })).status).toBe(
      403,
    );
  });
});

it('slows guesses, not those who know', async () => {
  const other = await start();
  other.services.password = 'right';
  for (let n = 0; n < 7; n += 1) expect((await other.form('/login', { password: `guess ${n}` })).status).toBe(401);
  other.waits.length = 0;
  expect(other.warnings).toEqual(['Wrong passwords from 127.0.0.1: more guesses from there are slowed.']);
  expect((await other.form('/login', { password: 'right' })).status).toBe(200);
  expect(other.waits.splice(0)).not.toEqual([]);
  expect((await other.form('/login', { password: 'right' })).status).toBe(200);
  expect(other.waits).toEqual([]);
  await other.stop();
});
