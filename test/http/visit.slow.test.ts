/** What pages of other sites get when they make a browser read something from here. */
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { track, start } from './client.js';
import { asksFirst, foreign, givesNothing, links, opensByLink, ours, standsAlone } from './visits.js';
import { forAllTests } from '../support/opened.js';

const running = forAllTests(start, (one) => one.stop());
let asked: string[] = [];
beforeAll(async () => {
  await running.parts('/', [track('a.mp3', 'sound')]);
  const { patterns } = running.services;
  const image = patterns.image.bind(patterns);
  Object.assign(patterns, { image: (request: never) => (asked.push('pattern'), image(request)) });
});
beforeEach(() => {
  asked = [];
});

/** Drawing it takes long. */
const testSheet = '/download_oid_images';
/** Requests that change or reveal something. */
const costly = ['/pdf', '/print?oids=920', '/images/920-60-1200-1.png', testSheet, '/patterns/920.zip'];
const free = ['/', '/library', '/pens', '/config', '/logs', '/help'];
const others = ['/library/920/tracks/1', '/events', '/assets/style.css', '/healthz', '/nowhere'];

describe('a page of another site', () => {
  it.each(foreign)('gets nothing into itself: %j', async (headers) => {
    await givesNothing(running, [...costly, ...free, ...others], headers);
    expect(asked).toEqual([]);
    expect(running.services.printJobs).toEqual([]);
  });

  it.each(links)('may lead to what costs nothing: %j', async (headers) => opensByLink(running, free, headers));

  it.each(links)('leads to all else by one more press: %j', async (headers) => {
    await asksFirst(running, [...costly, '/library/920/tracks/1', '/events'], headers);
    expect(asked).toEqual([]);
    expect(running.services.printJobs).toEqual([]);
  });

  it('cannot put markup into the question, nor lead away with it', async () => {
    const [headers] = links;
    const page = await running.ask('/pdf?x="><script>alert(1)</script>', { headers });
    expect(page.text).not.toContain('<script>alert');
    expect((await running.ask('//evil.example/pdf', { headers })).text).not.toContain('href="//');
    expect((await running.ask('/pdf?a\\b', { headers })).status).toBe(403);
  });
});

describe('our own pages, typed addresses and programs', () => {
  it.each(ours)('are served as ever: %j', async (headers) => {
    const isTyped = Object.keys(headers).length === 0;
    for (const path of [...costly.filter((one) => isTyped || one !== testSheet), ...free])
      expect([path, (await running.ask(path, { headers })).status]).toEqual([path, 200]);
    expect(asked).toEqual(['pattern']);
  });
});

it('no answer can be framed or taken into another page', async () =>
  standsAlone(running, [...free, ...costly, '/nowhere']));
