/** Many albums at once: as a plain form, and as JSON. */
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { TonstiftError } from '../../workers/base/errors.js';
import { browser, start, track, type Answer } from './client.js';
import { forAllTests } from '../support/opened.js';

const running = forAllTests(start, (one) => one.stop());

/** OIDs of five albums, by title. */
let oids: number[] = [];
beforeEach(async () => {
  for (const { oid } of running.services.albums.list()) await running.services.albums.remove(oid);
  oids = [];
  for (const title of ['Bär', 'Amsel', 'Käfer', 'Dachs', 'Esel']) {
    const answer = await running.parts('/', [track(`${title}.mp3`)]);
    const { album } = answer.json() as { album: { oid: number } };
    await running.services.albums.update(album.oid, { album_title: title });
    oids.push(album.oid);
  }
});

const json = { accept: 'application/json' };
const post = (body: object): Promise<Answer> => running.post('/library', body);
const titles = (): string[] => running.services.albums.list().map(({ album_title: title }) => title);
const found = async (query: string): Promise<unknown> =>
  ((await running.ask(`/library?${query}`, { headers: json })).json()['albums'] as { album_title: string }[]).map(
    ({ album_title: title }) => title,
  );
const errorOf = (answer: Answer) => answer.json()['error'] as { code: string; fields: Record<string, string> };

describe('POST /library with uids', () => {
  it('does each by itself, and says of each what became of it', async () => {
    const [a, b] = oids;
    const answer = await post({ action: 'delete', uids: [a, 7, b, a] });
    expect(answer.status).toBe(200);
    expect(answer.json()).toEqual({
      success: true,
      action: 'delete',
      done: [a, b],
      failed: [
        { uid: 7, error: { code: 'album_not_found', message: 'There is no album with the number 7.', fields: {} } },
      ],
      concerns: { sheets: [], pens: [], message: expect.stringContaining('numbers') },
    });
    expect(titles()).toEqual(['Käfer', 'Dachs', 'Esel']);
    expect(running.services.deleted.list().map(({ oid }) => oid)).toEqual(expect.arrayContaining([a, b]));
  });

  it('goes on where nobody has foreseen what went wrong with one', async () => {
    running.services.albums.trouble = new Error('a wire is loose');
    const answer = (await post({ action: 'make_gme', uids: oids })).json();
    expect(answer['done']).toEqual(oids.slice(1));
    expect(answer['failed']).toMatchObject([{ uid: oids[0], error: { code: 'internal' } }]);
    expect(JSON.stringify(answer)).not.toContain('wire');
    expect(running.errors.splice(0).join()).toContain('a wire is loose');
  });

  it('takes them in each notation', async () => {
    const [a, b] = oids;
    for (const body of [`uids=${a}&uids=${b}`, `uids=${a},${b}`, `uids=[${a},${b}]`]) {
      const answer = await running.form('/library', `action=cleanup&${body}`);
      expect([body, answer.json()['done']]).toEqual([body, [a, b]]);
    }
  });

  it('takes all that a query finds, also those of other pages', async () => {
    const answer = await post({ action: 'cleanup', found: true, query: 'q=kaefer' });
    expect(answer.json()).toMatchObject({ done: [oids[2]], failed: [] });
    const all = await post({ action: 'cleanup', found: 'true', query: 'sort=title', uids: [7] });
    expect(all.json()).toMatchObject({ done: [1, 0, 3, 4, 2].map((n) => oids[n]), failed: [{ uid: 7 }] });
  });

  it('copies onto a pen and takes off it', async () => {
    running.services.pens.plugIn('A1');
    const [a, b] = oids;
    expect((await post({ action: 'copy_gme', uids: [a, b], pen: 'A1' })).json()).toMatchObject({ done: [a, b] });
    expect(await found('pen=A1')).toEqual(['Amsel', 'Bär']);
    expect(await found('pen=none&sort=title')).toEqual(['Dachs', 'Esel', 'Käfer']);
    expect((await post({ action: 'delete_from_pen', uids: [a], pen: 'A1' })).json()).toMatchObject({ done: [a] });
    expect(await found('pen=Pen')).toEqual(['Amsel']);
    const none = await post({ action: 'copy_gme', uids: [a], pen: 'B2' });
    expect(none.json()).toMatchObject({ done: [], failed: [{ uid: a, error: { code: 'no_pen' } }] });
    running.services.pens.unplug('A1');
  });

  it('sets artist and year, keeps what is empty, and says what failed', async () => {
    const [a, b] = oids;
    const { albums } = running.services;
    const facts = (): unknown[] =>
      [a, b].map((oid) => [albums.get(oid ?? 0).album_artist, albums.get(oid ?? 0).album_year]);
    const both = await post({ action: 'set_artist_year', uids: [a, b, 7], album_artist: ' Igel ', album_year: 1999 });
    expect(both.json()).toMatchObject({ done: [a, b], failed: [{ uid: 7, error: { code: 'album_not_found' } }] });
    expect(facts()).toEqual([
      ['Igel', 1999],
      ['Igel', 1999],
    ]);
    await post({ action: 'set_artist_year', uids: [a], album_artist: 'Fuchs' });
    await post({ action: 'set_artist_year', uids: [b], album_artist: '', album_year: '2001' });
    expect(facts()).toEqual([
      ['Fuchs', 1999],
      ['Igel', 2001],
    ]);
    jest.spyOn(albums, 'update').mockRejectedValueOnce(new TonstiftError('conflict', 'It is being moved.'));
    const some = await post({ action: 'set_artist_year', uids: [a, b], album_year: 2002 });
    expect(some.json()).toMatchObject({ done: [b], failed: [{ uid: a, error: { code: 'conflict' } }] });
  });

  it.each([
    [{ action: 'set_artist_year', uids: [920] }, 'bad_field', 'album_artist'],
    [{ action: 'set_artist_year', uids: [920], album_artist: '', album_year: null }, 'bad_field', 'album_artist'],
    [{ action: 'set_artist_year', uids: [920], album_year: 'x' }, 'bad_field', 'album_year'],
    [{ action: 'delete', uids: [] }, 'bad_field', 'uids'],
    [{ action: 'delete', uids: ['x'] }, 'bad_field', 'uids'],
    [{ action: 'delete', uids: [920, 1000] }, 'bad_field', 'uids'],
    [{ action: 'delete', found: 'maybe' }, 'bad_field', 'found'],
    [{ action: 'delete', found: true, query: 'filter=lost' }, 'bad_field', 'query'],
    [{ action: 'delete', uids: [920], uid: 920 }, 'bad_field', 'uid'],
    [{ action: 'delete', uids: [920], colour: 'red' }, 'bad_field', 'colour'],
    [{ action: 'update', uids: [920], album_title: 'x' }, 'unknown_action', 'action'],
  ])('refuses %j as a whole', async (body, code, field) => {
    const answer = await post(body);
    const { code: said, fields } = errorOf(answer);
    expect([answer.status, said, Object.keys(fields)]).toEqual([400, code, [field]]);
    expect(titles()).toHaveLength(5);
  });
});

