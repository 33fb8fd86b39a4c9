import { describe, expect, it } from '@jest/globals';
import type { MapAnswer, MapPoint } from '../../../http/papers/paper-map/service.js';
import { browser, start } from '../client.js';
import { forEachTest } from '../../support/opened.js';

const running = forEachTest(start, (one) => one.stop());

const json = { accept: 'application/json' };
const page = async (path = '/papers/map', headers = {}): Promise<string> =>
  (await running.ask(path, { headers: { ...browser, ...headers } })).text;

const point = (n: number, more: Partial<MapPoint> = {}): MapPoint => ({
  ...{ uid: `u${n}`, x: 0.2, y: 0.5, topic: n % 2, title: `Title ${n}`, authors: ['Ada'], year: 2019 + (n % 3) },
  ...{ conference: 'ACL', session: 'S', url: 'https://example.org/a' },
  ...more,
});
const ready: MapAnswer = {
  state: 'ready',
  why: null,
  map: {
    ...{ made_at: new Date(0).toISOString(), by: 'meaning', model: 'mini', total: 9000 },
    topics: [
      { words: ['pen', 'ink', 'dot'], papers: 15, x: 0.2, y: 0.5 },
      { words: ['<b>', 'x'], papers: 15, x: 0.7, y: 0.5 },
    ],
    points: Array.from({ length: 30 }, (_, n) => point(n, n === 0 ? { title: '<i>', url: 'javascript:x' } : {})),
  },
};

describe('the page of the map', () => {
  it('is a picture with the papers of each topic, and a table by year, without scripts', async () => {
    running.services.paperMaps.instead = ready;
    const text = await page();
    expect(text.match(/<circle /g)).toHaveLength(30);
    expect(text).toContain('A sample of 30 of 9,000 papers');
    expect(text).toContain('<summary>pen, ink, dot (15)</summary>');
    expect(text).toContain('and 3 more');
    expect(text).toMatch(/<th scope="col" class="number">2019<\/th>/);
    expect(text).toMatch(/class="year-plot"[^]*aria-label="Papers per year by topic, 2019 to 2021/);
    expect(text).not.toMatch(/javascript:|<i>|<b>/);
  });

  it('is shown for a query that is not encoded', async () => {
    running.services.paperMaps.instead = { ...ready, state: 'making' };
    const text = await page('/papers/map?q=a\\b&limit=20');
    expect(text).toContain('<a href="/papers/map?q=a%5Cb&amp;limit=20">');
    expect(text).toMatch(/<circle /);
  });

  it('says that a map is being made, and looks again by itself', async () => {
    running.services.paperMaps.instead = { state: 'making', why: null, map: null };
    expect(await page()).toMatch(/data-live data-on="papers.changed" data-from="\/papers\/map"[^]*is being made/);
    running.services.paperMaps.instead = { ...ready, state: 'making' };
    expect(await page()).toMatch(/This is the previous map[^]*<circle /);
    running.services.paperMaps.instead = ready;
    expect(await page()).not.toContain('data-on="papers.changed"');
  });

  it('says why there is none', async () => {
    running.services.paperMaps.instead = { state: 'none', why: 'Nothing is embedded.', map: null };
    expect(await page()).toContain('Nothing is embedded.');
    expect((await running.ask('/papers/map', { headers: json })).json()).toEqual({
      ...{ success: true, state: 'none', why: 'Nothing is embedded.', map: null },
    });
  });

  it('says that it is drawn by words, why, and where to change that', async () => {
    const map = ready.map && { ...ready.map, by: 'words' as const, model: null };
    running.services.paperMaps.instead = { state: 'ready', why: 'Nothing is embedded.', map };
    const text = await page();
    expect(text).toMatch(
      /compares the words of the papers\. Nothing is embedded\.\s*<a href="\/config[^"]*backend_url"/,
    );
    expect(text).not.toContain('Model');
  });

  it('is of what a search finds', async () => {
    const answer = (await running.ask('/papers/map?q=pens', { headers: json })).json();
    expect(answer).toMatchObject({ state: 'ready', map: { total: 1, points: [{ uid: 'a', url: null }] } });
    expect(await page('/papers/map?q=pens')).toMatch(/Only papers found for: pens\.[^]*<circle /);
    expect(await page('/papers?q=pens')).toContain('href="/papers/map?q=pens"');
    for (const wrong of ['q=autor%3A%22x%22', 'limit=0', 'colour=red'])
      expect((await running.ask(`/papers/map?${wrong}`, { headers: json })).status).toBe(400);
  });
});
