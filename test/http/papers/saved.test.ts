import { describe, expect, it } from '@jest/globals';
import type { PaperFile } from '../../../http/papers/saved/service.js';
import { TonstiftError } from '../../../workers/base/errors.js';
import { browser, start, type Answer } from '../client.js';
import { forEachTest } from '../../support/opened.js';
import { until } from '../../support/patience.js';

const running = forEachTest(start, (one) => one.stop());

const json = { accept: 'application/json' };
const act = (fields: Record<string, string>, headers: Record<string, string> = json): Promise<Answer> =>
  running.form('/papers/saved', fields, headers);
const list = async (): Promise<unknown> => (await running.ask('/papers/saved', { headers: json })).json();
const page = async (path = '/papers/saved'): Promise<string> => (await running.ask(path, { headers: browser })).text;

describe('a saved paper', () => {
  it('is saved from what a search found, and a browser comes back to it', async () => {
    const found = await page('/papers?q=pens');
    expect(found).toMatch(/name="action" value="save">.*name="uid" value="a">.*name="back" value="\/papers\?q=pens">/s);
    const saved = await act({ action: 'save', uid: 'a', back: '/papers?q=pens' }, browser);
    expect([saved.status, saved.headers['location']]).toEqual([303, '/papers?q=pens#p-a']);
    expect(await page('/papers?q=pens')).toMatch(/name="action" value="remove">[^]*★ Saved/);
    expect((await running.ask('/papers?q=pens', { headers: json })).json()).toMatchObject({ saved: ['a'] });
    expect(await list()).toMatchObject({ saved: [{ paper: { uid: 'a' }, note: '' }], total: 1, page: 1, pages: 1 });
    expect(await page()).toContain('On &lt;b&gt;Pens&lt;/b&gt;');
    expect(await page()).not.toContain('javascript:');
  });

  it.each(['//elsewhere', 'https://a.b/papers', '/papers/../config', '/library', '/papers?q=a b', '/papers/embed'])(
    'leads nowhere else, such as to %s',
    async (back) => {
      const answer = await act({ action: 'save', uid: 'a', back }, browser);
      expect([answer.status, answer.headers['location']]).toEqual([400, undefined]);
    },
  );

  it('keeps what was written, to the letter', async () => {
    const note = '\n <b>mine</b> & "yours"\n\t🖊 ';
    await act({ action: 'note', uid: 'a', note: note.replaceAll('\n', '\r\n') });
    expect(await list()).toMatchObject({ saved: [{ note }] });
    // The first line break in a field is not part of what is in it.
    expect(await page()).toContain('>\n\n &lt;b&gt;mine&lt;/b&gt; &amp; &quot;yours&quot;\n\t🖊 </textarea>');
  });

  it('composes the letters of a note, and knows them again as they were shown', async () => {
    const note = 'Für Zoë';
    await act({ action: 'note', uid: 'a', note: note.normalize('NFD') });
    expect(await list()).toMatchObject({ saved: [{ note }] });
    const next = { action: 'note', uid: 'a', note: 'Für alle', shown: note.normalize('NFD') };
    expect((await act(next)).status).toBe(200);
    expect(await list()).toMatchObject({ saved: [{ note: 'Für alle' }] });
  });

  it('is taken off, and put back', async () => {
    await act({ action: 'note', uid: 'a', note: 'mine' });
    const removed = await act({ action: 'remove', uid: 'a' }, browser);
    expect([removed.status, removed.headers['location']]).toEqual([303, '/papers/saved?removed=a']);
    expect(await page('/papers/saved?removed=a')).toMatch(
      /role="status">[^]*is no longer on the list[^]*value="restore"/,
    );
    expect(await list()).toMatchObject({ saved: [], removed: [{ note: 'mine' }], total: 0 });
    expect((await act({ action: 'remove', uid: 'a' })).status).toBe(404);
    expect((await act({ action: 'restore', uid: 'a' })).json()).toEqual({ success: true, action: 'restore', uid: 'a' });
    expect(await list()).toMatchObject({ saved: [{ note: 'mine' }], removed: [] });
  });

  it('does not lose a note to another tab: the page has both, and what was typed goes in then', async () => {
    await act({ action: 'note', uid: 'a', note: 'theirs' });
    const mine = { action: 'note', uid: 'a', note: 'mine', shown: '' };
    const told = await act(mine);
    expect([told.status, told.json()]).toMatchObject([409, { error: { code: 'conflict', fields: { note: /./ } } }]);
    const shown = await act(mine, browser);
    expect(shown.status).toBe(409);
    expect(shown.text).toMatch(
      /name="shown" hidden>\ntheirs<\/textarea>[^]*role="alert"[^]*theirs[^]*>\nmine<\/textarea>/,
    );
    expect(await list()).toMatchObject({ saved: [{ note: 'theirs' }] });
    expect((await act({ ...mine, shown: 'theirs' }, browser)).status).toBe(303);
    expect(await list()).toMatchObject({ saved: [{ note: 'mine' }] });
  });

  it.each([
    [{ action: 'note', uid: 'a', note: 'x'.repeat(10_001) }, 400, 'note'],
    [{ action: 'note', uid: 'a', note: '\0' }, 400, 'note'],
    [{ action: 'note', uid: 'a' }, 400, 'note'],
    [{ action: 'save', uid: '' }, 400, 'uid'],
    [{ action: 'save', uid: 'a', note: 'x' }, 400, 'note'],
    [{ action: 'keep', uid: 'a' }, 400, 'action'],
    [{ action: 'save', uid: 'nobody' }, 404, undefined],
  ])('refuses %j', async (fields, status, field) => {
    const answer = await act(fields);
    const { error } = answer.json() as { error: { fields: object } };
    expect([answer.status, Object.keys(error.fields)]).toEqual([status, field === undefined ? [] : [field]]);
  });
});