describe('the form of the wall', () => {
  const send = (fields: string): Promise<Answer> => running.form('/library', fields, browser);

  it('sets artist and year by its fields, and names the albums that failed', async () => {
    const page = (await running.ask('/library', { headers: browser })).text;
    for (const name of ['album_artist', 'album_year']) expect(page).toContain(`name="${name}"`);
    const fields = `query=&uids=${oids[0]}&uids=7&on_pens=all&album_artist=Igel&album_year=&action=set_artist_year`;
    const answer = await send(fields);
    expect([answer.status, answer.headers.location]).toEqual([303, '/library']);
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
    const note = (await running.ask('/library', { headers: { ...browser, cookie } })).text;
    for (const words of ['1 album has the new artist or year.', '1 album failed:', 'no album with the number 7'])
      expect(note).toContain(words);
    expect(running.services.albums.get(oids[0] ?? 0)).toMatchObject({ album_artist: 'Igel', on_pens: 'all' });
  });

  it('prints in the order that is shown', async () => {
    const answer = await send(`query=sort%3Dtitle&uids=${oids[2]}&uids=${oids[1]}&uids=${oids[0]}&action=print`);
    expect([answer.status, answer.headers.location]).toEqual([
      303,
      `/print?oids=${[1, 0, 2].map((n) => oids[n]).join(',')}`,
    ]);
  });

  it('asks before it deletes, and says what it concerns', async () => {
    await running.services.albums.notePrinted([oids[0] ?? 0], 'page');
    const first = await send(`query=q%3Dk%25C3%25A4fer&uids=${oids[0]}&uids=${oids[1]}&action=delete`);
    expect(first.status).toBe(303);
    expect(titles()).toHaveLength(5);
    const location = String(first.headers.location);
    expect(location).toMatch(/^\/library\/delete\?uids=/);
    const page = (await running.ask(location, { headers: browser })).text;
    for (const words of ['Delete 2 albums?', 'Bär', 'Amsel', '1 printed sheet']) expect(page).toContain(words);
    expect(titles()).toHaveLength(5);
    const field = (name: string): string => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? '';
    const second = await send(
      new URLSearchParams(
        ['action', 'confirmed', 'uids', 'query'].map((name): [string, string] => [name, field(name)]),
      ).toString(),
    );
    expect([second.status, second.headers.location]).toEqual([303, '/library?q=k%C3%A4fer']);
    expect(titles()).toEqual(['Käfer', 'Dachs', 'Esel']);
    const cookie = String(second.headers['set-cookie']).split(';')[0] ?? '';
    const note = (await running.ask('/library', { headers: { ...browser, cookie } })).text;
    expect(note).toContain('2 albums are deleted.');
  });

  it('says which ones failed, and why', async () => {
    const answer = await send(`uids=${oids[0]}&uids=7&action=cleanup`);
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
    const note = (await running.ask('/library', { headers: { ...browser, cookie } })).text;
    expect(note).toContain('The file for the pen of 1 album is deleted.');
    expect(note).toContain('“7”: There is no album with the number 7.');
  });

  it('has a box for each album that has a name, and one for all that were found', async () => {
    const { text } = await running.ask('/library?sort=title', { headers: browser });
    expect([...text.matchAll(/name="uids" value="(\d+)"/g)].map(([, oid]) => Number(oid))).toEqual(
      [1, 0, 3, 4, 2].map((n) => oids[n]),
    );
    expect(text).toContain('aria-label="Select “Bär”"');
    expect(text).toContain('name="found" value="true"');
  });
});

