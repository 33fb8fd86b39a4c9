/** The arrivals on the start page, in the line across the top, and for programs. */
import { expect, it } from '@jest/globals';
import { say } from '../../../workers/base/language/sentence.js';
import { browser, start, track } from '../client.js';
import { germanJson, refusedInGerman } from '../german.js';
import { forEachTest } from '../../support/opened.js';

const running = forEachTest(start, (one) => one.stop());

const page = async (headers: Record<string, string> = {}): Promise<string> =>
  (await running.ask('/', { headers: { ...browser, ...headers } })).text;
const act = (action: string, id?: number, headers: Record<string, string> = {}) =>
  running.form('/arrivals', { action, ...(id === undefined ? {} : { id: String(id) }) }, headers);

/** What a browser without scripts fetches with the page. */
const picture = (text: string): string => /<noscript><img src="([^"]+)"/.exec(text)?.[1] ?? '';

it('stand on the start page with end, album and reasons, and are counted until it is looked at', async () => {
  await running.parts('/', [track('a.mp3')]);
  const { arrivals, albums } = running.services;
  await albums.update(920, { album_title: '<Meer>' });
  arrivals.add({ end: 'album', name: 'Folder & more', oids: [920, 77] });
  arrivals.add({ end: 'failed', name: 'x.xyz', reasons: ['1', '2', '3', '4', '<5>'], aside: ['failed/x.xyz'] });
  const before = (await running.ask('/library', { headers: browser })).text;
  expect(before).toContain('2 new arrivals');
  const first = await page();
  expect(first).toContain('in the library, as 2 albums');
  expect(first).not.toContain('>Folder &amp; more<');
  expect(first).toContain('<a href="/library/920">&lt;Meer&gt;</a>');
  expect(first).not.toContain('/library/77');
  expect(first).toContain('<li>3</li>');
  expect(first).not.toContain('<li>4</li>');
  expect(first).toContain('And 2 more reasons.');
  expect(first).toContain('Set aside in the inbox: <code>failed/x.xyz</code>');
  expect(first.match(/value="again"/g)).toHaveLength(1);
  // A page in the background is fetched, and not looked at.
  expect((await running.ask('/library', { headers: browser })).text).toContain('2 new arrivals');
  arrivals.add({ end: 'papers', name: 'late.csv', papers: 1 });
  expect((await running.ask(picture(first))).status).toBe(204);
  expect((await running.ask('/library', { headers: browser })).text).toContain('1 new arrival');
  await running.ask(picture(await page()));
  expect((await running.ask('/library', { headers: browser })).text).not.toContain('new arrival');
  expect(picture(await page())).toBe('');
  expect(await page({ 'accept-language': 'de' })).toContain('nicht importiert');
});

it('are for programs, too, which look at none by it', async () => {
  running.services.arrivals.add({ end: 'duplicate', name: 'CD', oids: [920], aside: ['duplicates/CD'] });
  const answer = await running.ask('/arrivals', { headers: { accept: 'application/json' } });
  expect(answer.json()).toEqual({
    success: true,
    unseen: 1,
    arrivals: [
      {
        ...{ id: 1, at: expect.any(String), way: 'inbox', end: 'duplicate', name: 'CD', oids: [920] },
        ...{ can_add: false, can_replace: false, tracks: [], papers: 0, reasons: [], aside: ['duplicates/CD'] },
      },
    ],
  });
  expect((await running.ask('/', { headers: { accept: 'application/json' } })).json()).toMatchObject({
    status: { arrivals: 1 },
  });
  running.services.arrivals.add({ end: 'album', name: 'later', oids: [920] });
  expect((await act('see', 1)).json()).toEqual({ success: true, action: 'see' });
  expect(running.services.arrivals.unseen()).toBe(1);
  expect((await act('see')).json()).toEqual({ success: true, action: 'see' });
  expect((await running.ask('/', { headers: { accept: 'application/json' } })).json()).toMatchObject({
    status: { arrivals: 0 },
  });
});

it('say what joined an album and why, and take it apart again for a day', async () => {
  await running.parts('/', [track('a.mp3'), track('b.mp3'), track('c.mp3')]);
  const { arrivals, albums } = running.services;
  const ids = albums.get(920).tracks.map(({ id }) => id);
  const joined = { end: 'joined', name: 'Ordner', oids: [920], tracks: ids.slice(1), reasons: ['<why>'] } as const;
  arrivals.add(joined);
  const first = await page();
  expect(first).toContain('&lt;why&gt;');
  const form = /<form[^>]*>(?:(?!<\/form>).)*take_apart.*?<\/form>/s.exec(first)?.[0] ?? '';
  expect(form).toContain('Take apart again');
  const fields = [...form.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]);
  const answer = await running.form('/library', Object.fromEntries(fields) as Record<string, string>, browser);
  expect([answer.status, answer.headers.location]).toEqual([303, '/library/920']);
  expect(albums.list().map(({ album_title: title, tracks }) => [title, tracks.map(({ id }) => id)])).toEqual([
    [expect.any(String), ids.slice(0, 1)],
    ['Ordner', ids.slice(1)],
  ]);
  // There is nothing to take apart: the tracks have left, none would be left, or a day has passed.
  expect(await page()).not.toContain('take_apart');
  arrivals.add({ ...joined, tracks: ids.slice(0, 1) });
  arrivals.add({ ...joined, oids: [921], tracks: [ids[1]!], at: new Date(Date.now() - 25 * 3_600_000).toISOString() });
  expect(await page()).not.toContain('take_apart');
  arrivals.add({ ...joined, oids: [921], tracks: [ids[1]!] });
  expect(await page()).toContain('take_apart');
});

