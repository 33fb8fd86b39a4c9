/** Albums that are deleted: where a page leads to them, and how they come back. */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { say } from '../../../workers/base/language/sentence.js';
import { browser, start, track, type Answer } from '../client.js';
import { leadsBack } from '../every-path.js';
import { germanPage, refusedInGerman } from '../german.js';
import { forEachTest } from '../../support/opened.js';

const running = forEachTest(start, (one) => one.stop());
beforeEach(async () => {
  for (const title of ['Bär', 'Amsel', 'Käfer', 'Dachs', 'Esel']) {
    const answer = await running.parts('/', [track(`${title}.mp3`, title)]);
    const { album } = answer.json() as { album: { oid: number } };
    await running.services.albums.update(album.oid, { album_title: title });
  }
});

const act = (fields: Record<string, string>): Promise<Answer> => running.form('/library', fields);
const restore = (folder: string): Promise<Answer> => running.form('/deleted', { action: 'restore', folder });
const titles = (): string[] => running.services.albums.list().map(({ album_title: title }) => title);
async function deletedFolder(uid: string): Promise<string> {
  await act({ action: 'delete', uid });
  return running.services.deleted.list()[0]?.folder ?? '';
}

it('the page of a deleted album offers to restore it', async () => {
  const [first] = running.services.albums.list();
  const uid = String(first?.oid);
  await act({ action: 'delete', uid });
  const page = await running.ask(`/library/${uid}`, { headers: browser });
  expect(page.status).toBe(404);
  const folder = running.services.deleted.list()[0]?.folder ?? '';
  expect(page.text).toContain(`${first?.album_title}: deleted on`);
  const french = await running.ask(`/library/${first?.oid}`, { headers: { ...browser, 'accept-language': 'fr' } });
  expect(french.text).toContain(`${first?.album_title}\u202f: `);
  expect(page.text).toContain(`name="folder" value="${folder}"`);
  expect((await running.ask('/library/77', { headers: browser })).text).not.toContain('deleted on');
  await restore(folder);
  expect((await running.ask(`/library/${uid}`, { headers: browser })).status).toBe(200);
});

describe('many albums', () => {
  it('can all be had back at once', async () => {
    const uids = running.services.albums.list().map(({ oid }) => oid);
    await running.post('/library', { action: 'delete', uids });
    const folders = running.services.deleted.list().map(({ folder }) => folder);
    const page = (await running.ask('/deleted', { headers: browser })).text;
    expect(page).toMatch(/Restore all \d+/);
    const answer = await running.post('/deleted', { action: 'restore', folder: [...folders.slice(0, 5), 'gone'] });
    expect(answer.json()).toMatchObject({
      done: folders.slice(0, 5),
      failed: [{ folder: 'gone', error: { code: 'not_found' } }],
    });
    expect(titles().sort()).toEqual(['Amsel', 'Bär', 'Dachs', 'Esel', 'Käfer']);
  });

  it('that cannot be had back are told in German', async () => {
    const answer = await running.form('/deleted', 'action=restore&folder=weg&folder=fort', germanPage);
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
    const { text } = await running.ask('/deleted', { headers: { ...germanPage, cookie } });
    for (const folder of ['weg', 'fort'])
      expect(text).toContain(`<li>${say('error.no_trash', { folder }).in('de')}</li>`);
  });

  it('are led to before they are deleted, and after', async () => {
    const send = (fields: string): Promise<Answer> =>
      running.form('/library', `uids=920&uids=921&action=delete${fields}`, browser);
    const question = String((await send('')).headers.location);
    expect((await running.ask(question, { headers: browser })).text).toContain('/deleted');
    const cookie = String((await send('&confirmed=true')).headers['set-cookie']).split(';')[0] ?? '';
    const note = (await running.ask('/library', { headers: { ...browser, cookie } })).text;
    expect(note).toContain('2 albums are deleted.');
    expect(note).toContain('<a href="/deleted">');
  });
});

it('another number is what an album comes back with where its own was asked for, and that is said', async () => {
  await running.ask('/pdf?oids=920', { headers: browser });
  const day = new Date().toLocaleDateString('en', { dateStyle: 'medium' });
  const folder = await deletedFolder('920');
  expect((await restore(folder)).json()).not.toHaveProperty('concerns');
  await deletedFolder('920');
  await act({ action: 'update', uid: '921', oid: '920' });
  const answer = (await restore(folder)).json();
  expect(answer).toMatchObject({ album: { oid: 925 }, concerns: { oids: [920, 925] } });
  expect((answer['concerns'] as { message: string }).message).toBe(
    `This affects the sheet printed on ${day} with the number 920. ` +
      'Sheets with the number 920 now start another album.',
  );
});

describe('the page', () => {
  it('is what a login leads back to', async () => {
    running.services.password = 'secret word';
    await leadsBack(running, '/deleted');
  });

  it.each(['nirgends', ''])('refuses the folder %j in German', async (folder) => {
    await refusedInGerman((headers) => running.form('/deleted', { action: 'restore', folder }, headers));
  });
});
