/** A choice in an address is kept, and leads back to the page without it. */
import { connect } from 'node:net';
import { expect, it } from '@jest/globals';
import { localPath } from '../../http/response/location.js';
import { browser, start } from './client.js';
import { forAllTests } from '../support/opened.js';

const running = forAllTests(start, (one) => one.stop());

/** As it is written; answers the header `Location`. */
const leadsTo = (target: string): Promise<string | undefined> =>
  new Promise((done, failed) => {
    const socket = connect(running.port, '127.0.0.1', () =>
      socket.write(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\nConnection: close\r\n\r\n`),
    );
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('end', () => done(/^location: (.*)\r$/im.exec(answer)?.[1]));
    socket.on('error', failed);
  });

it.each([
  ['/library?theme=dark', '/library'],
  ['/library?q=a+b&language=de', '/library?q=a+b'],
])('%s leads to %s', async (target, page) => expect(await leadsTo(target)).toBe(page));

it.each(['//evil.example/x', '/\\evil.example/x', '//evil.example', '/x\\..\\..\\evil.example', '///evil.example/x'])(
  'a link to %s that looks like one of ours leads to no other site',
  async (target) => {
    for (const choice of ['theme=dark', 'language=de']) expect(await leadsTo(`${target}?${choice}`)).toBe('/');
  },
);

it('links to the other languages and colors keep the whole query', async () => {
  const { text } = await running.ask('/library?q=why%3F?', { headers: browser });
  expect(text).toContain('href="/library?q=why%3F%3F&amp;language=de"');
});

it('the dark colors that are chosen are not printed', async () => {
  const { text } = await running.ask('/help', { headers: { ...browser, cookie: 'tonstift_theme=dark' } });
  expect(/<link[^>]*dark\.css[^>]*>/.exec(text)?.[0]).toContain('media="screen"');
});

it.each([
  ['fr-CH, en;q=0.5', 'fr'],
  ['de-AT', 'de'],
  ['nl-BE', 'nl'],
  ['es, fr;q=0.4, en;q=0.2', 'fr'],
  ['es', 'en'],
])('a browser that asks for %s gets the page in %s', async (asked, language) => {
  const { text } = await running.ask('/help', { headers: { ...browser, 'accept-language': asked } });
  expect(text).toContain(`<html lang="${language}">`);
});

it.each(['https://evil.example', 'evil.example', '/\t/evil.example', '/\u0000x', '/a\nb', '', '/a b'])(
  '%j is no path of ours',
  (wanted) => expect(localPath(wanted)).toBe('/'),
);