it('are tried again and dismissed', async () => {
  const { arrivals } = running.services;
  for (const name of ['a', 'b', 'c']) arrivals.add({ end: 'failed', name, aside: [`failed/${name}`] });
  const again = await act('again', 1, browser);
  expect([again.status, again.headers.location]).toEqual([303, '/']);
  expect((await act('dismiss', 2)).json()).toEqual({ success: true, action: 'dismiss' });
  expect(arrivals.list().map(({ name }) => name)).toEqual(['c']);
  arrivals.gone = true;
  expect((await act('again', 3)).status).toBe(404);
});

it('are added anyway if they are known, and say if they are gone', async () => {
  const { arrivals } = running.services;
  for (const name of ['a', 'b', 'c'])
    arrivals.add({ end: 'duplicate', can_add: true, name, oids: [920], aside: [`duplicates/${name}`] });
  const first = await page();
  expect([first.match(/value="anyway"/g)?.length, first.includes('Add it anyway')]).toEqual([3, true]);
  expect(first).not.toContain('value="again"');
  const added = await act('anyway', 1, browser);
  expect([added.status, added.headers.location]).toEqual([303, '/']);
  expect((await act('anyway', 2)).json()).toEqual({ success: true, action: 'anyway' });
  expect(arrivals.list().map(({ name }) => name)).toEqual(['c']);
  arrivals.gone = true;
  const gone = await act('anyway', 3, browser);
  expect([gone.status, gone.text.includes('that were set aside for c are no longer there')]).toEqual([404, true]);
});

it('are tried again if a part of what is set aside as known was imported', async () => {
  running.services.arrivals.add({ end: 'duplicate', name: 'a.zip', oids: [920], aside: ['duplicates/a.zip'] });
  const shown = await page();
  expect([shown.includes('value="anyway"'), shown.includes('value="again"')]).toEqual([false, true]);
  const refused = await act('anyway', 1, browser);
  expect([refused.status, (await act('again', 1)).status]).toEqual([409, 200]);
});

it('are one line each; successes fold once they were seen and are old, and all can be cleared', async () => {
  const { arrivals, albums } = running.services;
  await running.parts('/', [track('a.mp3')]);
  await albums.update(920, { album_title: 'Meer' });
  const before = new Date(Date.now() - 3_600_000).toISOString();
  arrivals.add({ end: 'album', name: 'Folder', oids: [920] });
  arrivals.list().forEach((arrival) => Object.assign(arrival, { at: before }));
  expect(await page()).not.toContain('>Folder<');
  expect(await page()).not.toContain('<details class="more" id="earlier"><summary>1 added earlier');
  arrivals.see();
  expect(await page()).toMatch(/<details class="more" id="earlier"><summary>1 added earlier<\/summary>\s*<ul>.*Meer/s);
  arrivals.add({ end: 'failed', name: 'x.xyz', reasons: ['no audio'] });
  arrivals.see();
  const text = await page();
  expect(text.indexOf('x.xyz')).toBeLessThan(
    text.indexOf('<details class="more" id="earlier"><summary>1 added earlier'),
  );
  expect((await act('clear', 1)).json()).toEqual({ success: true, action: 'clear' });
  expect(arrivals.list().map(({ name }) => name)).toEqual(['x.xyz']);
});

it.each([
  ['again', undefined, 400],
  ['anyway', undefined, 400],
  ['anyway', 9, 404],
  ['clear', undefined, 400],
  ['again', 0, 400],
  ['dismiss', 9, 404],
  ['see', 0, 400],
  ['burn', 1, 400],
])('of %s and %p are refused', async (action, id, status) => {
  expect((await act(action, id)).status).toBe(status);
});

it('are a part of the page by themselves, for a page that exchanges it', async () => {
  running.services.arrivals.add({ end: 'papers', name: 'papers.csv', papers: 3 });
  const { text, headers } = await running.ask('/arrivals', { headers: browser });
  expect(headers['content-type']).toContain('text/html');
  expect(text).toMatch(/^<section class="arrivals" id="arrivals" data-live/);
  expect(text).toContain('3 papers');
});

it('are told in German, and refused in German', async () => {
  const reason = say('error.write_protected', { name: 'Stift' });
  running.services.arrivals.add({ end: 'failed', name: 'a.mp3', reasons: [reason] });
  const { text, headers } = await running.ask('/arrivals', { headers: germanJson });
  expect([text.includes(String(reason)), text.includes(reason.in('de'))]).toEqual([false, true]);
  expect(headers.vary).toMatch(/accept-language/i);
  await refusedInGerman((read) => act('again', 99_999, read));
});

it('a success with a reason shows it: a track whose end is missing', async () => {
  await running.parts('/', [track('a.mp3')]);
  running.services.arrivals.add({ end: 'album', name: 'Folder', oids: [920], reasons: ['a.mp3: The end is missing.'] });
  expect(await page()).toContain('<li>a.mp3: The end is missing.</li>');
});
