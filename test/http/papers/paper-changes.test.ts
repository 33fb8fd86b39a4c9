import { describe, expect, it } from '@jest/globals';
import { browser, start, type Answer } from '../client.js';
import { forEachTest } from '../../support/opened.js';

const running = forEachTest(start, (one) => one.stop());

const json = { accept: 'application/json' };
const post = (path: string, fields: [string, string][], headers: Record<string, string> = json): Promise<Answer> =>
  running.form(path, fields, headers);
const get = async (path: string): Promise<unknown> => (await running.ask(path, { headers: json })).json();
const page = async (path: string): Promise<string> => (await running.ask(path, { headers: browser })).text;
const paper = (uid: string): object => ({
  uid,
  title: `<b>${uid}</b>`,
  authors: ['Ada'],
  year: 2021,
  conference: 'ACL',
});

const whole = {
  ...{ authors: ['Ada'], abstract: '', session: 'S', poster_position: '', year: 2021, conference: 'ACL' },
  doi: '10.5555/a',
};

async function put(...uids: string[]): Promise<number> {
  const answer = await running.post('/papers?filename=list.json', uids.map(paper), json);
  return (answer.json() as { import_id: number }).import_id;
}

describe('an import', () => {
  it('is listed, and undone after a question', async () => {
    const id = await put('x', 'y');
    await running.services.saved.note('x', 'mine');
    expect(await get('/papers/imports')).toMatchObject({ success: true, imports: [{ id, added: 2, can_undo: true }] });
    const list = await page('/papers/imports');
    expect(list).toContain(`href="/papers/undo?id=${id}"`);
    expect(await get(`/papers/undo?id=${id}`)).toMatchObject({ papers: 2, restored: 0, saved: 1, notes: 1 });
    const question = await page(`/papers/undo?id=${id}`);
    expect(question).toContain('2 papers that it added are deleted.');
    expect(question).toContain('1 of them is saved, 1 with a note.');
    expect(question).toContain('&lt;b&gt;x&lt;/b&gt;');
    const done = await post('/papers/undo', [['id', String(id)]], browser);
    expect([done.status, done.headers['location']]).toEqual([303, '/papers/imports']);
    expect(await get('/papers')).toMatchObject({ status: { papers: 1 } });
    expect(await page('/papers/imports')).not.toContain('/papers/undo?id=');
  });

  it.each(['', '0', 'x', '1.5'])('has a number, not %j', async (id) => {
    expect((await post('/papers/undo', [['id', id]])).status).toBe(400);
  });

  it('that is unknown is not found', async () => {
    expect((await post('/papers/undo', [['id', '77']])).status).toBe(404);
    expect((await running.ask('/papers/undo?id=77', { headers: json })).status).toBe(404);
  });
});

describe('papers', () => {
  it('are selected on the page of a search, and deleted after a question', async () => {
    await put('x', 'y', 'z');
    const found = await page('/papers?q=x');
    expect(found).toContain('<form method="get" action="/papers/delete" id="selected"');
    expect(found).toMatch(/<input type="checkbox" name="uid" value="x" form="selected"/);
    const question = await page('/papers/delete?uid=x&uid=y');
    expect(question).toContain('Delete 2 papers?');
    expect(question).toMatch(/name="uid" value="x">.*name="uid" value="y">/s);
    const fields: [string, string][] = [
      ['uid', 'x'],
      ['uid', 'y'],
    ];
    expect((await post('/papers/delete', fields)).json()).toMatchObject({ success: true, deleted: 2, saved: 0 });
    expect((await running.ask('/papers/record?uid=x', { headers: json })).status).toBe(404);
    expect(await page('/papers/imports')).toContain('2 papers were deleted.');
  });

  it('are deleted by the name of a conference if there are too many to choose from', async () => {
    await put('x');
    const conferences = Array.from({ length: 501 }, (_, n) => `arXiv preprint ${n}`);
    Object.assign(running.services.paperChanges, { deletionChoices: async () => ({ conferences, years: [2021] }) });
    expect(await page('/papers/imports')).toContain('<input id="delete-conference" name="conference" required>');
  });

  it('are deleted by conference and year', async () => {
    await put('x', 'y');
    const slice = 'conference=ACL&year=2021';
    // As long as an import takes them.
    const longest = 'x'.repeat(500);
    for (const query of [`uid=${longest}`, `conference=${longest}&year=2021`])
      expect(await get(`/papers/delete?${query}`)).toMatchObject({ papers: 0 });
    expect(await page('/papers/imports')).toContain('<select id="delete-conference" name="conference">');
    expect(await get(`/papers/delete?${slice}`)).toMatchObject({ papers: 2 });
    expect(await page(`/papers/delete?${slice}`)).toMatch(/name="conference" value="ACL">.*name="year" value="2021">/s);
    const answer = await post('/papers/delete', [...new URLSearchParams(slice)], browser);
    expect([answer.status, answer.headers['location']]).toEqual([303, '/papers/imports']);
    expect(await get(`/papers/delete?${slice}`)).toMatchObject({ papers: 0 });
    expect(await page(`/papers/delete?${slice}`)).not.toContain('class="danger"');
  });

  it('are offered for deletion by the names of their conferences', async () => {
    const conference = 'Advances in Neural Information Processing Systems 33';
    running.services.papers.put('x', { ...whole, uid: 'x', title: 'x', conference });
    const list = await page('/papers/imports');
    expect(list).toContain(`<option value="${conference}">`);
    expect(list).not.toContain('<option value="NeurIPS">');
    const slice = new URLSearchParams({ conference, year: '2021' }).toString();
    expect(await page(`/papers/delete?${slice}`)).toContain('Delete 1 paper?');
  });

  it('that are stored twice are listed, merged and given back', async () => {
    for (const uid of ['x', 'y']) running.services.papers.put(uid, { ...whole, uid, title: `<b>${uid}</b>` });
    const group = [{ uid: 'x', doi: '10.5555/a' }, { uid: 'y' }];
    expect(await get('/papers/duplicates')).toMatchObject({ success: true, groups: [group] });
    expect(await page('/papers/duplicates')).toMatch(/Merge 1 group.*&lt;b&gt;x&lt;\/b&gt;/s);
    const merged = await post('/papers/duplicates', [], browser);
    expect([merged.status, merged.headers['location']]).toEqual([303, '/papers/imports']);
    expect(await page('/papers/imports')).toContain('1 group was merged, 1 duplicate was deleted.');
    expect(await get('/papers/duplicates')).toMatchObject({ groups: [] });
    expect(await page('/papers/duplicates')).toContain('No paper is stored twice.');
    expect(await page('/papers/undo?id=1')).toContain('Undo the merge?');
    expect((await post('/papers/undo', [['id', '1']])).json()).toMatchObject({ restored: 1 });
  });

  it.each(['', 'conference=ACL', 'year=2021', 'uid=x&conference=ACL&year=2021', 'colour=red&uid=x'])(
    'are named completely, not by %j',
    async (fields) => {
      expect((await post('/papers/delete', [...new URLSearchParams(fields)])).status).toBe(400);
    },
  );
});
