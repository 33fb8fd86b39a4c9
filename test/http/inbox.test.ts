/** Folders of the inbox that wait for unfinished files, in the line at the top of each page and for programs. */
import { beforeEach, expect, it } from '@jest/globals';
import { browser, start } from './client.js';
import { forEachTest } from '../support/opened.js';

const running = forEachTest(start, (one) => one.stop());
beforeEach(() => {
  const { services } = running;
  const { inbox, ...rest } = services.status();
  const arriving = [
    { name: 'Sea', files: 3 },
    { name: 'Forest & more', files: 3, waits_for: ['1.mp3', '2.mp3', '3.mp3', '4.mp3'], is_overdue: true },
    { name: 'Hill', files: 2, waits_for: ['2.mp3'], is_overdue: false },
  ];
  services.status = () => ({ ...rest, inbox: { ...inbox, arriving } });
});

it('name their files, and after a day offer to add the others', async () => {
  const { text } = await running.ask('/library', { headers: browser });
  expect(text).toContain('arriving: Sea (3 files), Forest &amp; more waits for 1.mp3, 2.mp3, 3.mp3 and 1 more');
  expect(text).toContain('Hill waits for 2.mp3');
  expect(text.match(/Add the complete files of/g)).toHaveLength(1);
  expect(text).toContain('name="name" value="Forest &amp; more"');
  const german = await running.ask('/library', { headers: { ...browser, 'accept-language': 'de' } });
  expect(german.text).toContain('Hill wartet auf 2.mp3');
});

it('say of a loose file that it is not complete itself', async () => {
  const { services } = running;
  const { inbox, ...rest } = services.status();
  const arriving = [{ name: 'Lake.zip', files: 1, waits_for: ['Lake.zip'], is_overdue: false }];
  services.status = () => ({ ...rest, inbox: { ...inbox, arriving } });
  const { text } = await running.ask('/library', { headers: browser });
  expect(text).toContain('arriving: Lake.zip is not complete');
  expect(text).not.toContain('waits for');
});

it('are imported on request, as a form and as JSON', async () => {
  const form = await running.form('/inbox', { action: 'import_complete', name: 'Forest' }, browser);
  expect([form.status, form.headers.location]).toEqual([303, '/']);
  const json = await running.post('/inbox', { action: 'import_complete', name: 'Forest' });
  expect(json.json()).toEqual({ success: true, action: 'import_complete' });
});

it('that do not wait, and other actions, are rejected with a reason', async () => {
  const none = await running.form('/inbox', { action: 'import_complete', name: 'Hill' });
  expect([none.status, none.json()]).toEqual([409, expect.objectContaining({ success: false })]);
  expect((await running.form('/inbox', { action: 'delete', name: 'Forest' })).status).toBe(400);
  expect((await running.form('/inbox', { action: 'import_complete' })).text).toContain('name');
});
