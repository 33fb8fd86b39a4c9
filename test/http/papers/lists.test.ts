/** Lists of saved papers, and their screening, by forms as a browser without scripts sends them. */
import { beforeEach, expect, it } from '@jest/globals';
import { savedForms } from '../../../http/papers/saved/saved-forms.js';
import { browser, start, type Answer } from '../client.js';
import { forEachTest } from '../../support/opened.js';

const running = forEachTest(start, (one) => one.stop());
beforeEach(async () => {
  const papers = ['b', 'c'].map((uid) => ({ uid, title: `Ink ${uid}`, year: 2020, conference: 'ACL' }));
  await running.post('/papers', papers);
});

const json = { accept: 'application/json' };
const page = async (path: string): Promise<string> => (await running.ask(path, { headers: browser })).text;
const facts = async (path: string): Promise<unknown> => (await running.ask(path, { headers: json })).json();
/** Sends a form as a browser does. @returns status and the address that follows */
async function press(path: string, fields: Record<string, string>): Promise<[number, unknown]> {
  const { status, headers } = await running.form(path, fields, browser);
  return [status, headers['location']];
}
const refused = (path: string, fields: Record<string, string>): Promise<Answer> => running.form(path, fields, json);

it('a paper is put on lists, found by them, and marked as read, on the page where the button is', async () => {
  const back = '/papers/saved?list=to+cite&read=false';
  expect(await press('/papers/saved', { action: 'add_to_list', uid: 'a', list: 'to cite' })).toEqual([
    303,
    '/papers/saved#p-a',
  ]);
  await press('/papers/saved', { action: 'add_to_list', uid: 'b', list: '  Thèse & <b>'.normalize('NFD') });
  const shown = await page('/papers/saved');
  expect(shown).toContain('/papers/saved?list=Th%C3%A8se+%26+%3Cb%3E');
  expect(shown).toMatch(/<datalist id="list-names"><option value="Thèse &amp; &lt;b&gt;">/);
  expect(await page(back)).toMatch(/<h1>to cite<\/h1>[^]*id="p-a"/);
  expect(await page(back)).not.toContain('id="p-b"');
  expect(await press('/papers/saved', { action: 'read', uid: 'a', read: 'true', back })).toEqual([303, `${back}#p-a`]);
  expect(await facts(back)).toMatchObject({
    saved: [],
    total: 0,
    unread: 1,
    lists: [{}, { name: 'to cite', papers: 1 }],
  });
  expect(await page(back)).toContain('No saved paper matches.');
  expect(await press('/papers/saved', { action: 'remove', uid: 'a', back })).toEqual([303, `${back}&removed=a`]);
  expect(await page(`${back}&removed=a`)).toMatch(/role="status">[^]*value="restore"/);
});

it('a list is renamed and deleted, and its papers stay saved', async () => {
  await running.services.saved.addToList(['a'], 'thesis');
  expect(await press('/papers/lists', { action: 'rename', list: 'thesis', name: 'book' })).toEqual([
    303,
    '/papers/saved?list=book',
  ]);
  expect((await running.ask('/papers/saved/export?format=ris&list=book')).text).toContain('KW  - book\r\n');
  const former = await running.ask('/papers/saved/export?format=ris&list=thesis', {
    headers: { accept: 'application/json' },
  });
  expect([former.status, former.text]).toEqual([404, expect.stringContaining('There is no list with this name.')]);
  expect(await press('/papers/lists', { action: 'delete', list: 'book' })).toEqual([303, '/papers/saved']);
  expect(await facts('/papers/saved')).toMatchObject({ lists: [], total: 1 });
  expect((await refused('/papers/lists', { action: 'delete', list: 'book' })).status).toBe(404);
});

it('found papers are screened one after the other, to the end, and the last decision is taken back', async () => {
  const search = /<form [^>]*action="\/papers\/lists"[^]*?<\/form>/.exec(await page('/papers?q=ink'))?.[0] ?? '';
  expect(search).toMatch(/name="action" value="add">[^]*name="q" value="ink">[^]*name="list" value="ink"/);
  const here = '/papers/screening?list=review';
  expect(await press('/papers/lists', { action: 'add', q: 'ink', list: 'review' })).toEqual([303, here]);
  const order = ((await facts(here)) as { list: { papers: number } }).list.papers;
  expect(order).toBeGreaterThan(1);
  const decided: string[] = [];
  for (let n = 0; n < order; n++) {
    const shown = await page(here);
    expect(shown).toContain(`${n} of ${order} screened`);
    const uid = /name="uid" value="(\w+)"/.exec(shown)?.[1] ?? '';
    decided.push(uid);
    expect(await press('/papers/screening', { action: 'decide', list: 'review', uid, decision: 'yes' })).toEqual([
      303,
      here,
    ]);
  }
  expect(new Set(decided).size).toBe(order);
  expect(await page(here)).toMatch(/role="status">[^]*All papers on this list are screened/);
  const last = decided.at(-1) ?? '';
  expect(await press('/papers/screening', { action: 'undo', list: 'review' })).toEqual([303, `${here}&uid=${last}`]);
  expect(await facts(here)).toMatchObject({ next: { paper: { uid: last } }, list: { yes: order - 1 } });
});

it.each([
  ['/papers/saved', { action: 'add_to_list', uid: 'nobody', list: 'x' }, 404],
  ['/papers/saved', { action: 'add_to_list', uid: 'a', list: ' ' }, 400],
  ['/papers/lists', { action: 'add', list: 'x', q: 'title:"nothing"' }, 400],
  ['/papers/lists', { action: 'add', list: 'x', q: 'autor:"ada"' }, 400],
  ['/papers/lists', { action: 'add', list: 'x' }, 400],
  ['/papers/screening', { action: 'undo', list: 'x' }, 404],
  ['/papers/screening', { action: 'decide', list: 'x', uid: 'a', decision: 'perhaps' }, 400],
])('%s refuses %j', async (path, fields, status) => {
  expect((await refused(path, fields)).status).toBe(status);
});

it('a paper that is not saved has the same forms on its own page, which save it', () => {
  const forms = savedForms({ uid: 'a', saved: undefined, lists: [{ name: 'thesis' }], back: '/papers/paper?uid=a' });
  expect(forms.in('en')).toMatch(/value="save"[^]*value="add_to_list"[^]*value="\/papers\/paper\?uid=a"/);
  expect(forms.in('en')).not.toContain('Mark as');
});