describe('filters', () => {
  it('leave what they say, beside words and order, and count', async () => {
    await running.services.albums.notePrinted([oids[0] ?? 0, oids[1] ?? 0], 'page');
    expect(await found('filter=not_printed&sort=title')).toEqual(['Dachs', 'Esel', 'Käfer']);
    expect(await found('filter=not_printed&q=KAFER')).toEqual(['Käfer']);
    expect(await found('filter=problem')).toEqual([]);
    expect(await found('filter=problem,not_printed')).toEqual([]);
    const page = (await running.ask('/library?q=e', { headers: browser })).text;
    // Bär is Baer too; Käfer, Esel, Amsel.
    expect(page).toMatch(/value="not_printed"[^>]*> <span>not printed<\/span>\s*<span class="count">2</);
    const { text } = await running.ask('/library/filters?filter=not_printed', { headers: browser });
    expect(text).toMatch(/value="not_printed"[^>]* checked>/);
  });

  it('are not printed any more under a new number', async () => {
    await running.services.albums.notePrinted(oids, 'page');
    expect(await found('filter=not_printed')).toEqual([]);
    await running.services.albums.update(oids[4] ?? 0, { oid: 5 });
    expect(await found('filter=not_printed')).toEqual(['Esel']);
  });

  it.each([
    ['filter=lost', 'filter', 'problem, not_printed'],
    ['filter=problem&filter=lost', 'filter', 'problem, not_printed'],
    ['pen=nobody', 'pen', 'none'],
    ['sort=size', 'sort', 'newest, title, artist, oid'],
  ])('%s is refused with what there is', async (query, field, known) => {
    for (const path of ['/library', '/library/wall', '/library/filters', '/library/oids']) {
      const answer = await running.ask(`${path}?${query}`, { headers: json });
      expect([path, answer.status]).toEqual([path, 400]);
      expect(errorOf(answer).fields[field]).toContain(known);
    }
  });

  it('GET /library/oids has the numbers alone, of all pages', async () => {
    const answer = await running.ask('/library/oids?sort=title', { headers: json });
    expect(answer.json()).toEqual({ success: true, oids: [1, 0, 3, 4, 2].map((n) => oids[n]) });
  });
});
