/** What our own pages get, and what a link of another site cannot do. Its pages: walk.test.ts. */
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { track, start } from './client.js';
import { links, ours, standsAlone } from './visits.js';
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

describe('a link of another site', () => {
  it('asks by the name of the page', async () => {
    const [headers] = links;
    const german = { ...headers, 'accept-language': 'de' };
    expect((await running.ask('/print?oids=920', { headers: german })).text).toContain('<strong>Drucken</strong>');
    expect((await running.ask('/pdf', { headers })).text).toContain('<p><code>/pdf</code></p>');
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
