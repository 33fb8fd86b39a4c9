/** The steps of a first run: on the start page, on a page of their own, as plain forms. */
import { expect, it } from '@jest/globals';
import { say } from '../../../workers/base/language/sentence.js';
import { browser, start, track } from '../client.js';
import { leadsBack } from '../every-path.js';
import { forEachTest } from '../../support/opened.js';

const running = forEachTest(start, (one) => one.stop());

const title = 'Get started in four steps';
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
  expect(page).toContain(title);
  expect(page).toContain('<li aria-current="step">Music</li>');
  expect(page).toContain('/home/me/Tonstift Inbox');
  expect(page).not.toContain('name="printer"');
  expect(page).not.toContain('value="next"');
  expect(await get('/', { 'accept-language': 'de' })).toContain('In vier Schritten zum ersten Album');
  await running.parts('/', [track('a.mp3')]);
  expect(await get('/')).not.toContain(title);
});

it('goes on by its forms, keeps what is chosen, and is never shown again', async () => {
  expect(await send({ action: 'skip', step: 'music', at: 'start' })).toMatchObject({ status: 303, location: '/' });
  await running.parts('/', [track('a.mp3')]);
  await running.parts('/', [track('b.mp3', 'other')]);
  const second = await get('/');
  expect(second).toContain('<li aria-current="step">Pen</li>');
  expect(second).toContain('<option value="GERMAN" selected>');
  expect(second.match(/name="albums" value="\d+" checked/g)).toHaveLength(2);
  expect(second).not.toContain('value="next"');
  running.services.pens.plugIn('S1', { name: 'Mia' });
  const found = await get('/');
  expect(found).toContain('<strong>Mia</strong> <span class="piece good safe">up to date, safe to unplug</span>');
  expect(found).toContain('value="next"');
  const form = 'action=next&step=pen&at=start&pen_language=FRENCH&pen_auto_sync=false&shown=921&shown=920&albums=921';
  expect((await running.form('/first-run', form, browser)).status).toBe(303);
  expect(running.services.config.saved).toMatchObject({ pen_language: 'FRENCH', pen_auto_sync: false });
  expect(running.services.albums.list().map(({ oid, on_pens }) => [oid, on_pens])).toEqual([
    [920, 'none'],
    [921, 'all'],
  ]);
  const third = await get('/');
  expect(third).toContain('<li aria-current="step">Sheet</li>');
  expect(third).toContain('href="/pdf?oids=921" target="_blank"');
  await send({ action: 'next', step: 'paper', at: 'start' });
  const fourth = await get('/');
  expect(fourth).toContain('<li aria-current="step">Try it</li>');
  expect(fourth).toContain('Did the pen answer?');
  expect(await send({ action: 'yes', step: 'answer', at: 'start' })).toMatchObject({ location: '/first-run' });
  expect(await get('/first-run')).toContain('It plays! Everything is set up.');
  expect(await state()).toMatchObject({ success: true, due: false, ended: true, answered: true });
  for (const oid of [920, 921]) await running.services.albums.remove(oid);
  expect(await get('/')).not.toContain(title);
});

it('shows a copy to the pen, and what is wrong with it', async () => {
  await running.parts('/', [track('a.mp3')]);
  running.services.pens.plugIn('S1', { state: 'copying', progress: { done: 30, total: 40 } });
  const copying = await get('/first-run?step=pen');
  expect(copying).toContain('copying 75 %, do not unplug');
  expect(copying).toContain('<progress value="30" max="40"');
  expect(copying.split('id="first-run"')[1]).not.toContain('safe to unplug');
  const problems = [{ oid: 920, reason: say('error.no_pen') }];
  running.services.pens.plugIn('S1', { state: 'problem', progress: null, problems });
  expect(await get('/first-run?step=pen')).toContain(`<li>${say('error.no_pen').in('en')}</li>`);
});

it('needs an album for a sheet, and marks a step as done only by what was done', async () => {
  await send({ action: 'skip', step: 'paper' });
  expect(await get('/first-run?step=paper')).toContain('A sheet needs an album.');
  expect((await get('/')).split('class="first-steps"')[1]?.split('</ol>')[0]).not.toContain('done');
  await running.parts('/', [track('a.mp3')]);
  expect(await get('/')).toContain('Music</a> <span class="good">done</span>');
  await running.services.albums.notePrinted([920], 'page');
  expect(await get('/')).toContain('Sheet</a> <span class="good">done</span>');
});