it('the only paper of the last page leads to the page before when it is read or removed', async () => {
  const uids = Array.from({ length: 51 }, (_, n) => `p${n}`);
  const papers = uids.map((uid) => ({ uid, title: `Ink ${uid}`, year: 2020, conference: 'ACL' }));
  await running.post('/papers', papers);
  for (const uid of uids) await running.services.saved.save(uid);
  const forms: [Record<string, string>, string][] = [
    [{ action: 'read', read: 'true' }, '/papers/saved?read=false&page=2'],
    [{ action: 'remove' }, '/papers/saved?page=2'],
  ];
  for (const [fields, back] of forms) {
    const { headers } = await act({ ...fields, uid: 'p0', back }, browser);
    const shown = await page(String(headers.location).replace(/#.*/, ''));
    expect(shown.match(/class="paper-found"/g)).toHaveLength(50);
    expect((await running.ask(back, { headers: json })).json()).toMatchObject({ saved: [], page: 2, pages: 1 });
  }
});

describe('papers as a file', () => {
  it.each([
    ['bibtex', 'application/x-bibtex; charset=utf-8', 'bib', '@inproceedings{'],
    ['ris', 'application/x-research-info-systems; charset=utf-8', 'ris', 'TY  - CONF\r\n'],
    ['csl', 'application/vnd.citationstyles.csl+json', 'json', '[\n{'],
    ['markdown', 'text/markdown; charset=utf-8', 'md', '## On \\<b\\>Pens'],
    ['csv', 'text/csv; charset=utf-8; header=present', 'csv', '\ufeffuid,'],
  ])('are %s of their type and name', async (format, type, ending, begins) => {
    await act({ action: 'note', uid: 'a', note: 'My note' });
    for (const [path, name] of [
      ['/papers/saved/export?', 'saved-papers'],
      ['/papers/export?q=pens&', 'papers'],
    ]) {
      const { status, headers, bytes } = await running.ask(`${path}format=${format}`, { headers: browser });
      expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
        200,
        type,
        `attachment; filename="${name}.${ending}"`,
      ]);
      expect(bytes.toString('utf8').startsWith(begins)).toBe(true);
      expect(bytes.toString('utf8')).toContain('My note');
    }
  });

  it('hold only what was found', async () => {
    const none = await running.ask('/papers/export?q=title%3A%22nothing%22&format=ris');
    expect([none.status, none.text]).toEqual([200, '']);
    const all = await running.ask('/papers/export?conference=NONE&format=ris');
    expect([all.status, all.text]).toEqual([200, '']);
    expect((await running.ask('/papers/export?format=ris')).text).toContain('TI  - On <b>Pens');
    expect((await running.ask('/papers/export?q=pens&format=pdf', { headers: json })).status).toBe(400);
    expect((await running.ask('/papers/saved/export', { headers: json })).status).toBe(400);
  });

  const fileOf = (pieces: AsyncIterable<string>) => (): PaperFile => ({ ending: 'bib', type: 'text/plain', pieces });

  it.each(['/papers/export', '/papers/saved/export'])('are refused if the database is away: %s', async (path) => {
    const next = (): Promise<never> => Promise.reject(new TonstiftError('papers_unavailable', 'Away.'));
    const file = fileOf({ [Symbol.asyncIterator]: () => ({ next }) });
    Object.assign(running.services.saved, { file, fileOfAll: file });
    const answer = await running.ask(`${path}?format=bibtex`);
    expect([answer.status, answer.json()]).toMatchObject([503, { error: { code: 'papers_unavailable' } }]);
    expect(answer.headers['content-disposition']).toBeUndefined();
  });

  it('are not read to the end for a client that wants only the headers', async () => {
    let isClosed = false;
    async function* endless(): AsyncGenerator<string> {
      try {
        for (;;) yield 'A paper.\n';
      } finally {
        isClosed = true;
      }
    }
    Object.assign(running.services.saved, { fileOfAll: fileOf(endless()) });
    const { status, headers } = await running.ask('/papers/export?format=bibtex', { method: 'HEAD' });
    expect([status, headers['content-disposition']]).toEqual([200, 'attachment; filename="papers.bib"']);
    await until('the end of the reading', () => isClosed);
  });
});
