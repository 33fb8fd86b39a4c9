/** Behind a reverse proxy that shows this service below a path: all addresses are below it. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { prefixProxy, type PrefixProxy } from '../support/prefix-proxy.js';
import { browser, start, track } from './client.js';
import { forAllTests } from '../support/opened.js';

const prefix = '/house/tonstift';
const running = forAllTests(start, (one) => one.stop());
beforeAll(async () => void (await running.parts('/', [track('a.mp3', 'sound')])));

/** How addresses are written, by the type of the answer: the attribute, and the address. */
const marks: readonly (readonly [type: RegExp, mark: RegExp])[] = [
  [/text\/html/, /\s(href|src|action|formaction|poster|data-from)="([^"#][^"]*)"/g],
  [/text\/css/, /(url)\(["']?([^"')]+)/g],
  [/javascript/, /^(import) .*?'(.+?)';$/gm],
  [/manifest/, /"(src|start_url|scope)": "([^"]+)"/g],
];

const addressesIn = (type: string, text: string): [string, string][] =>
  marks
    .filter(([wanted]) => wanted.test(type))
    .flatMap(([, mark]) => [...text.matchAll(mark)])
    .map(([, name = '', address = '']) => [name, address.replaceAll('&amp;', '&')]);

/** What takes seconds, and what the fake services do not have. */
const costs = /\/(pdf|try\/test-sheet|download|events|arrivals\/seen|api\/[^a]|metrics)|[?&](language|theme|format)=/;

/** Follows every address from the start page on; answers what is outside the prefix or does not answer. */
async function crawl(origin: string): Promise<{ wrong: string[]; pages: number }> {
  const waiting = [{ path: `${prefix}/`, method: 'GET' }];
  const seen = new Set<string>();
  const wrong: string[] = [];
  let pages = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { path, method } = next;
    const here = new URL(path, origin);
    const answer = await fetch(here, { method, headers: browser, redirect: 'manual' });
    const type = answer.headers.get('content-type') ?? '';
    const text = await answer.text();
    // An album without a file for the pen cannot be printed.
    if (answer.status >= 400 && answer.status !== 409) wrong.push(`${answer.status} ${path}`);
    if (type.includes('text/html')) pages += 1;
    const located = answer.headers.get('location');
    for (const [name, address] of [...addressesIn(type, text), ...(located === null ? [] : [['', located] as const])]) {
      const { origin: its, protocol, pathname, search } = new URL(address, here);
      if (its !== origin || !protocol.startsWith('http')) continue;
      if (!pathname.startsWith(`${prefix}/`)) wrong.push(`${pathname} on ${path}`);
      // The crawler does not know the fields of a form, so it only asks which methods the address has.
      const asks = /action$/.test(name) ? 'OPTIONS' : 'GET';
      // Different values of a query lead to the same kind of page.
      const kind = `${asks} ${pathname} ${[...new URLSearchParams(search).keys()].join()}`;
      if (seen.has(kind) || costs.test(pathname + search)) continue;
      seen.add(kind);
      waiting.push({ path: pathname + search, method: asks });
    }
  }
  return { wrong, pages };
}

describe.each([
  ['removes it and names it in a header', true],
  ['passes it on', false],
])('a proxy that %s', (_, strips) => {
  let proxy: PrefixProxy;
  beforeAll(async () => {
    running.services.basePath = strips ? '' : prefix;
    running.services.trustsProxy = strips;
    proxy = await prefixProxy(running.port, prefix, strips);
  });
  afterAll(() => proxy.close());

  it('shows every page, form, style and script below the path', async () => {
    const { wrong, pages } = await crawl(proxy.origin);
    expect(wrong).toEqual([]);
    expect(proxy.outside).toEqual([]);
    expect(pages).toBeGreaterThan(10);
  });

  it('gets redirects, cookies and addresses of answers below the path', async () => {
    running.services.password = 'eight letters';
    const ask = (path: string, more: RequestInit = {}) =>
      fetch(proxy.origin + prefix + path, { redirect: 'manual', ...more });
    const body = new URLSearchParams({ password: 'eight letters', next: '/library' });
    const login = await ask('/login', { method: 'POST', body, headers: { ...browser, origin: proxy.origin } });
    expect([login.status, login.headers.get('location')]).toEqual([303, `${prefix}/library`]);
    expect(login.headers.get('set-cookie')).toContain(`path=${prefix};`);
    // The page that asks for the password leads back to the page behind it, without the base path.
    expect(await (await ask('/pens', { headers: browser })).text()).toContain('name="next" value="/pens"');
    running.services.password = undefined;
    const chosen = await ask('/?theme=dark', { headers: browser });
    expect([chosen.status, chosen.headers.get('location')]).toEqual([303, `${prefix}/`]);
    expect(chosen.headers.get('set-cookie')).toContain(`path=${prefix};`);
    expect((await ask('/json/library')).headers.get('content-type')).toContain('json');
    const cover = new FormData();
    cover.append('files', new Blob(['other']), 'b.mp3');
    cover.append('cover', new Blob([Buffer.from('89504e470d0a1a0a00', 'hex')], { type: 'image/png' }), 'cover.png');
    const created = await ask('/', { method: 'POST', body: cover });
    const { album } = (await created.json()) as { album: { oid: number; cover_image: string } };
    expect(created.headers.get('location')).toBe(`${prefix}/library/${album.oid}`);
    expect(album.cover_image).toMatch(/^\/house\/tonstift\/images\//);
  });

  it('may show the pages in a frame of its host', async () => {
    const { headers } = await fetch(`${proxy.origin}${prefix}/help`);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
  });
});

describe('the header with the base path', () => {
  beforeAll(() => {
    running.services.basePath = '';
    running.services.trustsProxy = true;
  });
  const page = (headers: Record<string, string | string[]>) =>
    running.ask('/library', { headers: { ...browser, ...headers } });

  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/a"onload="alert(1)',
    "/a'b",
    '/a;domain=evil.example',
    '/a b',
    '/a/../b',
    '/a/',
    '/a%2f',
    '/a, /b',
    `/${'a'.repeat(200)}`,
  ])('is refused and not used if it is %s', async (value) => {
    const { status, text, headers } = await page({ 'x-forwarded-prefix': value });
    expect(status).toBe(400);
    expect(text).toContain('X-Forwarded-Prefix');
    expect(text).toContain('href="/library"');
    expect(JSON.stringify(headers)).not.toContain('evil');
  });

  it('is refused if there are several', async () => {
    expect((await page({ 'x-forwarded-prefix': ['/a', '/b'] })).status).toBe(400);
  });

  it('may be that of Home Assistant', async () => {
    expect((await page({ 'x-ingress-path': '/api/hassio_ingress/a-b_c' })).text).toContain(
      'href="/api/hassio_ingress/a-b_c/library"',
    );
  });

  it('is in the address for other devices', async () => {
    const headers = { ...browser, host: 'tonstift.home', 'x-forwarded-prefix': '/a', 'x-forwarded-proto': 'https' };
    const { text } = await running.ask('/config', { headers });
    expect(/<section class="card phone"[^]*?<\/section>/.exec(text)?.[0]).toContain('https://tonstift.home/a/');
  });

  it('is ignored if the proxy is not trusted', async () => {
    running.services.trustsProxy = false;
    const answers = [await page({ 'x-forwarded-prefix': '/a' }), await page({ 'x-forwarded-prefix': '//evil' })];
    for (const { status, text } of answers) expect([status, text.includes('href="/library"')]).toEqual([200, true]);
  });
});

it('a path that only begins like the base path keeps it', async () => {
  running.services.basePath = '/lib';
  expect((await running.ask('/library', { headers: browser })).status).toBe(200);
  expect((await running.ask('/lib/library', { headers: browser })).status).toBe(200);
  running.services.basePath = '';
});
