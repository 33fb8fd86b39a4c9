import { describe, expect, it } from '@jest/globals';
import { browser, start, type Answer, type Fields } from '../client.js';
import { until } from '../../support/patience.js';
import { asksForPassword } from '../every-path.js';
import { forEachTest } from '../../support/opened.js';

const running = forEachTest(start, (one) => one.stop());

const json = { accept: 'application/json' };
const post = (path: string, fields: Fields, headers: Record<string, string> = json): Promise<Answer> =>
  running.form(path, fields, headers);
const list = async (query = ''): Promise<unknown> =>
  (await running.ask(`/papers/alerts${query}`, { headers: json })).json();
const page = async (path = '/papers/alerts'): Promise<string> => (await running.ask(path, { headers: browser })).text;

async function put(...titles: string[]): Promise<void> {
  const papers = titles.map((title) => ({
    title,
    authors: ['Ada <L>'],
    abstract: 'A & B',
    year: 2024,
    conference: 'ACL',
  }));
  await running.post('/papers?filename=new.json', papers, json);
}

describe('a kept search', () => {
  it('is kept from the page of its results, which need not be any, and lists what came in', async () => {
    const found = await page('/papers?q=birds&year=2024');
    expect(found).toMatch(
      /="\/papers\/alerts"[^]*?name="action" value="keep"[^]*?name="q" value="birds"[^]*?name="year" value="2024"/,
    );
    expect(await page('/papers')).not.toContain('value="keep"');
    const kept = await post('/papers/alerts', { action: 'keep', q: 'birds', year: '2024' }, browser);
    expect([kept.status, kept.headers['location']]).toEqual([303, '/papers/alerts#s-search-1']);
    await put('Birds <b>sing</b>', 'Trees');
    const { at, searches } = (await list()) as { at: string; searches: unknown };
    expect(searches).toMatchObject([
      { id: 'search-1', q: 'birds', years: [2024], count: 1, papers: [{ import_name: 'new.json', import_id: 1 }] },
    ]);
    const shown = await page();
    expect(shown).toMatch(/<a href="\/papers\?q=birds&amp;year=2024">birds · 2024<\/a>/);
    expect(shown).toMatch(
      /1 new paper[^]*Birds &lt;b&gt;sing&lt;\/b&gt;[^]*<a href="\/papers\/imports#i-1">new\.json<\/a>/,
    );
    const seen = await post('/papers/alerts', { action: 'seen', until: at, id: 'search-1' }, browser);
    expect([seen.status, seen.headers['location']]).toEqual([303, '/papers/alerts']);
    expect(await page()).toContain('Nothing new');
    expect((await post('/papers/alerts', { action: 'remove', id: 'search-1' })).json()).toEqual({
      ...{ success: true, action: 'remove', id: 'search-1' },
    });
    expect(await list()).toMatchObject({ searches: [], feeds: [] });
  });

  it('shows ten papers on the page of all searches, and more on its own', async () => {
    await post('/papers/alerts', { action: 'keep', q: 'paper' });
    await put(...Array.from({ length: 12 }, (_, n) => `Paper ${n}`));
    expect((await page()).match(/class="paper-found"/g)).toHaveLength(10);
    expect(await page()).toContain('href="/papers/alerts?id=search-1"');
    expect((await page('/papers/alerts?id=search-1')).match(/class="paper-found"/g)).toHaveLength(12);
  });
});

describe('the Atom feed', () => {
  it('is well formed and has what a reader needs, also of papers that were seen', async () => {
    await post('/papers/alerts', { action: 'keep', q: 'birds' });
    await post('/papers/alerts', [
      ['action', 'keep'],
      ['q', 'trees'],
    ]);
    await put('Birds & <b>bees</b>\u0007', 'Trees');
    await post('/papers/alerts', { action: 'seen' });
    const answer = await running.ask('/papers/alerts.atom');
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/atom+xml; charset=utf-8']);
    const texts = elementsOf(answer.text);
    expect(texts('title')).toEqual(['What is new', expect.stringMatching(/^Birds & .*bees/), 'Trees']);
    expect(texts('name')).toEqual(['Ada <L>', 'Ada <L>']);
    expect(texts('summary')).toEqual(['A & B', 'A & B']);
    const ids = texts('id');
    expect(ids.every((id) => /^urn:uuid:[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id))).toBe(true);
    expect(new Set(ids).size).toBe(3);
    expect(texts('updated').every((at) => /^\d{4}-\d\d-\d\dT.*Z$/.test(at))).toBe(true);
    expect(answer.text).toMatch(/href="http:\/\/[\w.:]+\/papers\/paper\?uid=\w+"/);
    const headers = { host: 'tonstift.home', 'x-forwarded-prefix': '/a', 'x-forwarded-proto': 'https, http' };
    running.services.trustsProxy = true;
    const below = await running.ask('/papers/alerts.atom', { headers });
    expect(below.text).toContain('href="https://tonstift.home/a/papers/alerts.atom"');
    const one = await running.ask('/papers/alerts.atom?id=search-2');
    expect(elementsOf(one.text)('title')).toEqual(['trees', 'Trees']);
    expect(elementsOf(one.text)('id').at(-1)).toBe(ids.at(-1));
    expect((await running.ask('/papers/alerts.atom?id=nobody')).status).toBe(404);
  });

  it('asks feed readers for the password', async () => {
    running.services.password = 'the secret';
    await asksForPassword(running, '/papers/alerts.atom');
    const authorization = `Basic ${Buffer.from('reader:the secret').toString('base64')}`;
    expect((await running.ask('/papers/alerts.atom', { headers: { authorization } })).status).toBe(200);
  });
});

