/** The three steps of a first run: on the start page, on a page of their own, as plain forms. */
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { browser, start, track, type Running } from '../client.js';
import { leadsBack } from '../every-path.js';
import { asksFirst } from '../visits.js';

let running: Running;
beforeEach(async () => void (running = await start()));
afterEach(() => running.stop());

const get = async (path: string, headers: Record<string, string> = {}): Promise<string> =>
  (await running.ask(path, { headers: { ...browser, ...headers } })).text;
const send = async (fields: Record<string, string>) => {
  const { status, headers, text } = await running.form('/first-run', fields, browser);
  return { status, location: headers.location, text };
};
const state = async (): Promise<unknown> =>
  (await running.ask('/first-run', { headers: { accept: 'application/json' } })).json();

it('stands on the start page of an empty library, in both languages, one step at a time', async () => {
  const page = await get('/');
  expect(page).toContain('Get started in three steps');
  expect(page).toContain('<li aria-current="step">Music</li>');
  expect(page).toContain('/home/me/Tonstift Inbox');
  expect(page).not.toContain('name="printer"');
  expect(await get('/', { 'accept-language': 'de' })).toContain('Drei Schritte zum Anfang');
  await running.parts('/', [track('a.mp3')]);
  expect(await get('/')).not.toContain('Get started in three steps');
});

it('goes on by its forms, keeps what is chosen, and is never shown again', async () => {
  expect(await send({ action: 'next', step: 'music', at: 'start' })).toMatchObject({ status: 303, location: '/' });
  await running.parts('/', [track('a.mp3')]);
  await running.parts('/', [track('b.mp3', 'other')]);
  const second = await get('/');
  expect(second).toContain('<li aria-current="step">Paper</li>');
  expect(second).toContain('<option value="1200-2" selected>');
  expect(second).toContain('/download_oid_images?format=pdf');
  await send({ action: 'next', step: 'paper', at: 'start', printer: '600-1' });
  expect(running.services.config.saved).toMatchObject({ print_dpi: 600, print_pixel_size: 1 });
  const third = await get('/');
  expect(third).toContain('<option value="GERMAN" selected>');
  expect(third.match(/name="albums" value="\d+" checked/g)).toHaveLength(2);
  const body = 'action=next&step=pen&at=start&pen_language=FRENCH&pen_auto_sync=false&shown=921&shown=920&albums=921';
  const headers = { ...browser, 'content-type': 'application/x-www-form-urlencoded' };
  expect((await running.ask('/first-run', { method: 'POST', headers, body })).status).toBe(303);
  expect(running.services.config.saved).toMatchObject({ pen_language: 'FRENCH', pen_auto_sync: false });
  expect(running.services.albums.list().map(({ oid, on_pens }) => [oid, on_pens])).toEqual([
    [920, 'none'],
    [921, 'all'],
  ]);
  expect(await state()).toMatchObject({ success: true, due: false });
  for (const oid of [920, 921]) await running.services.albums.remove(oid);
  expect(await get('/')).not.toContain('Get started in three steps');
});

it('can be skipped by who says nothing else', async () => {
  expect((await running.form('/first-run', { action: 'skip' })).status).toBe(200);
  expect(await state()).toMatchObject({ due: false });
});

it('can be skipped, and looked at again from the help', async () => {
  expect(await send({ action: 'skip', step: 'music', at: 'start' })).toMatchObject({ status: 303, location: '/' });
  expect(await get('/')).not.toContain('Get started in three steps');
  expect(await get('/help')).toContain('href="/first-run"');
  const again = await get('/first-run?step=paper');
  expect(again).toContain('<li aria-current="step">Paper</li>');
  expect(again).not.toContain('value="skip"');
  expect(await send({ action: 'next', step: 'paper', at: 'page', printer: '1200-2' })).toMatchObject({
    location: '/first-run?step=pen',
  });
  expect(await state()).toMatchObject({ due: false });
});

it.each([
  [{ action: 'burn', step: 'music' }, 'action'],
  [{ action: 'next' }, 'step'],
  [{ action: 'next', step: 'tea' }, 'step'],
  [{ action: 'next', step: 'paper', printer: '1200' }, 'printer'],
  [{ action: 'next', step: 'pen', albums: 'x' }, 'albums'],
  [{ action: 'next', step: 'pen', pen_language: 'KLINGON' }, 'pen_language'],
  [{ action: 'next', step: 'music', port: '1' }, 'port'],
])('refuses %j, and stays where it is', async (fields, named) => {
  const answer = await running.form('/first-run', fields);
  expect([answer.status, Object.keys((answer.json()['error'] as { fields: object }).fields)]).toEqual([400, [named]]);
  expect(await state()).toMatchObject({ due: true, step: 'music' });
});

it('asks first where a link of another site leads to it', async () => asksFirst(running, ['/first-run']));

it('is what a login leads back to, at its step', async () => {
  running.services.password = 'secret word';
  await leadsBack(running, '/first-run?step=pen');
});