it('names three reasons of a silent sheet, and only then the test sheet', async () => {
  await running.parts('/', [track('a.mp3')]);
  expect(await get('/first-run?step=answer')).not.toContain('test sheet');
  expect(await send({ action: 'no', step: 'answer' })).toMatchObject({ location: '/first-run?step=answer' });
  const page = await get('/first-run?step=answer');
  expect(page.match(/<svg class="picture"[^>]+role="img"\s+aria-label="[^"]{20,}"/g)).toHaveLength(3);
  expect(page).toContain('<option value="1200-2" selected>');
  expect(page).not.toContain('Plug in the pen');
  expect(page).toContain('<a href="/config?all=true#f-print_show_start_cover">covers behind the start fields</a>');
  const german = await get('/first-run?step=answer', { 'accept-language': 'de' });
  expect(german).toContain('aria-label="Ein Bogen: Zuerst wird das Startfeld angetippt, dann ein Stück."');

  expect(await send({ action: 'test_sheet', at: 'page' })).toMatchObject({
    status: 303,
    location: '/download_oid_images?format=pdf',
  });
  expect(await get('/first-run?step=answer')).toContain('Plug in the pen, so that the file');
  running.services.pens.plugIn('S1', { name: 'Mia', state: 'copying' });
  expect(await get('/first-run?step=answer')).toContain('<strong>Mia</strong> <strong class="piece busy">');
  running.services.pens.plugIn('S1', { name: 'Mia' });
  expect(await get('/first-run?step=answer')).not.toContain('test sheet is on Mia');
  running.services.sheetFile = { made: true, pens: [], trouble: null };
  running.services.config.saved['pen_auto_sync'] = false;
  expect(await get('/first-run?step=answer')).not.toContain('test sheet is on Mia');
  running.services.config.saved['pen_auto_sync'] = true;
  expect(await get('/first-run?step=answer')).toContain('test sheet is on Mia: safe to unplug.');
  running.services.sheetFile = { made: true, pens: ['S1'], trouble: null };
  expect(await get('/first-run?step=answer')).toContain('test sheet is on Mia: safe to unplug.');
  running.services.pens.unplug('S1');
  expect(await get('/first-run?step=answer')).toContain('<p class="good">The file of the test sheet is on Mia.</p>');
  running.services.sheetFile = { made: false, pens: [], trouble: 'No space.' };
  expect(await get('/first-run?step=answer')).toContain('<p>No space.</p>');

  expect(await send({ action: 'row', printer: '600-1' })).toMatchObject({ location: '/first-run?step=paper' });
  expect(running.services.config.saved).toMatchObject({ print_dpi: 600, print_pixel_size: 1 });
  expect(await state()).toMatchObject({ step: 'paper', ended: false, aid: null });
});

it('can be left for later, and comes back under Help', async () => {
  expect((await running.form('/first-run', { action: 'later' })).status).toBe(200);
  expect(await state()).toMatchObject({ due: false, ended: false });
  expect(await get('/')).not.toContain(title);
  expect(await get('/help')).toContain('href="/first-run"');
  const again = await get('/first-run?step=paper');
  expect(again).toContain('<li aria-current="step">Sheet</li>');
  expect(again).not.toContain('value="later"');
  expect(await send({ action: 'skip', step: 'paper' })).toMatchObject({ location: '/first-run?step=answer' });
  expect(await state()).toMatchObject({ due: true, step: 'answer' });
});

it('is set up where the answer is skipped, and not before', async () => {
  for (const [step, next] of [
    ['music', 'pen'],
    ['pen', 'paper'],
    ['paper', 'answer'],
  ] as const) {
    expect(await send({ action: 'skip', step })).toMatchObject({ location: `/first-run?step=${next}` });
    expect(await get('/first-run')).not.toContain('set up');
  }
  expect(await send({ action: 'skip', step: 'answer', at: 'start' })).toMatchObject({ location: '/' });
  expect(await state()).toMatchObject({ due: false, ended: true, answered: false });
  expect(await get('/')).not.toContain(title);
  expect(await get('/first-run')).toContain('The introduction is closed. You can repeat each step here.');
});

it.each([
  [{ action: 'burn', step: 'music' }, 'action'],
  [{ action: 'next' }, 'step'],
  [{ action: 'skip' }, 'step'],
  [{ action: 'next', step: 'tea' }, 'step'],
  [{ action: 'next', step: 'answer' }, 'step'],
  [{ action: 'row' }, 'printer'],
  [{ action: 'row', printer: '1200' }, 'printer'],
  [{ action: 'yes', printer: '1200-2' }, 'printer'],
  [{ action: 'next', step: 'pen', albums: 'x' }, 'albums'],
  [{ action: 'next', step: 'pen', pen_language: 'KLINGON' }, 'pen_language'],
  [{ action: 'next', step: 'music', port: '1' }, 'port'],
])('refuses %j, and stays where it is', async (fields, named) => {
  const answer = await running.form('/first-run', fields);
  expect([answer.status, Object.keys((answer.json()['error'] as { fields: object }).fields)]).toEqual([400, [named]]);
  expect(await state()).toMatchObject({ due: true, step: 'music' });
});

it('is what a login leads back to, at its step', async () => {
  running.services.password = 'secret word';
  await leadsBack(running, '/first-run?step=pen');
});
