/** Uploads in one body. An upload that is sent twice makes one album. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { browser, start, track, type Answer, type Running } from './client.js';

let running: Running;
beforeEach(async () => {
  running = await start();
});
afterEach(async () => {
  const { errors } = running;
  await running.stop();
  expect(errors).toEqual([]);
});

const codeOf = (answer: Answer): unknown[] => [
  answer.status,
  (answer.json() as { error?: { code: string } }).error?.code,
];

describe('an upload', () => {
  it('is there once, however often it is sent with its key', async () => {
    const albums = () => running.services.albums.list();
    const key = { 'idempotency-key': 'abcdef0123456789' };
    for (let n = 0; n < 2; n++) expect((await running.parts('/', [track('b.mp3')], key)).status).toBe(201);
    expect(albums()).toHaveLength(1);
    for (const other of [track('c.mp3'), track('b.mp3', 'other sound')])
      expect(codeOf(await running.parts('/', [other], key))).toEqual([422, 'key_reused']);
    expect(albums()).toHaveLength(1);
    const odd = await running.parts('/', [track('b.mp3')], { 'idempotency-key': 'short' });
    expect(codeOf(odd)).toEqual([400, 'bad_request']);
  });

  it('offers to delete the new one of two albums with the same tracks, and never the last one', async () => {
    for (const name of ['a.mp3', 'b.mp3']) await running.parts('/', [track(name, 'known')]);
    const card = async (query: string): Promise<string> =>
      (await running.ask(`/uploads/card?${query}`, { headers: browser })).text;
    expect(await card('oids=921&known=920')).toMatch(
      /already in the library, as album 920\.[^]*Delete the new one again/,
    );
    await running.form('/library', { action: 'delete', uid: '920' }, {});
    for (const query of ['oids=921&known=920', 'oids=921,922&known=920', 'oids=921&known=921'])
      expect(await card(query)).not.toMatch(/already in the library|Delete the new one/);
  });

  it('shows what comes next, and says what is not there any more', async () => {
    await running.parts('/', [track('a.mp3')]);
    const card = (query: string, language = 'en') =>
      running.ask(`/uploads/card?${query}`, { headers: { ...browser, 'accept-language': language } });
    expect((await card('oids=920')).text).toContain('In the library with 1 track.');
    expect((await card('oids=920', 'de')).text).toContain('Die Datei für den Stift wird erstellt');
    expect((await card('oids=920')).text).toContain('href="/print?oids=920"');
    expect((await card('oids=7')).text).toContain('It was deleted');
    for (const query of ['', 'oids=', 'oids=x', 'oids=0', 'oids=920&other=1', 'oids=920&known=x'])
      expect([query, (await card(query)).status, running.errors]).toEqual([query, 400, []]);
  });
});
