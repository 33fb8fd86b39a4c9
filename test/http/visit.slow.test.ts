/** What pages of other sites get when they make a browser read something from here. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { track, start, type Running } from './client.js';

let running: Running;
let asked: string[] = [];
beforeAll(async () => {
  running = await start();
  await running.parts('/', [track('a.mp3', 'sound')]);
  const { papers, patterns } = running.services;
  const [search, image] = [papers.search.bind(papers), patterns.image.bind(patterns)];
  Object.assign(papers, { search: (query: never) => (asked.push('search'), search(query)) });
  Object.assign(patterns, { image: (request: never) => (asked.push('pattern'), image(request)) });
});
beforeEach(() => {
  asked = [];
});
afterAll(() => running.stop());

type Headers = Record<string, string>;
const from = (site: string, mode: string, dest: string): Headers => ({
  host: `localhost:10020`,
  'sec-fetch-site': site,
  'sec-fetch-mode': mode,
  'sec-fetch-dest': dest,
  accept: dest === 'document' || dest === 'iframe' ? 'text/html,*/*;q=0.8' : '*/*',
});

/** What costs something, or tells something. */
/** Drawing it takes long. */
const testSheet = '/download_oid_images';
const costly = [
  '/papers?q=ink',
  '/pdf',
  '/print?oids=920',
  '/images/920-60-1200-1.png',
  testSheet,
  '/patterns/920.zip',
];
const free = ['/', '/library', '/pens', '/papers', '/config', '/logs', '/help', '/api', '/api/pens'];
const others = ['/library/920/tracks/1', '/events', '/assets/style.css', '/healthz', '/nowhere'];

describe('a page of another site', () => {
  const embedded = ['cross-site', 'same-site'].flatMap((site) => [
    from(site, 'no-cors', 'image'),
    from(site, 'no-cors', 'script'),
    from(site, 'no-cors', 'audio'),
    from(site, 'cors', 'empty'),
    from(site, 'navigate', 'iframe'),
    from(site, 'navigate', 'embed'),
    { ...from(site, 'navigate', 'document'), 'sec-purpose': 'prefetch;prerender' },
  ]);
  const older: Headers[] = [
    { host: 'localhost:10020', origin: 'http://evil.example' },
    { host: 'localhost:10020', origin: 'null' },
    { host: 'localhost:10020', referer: 'http://evil.example/page', accept: 'image/avif,image/*,*/*;q=0.8' },
    { host: 'localhost:10020', referer: 'http://localhost:8000/page', accept: '*/*' },
  ];

  it.each([...embedded, ...older])('gets nothing into itself: %j', async (headers) => {
    for (const path of [...costly, ...free, ...others]) {
      const answer = await running.ask(path, { headers });
      expect([path, answer.status]).toEqual([path, 403]);
      expect(answer.text).not.toContain('Tonstift Inbox');
      expect((await running.ask(path, { method: 'HEAD', headers })).status).toBe(403);
    }
    expect(asked).toEqual([]);
    expect(running.services.printJobs).toEqual([]);
  });

  it.each([
    from('cross-site', 'navigate', 'document'),
    from('same-site', 'navigate', 'document'),
    { host: 'localhost:10020', referer: 'http://evil.example/', accept: 'text/html,*/*;q=0.8' },
  ])('may lead to what costs nothing: %j', async (headers) => {
    for (const path of free) expect([path, (await running.ask(path, { headers })).status]).toEqual([path, 200]);
  });

  it.each([
    from('cross-site', 'navigate', 'document'),
    { host: 'localhost:10020', referer: 'http://evil.example/', accept: 'text/html,*/*;q=0.8' },
  ])('leads to all else by one more press: %j', async (headers) => {
    for (const path of [...costly, '/papers/?q=ink', '/papers?q=', '/library/920/tracks/1', '/events']) {
      const answer = await running.ask(path, { headers });
      expect([path, answer.status]).toEqual([path, 403]);
      expect(answer.headers['content-type']).toMatch(/^text\/html/);
      expect(answer.text).toContain(`href="${path}"`);
      expect(answer.text).not.toContain('Tonstift Inbox');
    }
    expect(asked).toEqual([]);
    expect(running.services.printJobs).toEqual([]);
  });

  it('cannot put markup into the question, nor lead away with it', async () => {
    const headers = from('cross-site', 'navigate', 'document');
    const page = await running.ask('/pdf?x="><script>alert(1)</script>', { headers });
    expect(page.text).not.toContain('<script>alert');
    expect((await running.ask('//evil.example/pdf', { headers })).text).not.toContain('href="//');
    expect((await running.ask('/pdf?a\\b', { headers })).status).toBe(403);
  });
});

describe('our own pages, typed addresses and programs', () => {
  it.each<Headers>([
    {},
    { host: 'localhost:10020', referer: 'http://localhost:10020/papers', accept: '*/*' },
    { host: 'localhost:10020', referer: 'no address' },
    from('same-origin', 'no-cors', 'image'),
    from('same-origin', 'navigate', 'document'),
    from('none', 'navigate', 'document'),
    { ...from('same-site', 'cors', 'empty'), origin: 'http://localhost:10020' },
  ])('are served as ever: %j', async (headers) => {
    const isTyped = Object.keys(headers).length === 0;
    for (const path of [...costly.filter((one) => isTyped || one !== testSheet), ...free])
      expect([path, (await running.ask(path, { headers })).status]).toEqual([path, 200]);
    expect(asked).toEqual(['search', 'pattern']);
  });
});

it('no answer can be framed or taken into another page', async () => {
  for (const path of [...free, ...costly, '/nowhere']) {
    const { headers } = await running.ask(path);
    expect(headers).toMatchObject({ 'x-frame-options': 'DENY', 'cross-origin-resource-policy': 'same-origin' });
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  }
});
