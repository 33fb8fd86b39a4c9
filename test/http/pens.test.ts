/** Names of pens, forgotten pens, and the choice of pens for albums. */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { shelfOf } from '../../http/resources/pens/shelf.js';
import { html } from '../../http/response/html.js';
import { browser, start, track } from './client.js';
import { forEachTest } from '../support/opened.js';

const running = forEachTest(start, (one) => one.stop());
beforeEach(async () => {
  for (const name of ['a.mp3', 'b.mp3']) await running.parts('/', [track(name, name)]);
  for (const pen of ['A1', 'B2']) running.services.pens.plugIn(pen);
});

const page = async (path: string): Promise<string> => (await running.ask(path, { headers: browser })).text;
const act = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  running.form('/pens', fields, headers);
const namesOf = (): string[] => running.services.pens.list().map(({ name }) => name);
const away = (pen: string): void => {
  running.services.pens.plugIn(pen, { long_away: true });
  running.services.pens.unplug(pen);
};

describe('a name of a pen', () => {
  it('is shown wherever the pen is', async () => {
    expect((await act({ action: 'rename', pen: 'A1', name: ' Mia ' })).json()).toMatchObject({
      action: 'rename',
      pens: [{ id: 'A1', name: 'Mia', given_name: 'Mia' }, { id: 'B2' }],
    });
    await running.services.pens.copy(920, 'A1');
    expect(await page('/pens')).toContain('<h2>Mia ');
    expect(await page('/library')).toContain('<span>Mia’s pen</span>');
    expect(await page('/library/920')).toMatch(/value="A1">\s*Mia</);
  });

  it('is the default name again when it is empty', async () => {
    await act({ action: 'rename', pen: 'A1', name: 'Mia' });
    const answer = await act({ action: 'rename', pen: 'A1', name: ' ' }, browser);
    expect([answer.status, answer.headers['location'], namesOf()]).toEqual([303, '/pens', ['Pen (A1)', 'Pen (B2)']]);
  });

  it('that is too long is refused at its field, and stays there', async () => {
    const name = 'x'.repeat(41);
    const json = await act({ action: 'rename', pen: 'A1', name });
    expect([json.status, json.json()['error']]).toEqual([
      400,
      expect.objectContaining({ code: 'bad_field', fields: { name: 'must be at most 40 characters long.' } }),
    ]);
    const { status, text } = await act({ action: 'rename', pen: 'A1', name }, browser);
    expect(status).toBe(400);
    expect(text).toMatch(new RegExp(`value="${name}" aria-invalid="true" aria-describedby="w-A1"`));
    expect(text).toContain('<p class="why" id="w-A1">must be at most 40 characters long.</p>');
  });

  it.each([
    ['Mia', 'Mia’s pen', 'Mias Stift'],
    ['Jonas', 'Jonas’s pen', 'Jonas’ Stift'],
    ['Max', 'Max’s pen', 'Max’ Stift'],
    ['Penelope', 'Penelope’s pen', 'Penelopes Stift'],
    ['Blue pen', 'Blue pen', 'Blue pen'],
    ['Kinderstift', 'Kinderstift', 'Kinderstift'],
    ['tiptoi 2', 'tiptoi 2', 'tiptoi 2'],
  ])('%s is on a shelf: %s, %s', (given, en, de) => {
    const shelf = html`${shelfOf({ name: given, given_name: given })}`;
    expect([shelf.in('en'), shelf.in('de')]).toEqual([en, de]);
  });

  it('is told apart on the shelf, and a default name is no owner', () => {
    const words = (name: string, given_name: string | null) => html`${shelfOf({ name, given_name })}`.in('en');
    expect(words('Mia (A1)', 'Mia')).toBe('Mia’s pen (A1)');
    expect(words('USB', null)).toBe('USB');
  });
});

describe('a pen that is away', () => {
  it('is forgotten, and its albums keep their choice', async () => {
    await running.services.albums.update(920, { on_pens: ['B2'] });
    expect((await act({ action: 'forget', pen: 'B2' })).status).toBe(409);
    running.services.pens.unplug('B2');
    expect(await page('/pens')).toContain('value="forget"');
    expect((await act({ action: 'forget', pen: 'B2' }, browser)).status).toBe(303);
    expect(namesOf()).toEqual(['Pen']);
    expect(running.services.albums.get(920).on_pens).toEqual(['B2']);
    expect(await page('/library/920')).toMatch(/value="B2" checked>\s*B2</);
  });

  it('for long is folded on its page, and chosen nowhere', async () => {
    await running.services.pens.copy(920, 'B2');
    away('B2');
    expect(await page('/pens')).toMatch(/Not plugged in for a long time <small>1<\/small><\/summary>\s*<article/);
    expect(await page('/library')).not.toContain('name="pen" value="B2"');
    expect(await page('/library?pen=B2')).toContain('name="pen" value="B2"');
    expect(await page('/library/921')).not.toContain('value="B2"');
    await running.services.albums.update(921, { on_pens: ['B2'] });
    expect(await page('/library/921')).toContain('value="B2" checked');
  });
});

describe('the choice of pens', () => {
  const choose = (fields: string) => running.form('/library', fields);

  it('offers as filters only what finds something', async () => {
    await running.services.pens.copy(920, 'A1');
    const chips = async (query = '') => {
      const text = await page(`/library/filters${query}`);
      return [...text.matchAll(/data-choice(?: checked)?> <span>(.*?)</g)].map(([, words]) => words);
    };
    expect(await chips()).toEqual(['not printed', 'not on any pen', 'Pen (A1)']);
    expect(await chips('?pen=B2')).toEqual(['Pen (B2)']);
  });

  it('of a form without scripts is all, none or the ticked pens', async () => {
    const on = (query: string) =>
      choose(`action=update&uid=920&${query}`).then(({ status }) => [status, running.services.albums.get(920).on_pens]);
    expect(await on('on_pens=these&on_pens=A1&on_pens=B2')).toEqual([200, ['A1', 'B2']]);
    expect(await on('on_pens=none&on_pens=A1')).toEqual([200, 'none']);
    expect(await on('on_pens=all')).toEqual([200, 'all']);
    expect(await on('on_pens=these')).toEqual([400, 'all']);
  });

  it('is one for many albums', async () => {
    const answer = await choose('action=choose_pens&uids=920,921&query=&pen=A1&on_pens=these&on_pens=B2');
    expect(answer.json()).toMatchObject({ action: 'choose_pens', done: [921, 920], failed: [] });
    expect([920, 921].map((oid) => running.services.albums.get(oid).on_pens)).toEqual([['B2'], ['B2']]);
    // Other actions of the same form leave the choice alone.
    await choose('action=cleanup&uids=920&query=&pen=A1&on_pens=all');
    expect(running.services.albums.get(920).on_pens).toEqual(['B2']);
  });
});