/** Expects that each element is closed in its turn. Returns the texts of the elements of a name. */
function elementsOf(xml: string): (name: string) => string[] {
  const open: (string | undefined)[] = [];
  for (const [, close, name, alone] of xml.replace(/^<\?.*\?>/, '').matchAll(/<(\/?)([\w:]+)[^<>]*?(\/?)>/g))
    if (close === '/') expect(open.pop()).toBe(name);
    else if (alone === '') open.push(name);
  expect(open).toEqual([]);
  return (name) =>
    [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text = '']) =>
      text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
    );
}

describe('a feed', () => {
  it('is added, fetched and removed on the page', async () => {
    const added = await post(
      '/papers/feeds',
      { action: 'add', address: 'https://arxiv.org/list/cs.CL/recent' },
      browser,
    );
    expect([added.status, added.headers['location']]).toEqual([303, '/papers/alerts#f-feed-1']);
    expect(await page()).toMatch(
      /id="f-feed-1"><h3><a href="https:\/\/export\.arxiv\.org[^]*arXiv cat:cs\.CL[^]*not fetched yet/,
    );
    const fetched = await post('/papers/feeds', { action: 'fetch', id: 'feed-1' });
    expect(fetched.json()).toMatchObject({ action: 'fetch', feed: { id: 'feed-1', every: 'day', problem: null } });
    await post('/papers/feeds', { action: 'add', address: 'http://127.0.0.1:1/', every: 'week' });
    await post('/papers/feeds', { action: 'fetch', id: 'feed-2' });
    expect(await page()).toMatch(/every week[^]*class="note warning">It cannot be reached\./);
    await post('/papers/feeds', { action: 'remove', id: 'feed-1' });
    expect(await list()).toMatchObject({ feeds: [{ id: 'feed-2' }] });
  });

  it('that does not answer holds up neither the page nor its own removal', async () => {
    const { feeds } = running.services;
    for (const port of [2, 3]) await post('/papers/feeds', { action: 'add', address: `http://127.0.0.1:${port}/` });
    const asked: string[] = [];
    feeds.fetch = (id) => {
      asked.push(id);
      return new Promise(() => undefined);
    };
    for (const id of ['feed-1', 'feed-2']) void post('/papers/feeds', { action: 'fetch', id }).catch(() => undefined);
    await until('both fetches', () => asked.length === 2);
    await post('/papers/feeds', { action: 'remove', id: 'feed-1' });
    expect(await list()).toMatchObject({ feeds: [{ id: 'feed-2' }] });
  });
});

it.each<[string, Fields, number, string | undefined]>([
  ['/papers/alerts', { action: 'keep', q: ' ' }, 400, 'q'],
  ['/papers/alerts', { action: 'keep', q: 'nothing:"x"' }, 400, 'q'],
  ['/papers/alerts', { action: 'keep', q: 'x', year: '1' }, 400, 'year'],
  ['/papers/alerts', { action: 'seen', until: 'now' }, 400, 'until'],
  ['/papers/alerts', { action: 'add', q: 'x' }, 400, 'action'],
  ['/papers/alerts', { action: 'remove', id: 'nobody' }, 404, undefined],
  ['/papers/feeds', { action: 'add', address: 'cs.CL' }, 400, 'address'],
  ['/papers/feeds', { action: 'add', address: '' }, 400, 'address'],
  ['/papers/feeds', { action: 'add', address: 'https://a.example/', every: 'hour' }, 400, 'every'],
  ['/papers/feeds', { action: 'fetch', id: 'nobody' }, 404, undefined],
])('%s refuses %j', async (path, fields, status, field) => {
  const answer = await post(path, fields);
  const { error } = answer.json() as { error: { fields: object } };
  expect([answer.status, Object.keys(error.fields)]).toEqual([status, field === undefined ? [] : [field]]);
});
