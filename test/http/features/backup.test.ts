/** Backups over HTTP: given while they are made, taken whatever their size, and told of on a page. */
import { expect, it, jest } from '@jest/globals';
import { ServerResponse } from 'node:http';
import { browser, start } from '../client.js';
import { leadsBack } from '../every-path.js';
import { emptyReport } from '../fakes/backups.js';
import { refusedInGerman } from '../german.js';
import { asksFirst, opensByLink } from '../visits.js';
import { forEachTest } from '../../support/opened.js';

const running = forEachTest(start, (one) => one.stop());

const send = (content: string, headers: Record<string, string> = {}) =>
  running.parts('/backup', [{ name: 'backup', filename: 'b.zip', content }], headers);

it('a backup is a file of the day, and for HEAD none is made', async () => {
  const answer = await running.ask('/backup/download');
  expect([answer.status, answer.headers['content-type'], answer.text]).toEqual([200, 'application/zip', 'PK backup']);
  expect(answer.headers['content-disposition']).toBe('attachment; filename="tonstift-backup-2026-11-23.zip"');
  running.services.backups.write = () => Promise.reject(new Error('nobody asked for one'));
  expect((await running.ask('/backup/download', { method: 'HEAD' })).status).toBe(200);
});

it('a download waits an hour for an album that is being changed', async () => {
  const pauses = jest.spyOn(ServerResponse.prototype, 'setTimeout');
  await running.ask('/backup/download');
  expect(pauses.mock.calls.map(([ms]) => ms)).toEqual([3_600_000]);
  pauses.mockRestore();
});

it('one that is broken off does not look as if it were whole', async () => {
  running.services.backups.content = null;
  await expect(running.ask('/backup/download')).rejects.toThrow(/aborted|hang up/);
});

it('needs the password, where there is one', async () => {
  running.services.password = 'secret word';
  expect((await running.ask('/backup/download')).status).toBe(401);
  expect((await send('PK')).status).toBe(401);
  expect(running.services.backups.restored).toEqual([]);
});

it('a page elsewhere gets none, and sends none', async () => {
  const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' };
  expect((await running.ask('/backup/download', { headers })).status).toBe(403);
  expect((await send('PK', { origin: 'http://elsewhere.example' })).status).toBe(403);
});

it('a backup may be larger than an upload, and its file goes afterwards', async () => {
  running.services.uploadLimit = 1000;
  const content = `PK${'x'.repeat(50_000)}`;
  const answer = await send(content);
  expect([answer.status, answer.json()]).toEqual([200, { success: true, ...emptyReport }]);
  expect(String(running.services.backups.restored[0])).toBe(content);
  expect(await running.leftovers()).toEqual([]);
});

it('is refused where the disk has no room for it', async () => {
  running.services.backups.free = 100;
  const answer = await send(`PK${'x'.repeat(500)}`);
  expect([answer.status, answer.json()]).toMatchObject([507, { error: { code: 'no_space' } }]);
});

it.each([
  ['no backup', () => send('text'), 422, 'unreadable_backup'],
  ['no file', () => running.parts('/backup', [{ name: 'other', content: 'x' }]), 400, 'bad_field'],
  ['a form', () => running.form('/backup', { backup: 'x' }), 415, 'unsupported_type'],
])('%s is refused', async (_, ask, status, code) => {
  const answer = await ask();
  expect([answer.status, answer.json()]).toMatchObject([status, { success: false, error: { code } }]);
});

it('tells a person which albums got another number, in words', async () => {
  running.services.backups.report = {
    ...emptyReport,
    came: [{ oid: 930, album_title: 'Bär <b>', formerly: 920, missing: [] }],
    here: [{ oid: 921, album_title: 'Wald', edited: true }],
    failed: [{ oid: 922, album_title: 'Meer', reason: 'It is broken.' }],
    settings: ['print_dpi'],
  };
  const answer = await send('PK', browser);
  expect([answer.status, answer.headers.location]).toEqual([303, '/backup']);
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
  const page = await running.ask('/backup', { headers: { ...browser, cookie } });
  for (const words of [
    '1 album was added.',
    '“Bär &lt;b&gt;” is album 930 here, because the number 920 is taken.',
    'print a new one',
    '1 album was already here',
    '“Wald” (921) is already here and differs',
    '“Meer” (922) could not be restored: It is broken.',
    'Resolution',
  ])
    expect(page.text).toContain(words);
});

it('a page is told how far it is, and what the last one came to', async () => {
  const { backups } = running.services;
  const restoring = { done: 2_000_000, total: 8_000_000 };
  backups.state = {
    albums: 3,
    bytes: 12_345_678,
    restoring,
    last: null,
    lacks: ['vectors: no <answer>'],
    weekly: null,
  };
  const page = await running.ask('/backup', { headers: browser });
  expect(page.text).toContain('2.0 MB of 8.0 MB');
  expect(page.text).toContain('The last backup lacks: vectors: no &lt;answer&gt;');
  expect(page.text).toContain('<progress max="8000000" value="2000000"');
  expect(page.text).toContain('3 albums, 12.3 MB');
  expect(page.text).toContain('choose a folder for it');
  const weekly = { folder: '/mnt/<b>', last_at: '2026-11-20T08:00:00.000Z', problem: 'No room.' };
  backups.state = { ...backups.state, weekly };
  const other = (await running.ask('/backup', { headers: browser })).text;
  expect(other).toMatch(
    /Every week a backup is written to <code>\/mnt\/&lt;b&gt;<\/code>[^]*November 20, 2026[^]*No room\./,
  );
  expect((await running.ask('/backup', { headers: { accept: 'application/json' } })).json()).toMatchObject({
    success: true,
    backup: { restoring: { done: 2_000_000 } },
  });
});

it('a link of another site opens the page, and asks before it makes a backup', async () => {
  await opensByLink(running, ['/backup']);
  await asksFirst(running, ['/backup/download']);
});

it('a login leads back to the page', async () => {
  running.services.password = 'secret word';
  await leadsBack(running, '/backup');
});

it('no file is refused in German', async () => {
  await refusedInGerman((headers) => running.form('/backup', {}, headers));
});
