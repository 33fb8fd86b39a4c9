/** The page of the interface: it has what the document has, and its commands do what they say. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { commands } from '../../http/resources/api/curl.js';
import { operationsIn, type ShownDocument } from '../../http/resources/api/document.js';
import { browser } from './client.js';
import { document, files, operations, world, type World } from './documented.js';

const run = promisify(execFile);
const shown = document as unknown as ShownDocument;

let running: World;
let page: string;
beforeAll(async () => {
  running = await world();
  page = (await running.ask('/api', { headers: browser })).text;
});
afterAll(() => running.stop());

describe('the page', () => {
  it('has every operation, by its name, and every schema', () => {
    for (const { method, told } of operations.filter((one) => one.method !== 'HEAD')) {
      expect(page).toContain(`id="${told.operationId}"`);
      expect(page).toContain(`<b class="method">${method}</b>`);
    }
    for (const name of Object.keys(document.components.schemas)) expect(page).toContain(`id="s-${name}"`);
    const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(links.filter((id) => !page.includes(`id="${id ?? ''}"`))).toEqual([]);
    expect(page).toContain('href="/openapi.json"');
  });

  it('is light, and needs nothing from elsewhere', () => {
    expect([...page.matchAll(/<[a-z]/g)].length).toBeLessThan(4500);
    expect(page.length).toBeLessThan(400_000);
    const leading = [...page.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, to = '']) => to);
    expect(leading.filter((to) => !/^[/#]/.test(to))).toEqual([]);
  });

  it('has its frame in the language of the reader, and marks what is English', async () => {
    const german = (await running.ask('/api', { headers: { ...browser, 'accept-language': 'de' } })).text;
    expect(german).toContain('<h1>Schnittstelle für Programme</h1>');
    expect(german).toContain('<h3>Antworten</h3>');
    expect(german).toMatch(/<span lang="en">The library, or what is found in it<\/span>/);
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
    const page = await running.ask('/api', { headers: { accept: 'application/json' } });
    expect(page.json()).toEqual(first.json());
  });
});

describe('each command', () => {
  let folder: string;
  let fresh: World;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tonstift-curl-'));
    for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  beforeEach(() => void (fresh = running));

  const origin = 'http://127.0.0.1:1';
  const all = operationsIn(shown).flatMap((one) =>
    [...commands(shown, one, { origin, hasPassword: false })].map(([name, text]) => ({ one, name, text })),
  );

  it('stands on the page', () => {
    expect(all.length).toBeGreaterThan(50);
    const onPage = [...page.matchAll(/data-copied="[^"]*">(curl [^<]*)</g)].map(([, text = '']) =>
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
    expect([...commands(shown, one, { origin, hasPassword: true }).values()][0]).toContain('-u "me:$PASSWORD"');
  });
});
