/** The page of the interface: it has what the document has, and its commands do what they say. */
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { commands } from '../../../http/features/openapi/curl.js';
import { groups } from '../../../http/features/openapi/groups.js';
import { operationsIn, type ShownDocument } from '../../../http/features/openapi/document.js';
import { browser } from '../client.js';
import { operationsOf } from '../../support/openapi.js';
import { files, published as document, world, type World } from '../documented.js';
import { forAllTests } from '../../support/opened.js';
import { suiteFolder } from '../../support/folder.js';

const run = promisify(execFile);
const shown = document as unknown as ShownDocument;
const operations = operationsOf(document);

const running = forAllTests(world, (one) => one.stop());
/** By their paths. */
let pages: Map<string, string>;
beforeAll(async () => {
  const paths = ['/api', ...groups.map((group) => `/api/${group}`)];
  pages = new Map(
    await Promise.all(paths.map(async (path) => [path, (await running.ask(path, { headers: browser })).text] as const)),
  );
});

const pageOf = (path: string): string => pages.get(path) ?? '';

it('names its servers below a base path', async () => {
  running.services.basePath = '/house';
  const { servers } = (await running.ask('/openapi.json')).json() as { servers: { url: string }[] };
  running.services.basePath = '';
  expect(servers.map(({ url }) => url)).toEqual(['/house/json', '/house/']);
});

describe('the pages', () => {
  it('have every operation, by its name, and every schema', () => {
    for (const { method, path, told } of operations) {
      const own = `/api/${(told.tags[0] ?? '').toLowerCase()}`;
      expect(pageOf(own)).toContain(`<div id="${told.operationId}">`);
      expect(pageOf('/api')).toContain(`<a href="${own}#${told.operationId}"><b class="method">${method}</b> `);
      expect(pageOf('/api')).toContain(`<code>${path}</code>`);
    }
    for (const name of Object.keys(document.components.schemas))
      expect(pageOf('/api/schemas')).toContain(`id="s-${name}"`);
    expect(pageOf('/api')).toContain('href="/openapi.json"');
  });

  it('show code between backticks as code', () => {
    for (const [path, page] of pages) expect([path, /[^<>]*`[^<]*/.exec(page)?.[0]]).toEqual([path, undefined]);
  });

  it('lead to what is there', () => {
    const broken = [...pages].flatMap(([at, page]) =>
      [...page.matchAll(/href="(\/api[^"#]*)?#([^"]+)"/g)]
        .filter(([, to = at, id]) => !pageOf(to).includes(`id="${id ?? ''}"`))
        .map(([link]) => `${at}: ${link}`),
    );
    expect(broken).toEqual([]);
  });

  it('are light, and need nothing from elsewhere', () => {
    for (const page of pages.values()) {
      expect([...page.matchAll(/<[a-z]/g)].length).toBeLessThan(2000);
      expect(page.length).toBeLessThan(200_000);
      const leading = [...page.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, to = '']) => to);
      expect(leading.filter((to) => !/^[/#]/.test(to))).toEqual([]);
    }
  });

  it('have their frame in the language of the reader, and mark what is English', async () => {
    const inGerman = { ...browser, 'accept-language': 'de' };
    const german = (await running.ask('/api', { headers: inGerman })).text;
    expect(german).toContain('<h1>Schnittstelle für Programme</h1>');
    expect(german).toMatch(/<span lang="en">The library, or the albums that a search finds<\/span>/);
    expect((await running.ask('/api/albums', { headers: inGerman })).text).toContain('<h3>Antworten</h3>');
    const help = (await running.ask('/help', { headers: browser })).text;
    expect(help).toContain('href="/api"');
  });
});

describe('the document', () => {
  it('is made once, and is not sent again to whom it has not changed for', async () => {
    const first = await running.ask('/openapi.json');
    const { etag = '' } = first.headers;
    expect([first.status, first.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(JSON.parse(first.text)).toEqual(document);
    const again = await running.ask('/openapi.json', { headers: { 'if-none-match': etag } });
    expect([again.status, again.text, again.headers.etag]).toEqual([304, '', etag]);
    const small = await running.ask('/openapi.json', { headers: { 'accept-encoding': 'gzip' } });
    expect(small.headers['content-encoding']).toBe('gzip');
    expect(small.headers.etag).toBe(etag);
    expect(small.headers['vary']).toMatch(/Accept-Encoding/i);
    for (const path of ['/api', '/api/pens']) {
      const page = await running.ask(path, { headers: { accept: 'application/json' } });
      expect(page.json()).toEqual(first.json());
    }
  });
});

describe('each command', () => {
  const folder = suiteFolder();
  let fresh: World;
  beforeAll(async () => {
    for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  });
  beforeEach(() => void (fresh = running));

  const origin = 'http://127.0.0.1:1';
  const all = operationsIn(shown).flatMap((one) =>
    [...commands(shown, one, { address: origin, hasPassword: false })].map(([name, text]) => ({ one, name, text })),
  );

  it('stands on a page', () => {
    expect(all.length).toBeGreaterThan(50);
    const text = [...pages.values()].join('');
    const onPage = [...text.matchAll(/data-copied="[^"]*">(curl [^<]*)</g)].map(([, text = '']) =>
      text.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
    );
    const here = `http://127.0.0.1:${running.port}`;
    expect(all.map(({ text }) => text.replace(origin, here)).filter((text) => !onPage.includes(text))).toEqual([]);
  });

  // The stream of events has no end.
  it.each(
    all.filter(({ one }) => one.path !== '/events').map((each) => [`${each.one.path} ${each.name}`, each] as const),
  )('works: %s', async (_, { one, text }) => {
    const isChange = ['POST', 'PATCH', 'DELETE'].includes(one.method);
    if (isChange) fresh = await world();
    let command = text.replace(origin, `http://127.0.0.1:${fresh.port}`).replace(/^curl/, 'curl -sS --fail-with-body');
    for (const [example, here] of Object.entries(fresh.instead)) command = command.replaceAll(example, String(here));
    try {
      await rm(join(folder, 'out'), { recursive: true, force: true });
      const { stdout } = await run('sh', ['-c', command], { cwd: folder });
      if (/^[{[]/.test(stdout)) expect(JSON.parse(stdout)).not.toMatchObject({ success: false });
    } finally {
      if (isChange) await fresh.stop();
    }
  });

  it('shows the password where there is one', () => {
    const [one] = operationsIn(shown);
    if (one === undefined) throw new Error('There is no operation.');
    expect([...commands(shown, one, { address: origin, hasPassword: true }).values()][0]).toContain(
      '-u "me:$PASSWORD"',
    );
  });
});
