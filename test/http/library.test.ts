import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AlbumView } from '../../workers/library/types.js';
import { allActions as actions } from '../support/features.js';
import { TonstiftError } from '../../workers/base/errors.js';
import { browser, png, start, track } from './client.js';
import { forAllTests } from '../support/opened.js';

const running = forAllTests(start, (one) => one.stop());
beforeAll(
  async () =>
    void (await running.parts('/', [
      track('one.mp3'),
      track('two.mp3'),
      { name: 'cover', filename: 'c.png', content: png },
    ])),
);

const json = { accept: 'application/json' };
const act = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  running.form('/library', fields, headers);
const album = (): AlbumView => running.services.albums.get(920);
const errorOf = (body: Record<string, unknown>) =>
  body['error'] as { code: string; message: string; fields: Record<string, string> };

describe('GET /library', () => {
  it('is a page for browsers and for no wish at all, JSON for those who ask', async () => {
    const pages = ['*/*', browser.accept, 'text/html', 'application/json;q=0.5, text/html'];
    for (const accept of [...pages, 'application/json; q=0.5, text/html']) {
      const answer = await running.ask('/library', { headers: { accept } });
      expect([accept, answer.status, answer.headers['content-type']]).toEqual([
        accept,
        200,
        'text/html; charset=utf-8',
      ]);
    }
    expect((await running.ask('/library')).text).toContain('<!doctype html>');
    const tie = { headers: { accept: 'text/html, application/json; charset=utf-8' } };
    expect((await running.ask('/library', tie)).text).toContain('<!doctype html>');
    const wishes = [
      'application/json',
      'application/json, text/plain, */*',
      'application/json; charset=UTF-8',
      'application/json;indent=4;q=0.9, text/html;q=0.5',
      'text/html; charset=utf-8; q=0.5, application/json',
    ];
    for (const accept of wishes) {
      const answer = await running.ask('/library', { headers: { accept } });
      expect(answer.headers['content-type']).toContain('application/json');
      expect(answer.headers.vary).toContain('Accept');
      const body = answer.json();
      expect(body).toEqual({ success: true, albums: running.services.albums.list(), pens: [] });
      expect((await act({ action: 'list' })).json()).toEqual(body);
    }
  });
  it('names what a query has wrong', async () => {
    expect(errorOf((await running.ask('/library?sort=size', { headers: json })).json()).fields['sort']).toContain(
      'newest',
    );
  });
});

describe('POST /library', () => {
  it('answers what the album is now', async () => {
    const answer = await act({ action: 'make_gme', uid: '920' });
    expect(answer.status).toBe(200);
    expect(answer.json()).toEqual({ success: true, action: 'create_gme', uid: 920, album: album() });
  });

  it('takes the same fields as JSON, form and multipart', async () => {
    const asked = {
      action: 'update',
      uid: 920,
      album_title: 'By JSON',
      album_year: 1999,
      on_pens: ['A1'],
      tracks: [{ id: 1, track_title: 'T' }],
    };
    expect((await running.post('/library', asked)).status).toBe(200);
    expect(album()).toMatchObject({ album_title: 'By JSON', album_year: 1999, on_pens: ['A1'] });
    await act({
      action: 'update',
      uid: '920',
      album_year: '',
      on_pens: 'all',
      album_artist: 'By form',
      player_mode: 'tiptoi',
      tracks: '[{"id":2,"track_title":"Zwei"}]',
    });
    expect(album()).toMatchObject({
      album_title: 'By JSON',
      album_artist: 'By form',
      album_year: null,
      on_pens: 'all',
      player_mode: 'tiptoi',
    });
    const fields = { action: 'update', uid: '920', album_title: 'Grüße & 日本語' };
    const parts = Object.entries(fields).map(([name, content]) => ({ name, content }));
    expect((await running.parts('/library', parts)).status).toBe(200);
    expect(album().album_title).toBe('Grüße & 日本語');
    expect(album().tracks.map((one) => one.track_title)).toEqual(['T', 'Zwei']);
  });

  it('composes the letters of titles and artists, however a keyboard sends them', async () => {
    const sent = { album_title: 'Grüße', album_artist: 'Zoë', track_2_title: 'Übung' };
    const decomposed = Object.fromEntries(Object.entries(sent).map(([name, text]) => [name, text.normalize('NFD')]));
    expect((await act({ action: 'update', uid: '920', ...decomposed })).status).toBe(200);
    expect(album()).toMatchObject({ album_title: 'Grüße', album_artist: 'Zoë' });
    expect(album().tracks[1]?.track_title).toBe('Übung');
  });

  it('edits by plain form fields only what differs', async () => {
    await act({
      action: 'update',
      uid: '920',
      oid: '920',
      track_1_title: 'T',
      track_1_number: '1',
      track_2_title: 'Drei',
      track_2_number: '2',
    });
    expect(album().tracks.map((one) => [one.track_number, one.track_title])).toEqual([
      [1, 'T'],
      [2, 'Drei'],
    ]);
    expect((await act({ action: 'update', uid: '920', track_2_title: '', tracks: '[]' })).status).toBe(400);
  });

  it('sends a browser on, with a sentence that shows once', async () => {
    const answer = await act({ action: 'update', uid: '920', album_title: 'Sent <on>' }, browser);
    expect([answer.status, answer.headers.location, answer.text]).toEqual([303, '/library/920', '']);
    expect((await act({ action: 'list' }, { accept: 'text/html;charset=utf-8' })).status).toBe(303);
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
    expect(String(answer.headers['set-cookie'])).toMatch(/httponly/i);
    const page = await running.ask('/library', { headers: { ...browser, cookie } });
    expect(page.text).toContain('“Sent &lt;on&gt;” is saved.');
    expect((await running.ask('/library', { headers: { ...browser, cookie } })).text).not.toContain('is saved.');
  });

  it('shows a browser an error page with the status', async () => {
    const answer = await act({ action: 'update', uid: '920', album_title: '' }, browser);
    expect(answer.status).toBe(400);
    expect(answer.headers['content-type']).toContain('text/html');
    expect(answer.text).toContain('must not be empty.');
    const form = /<form method="post" action="\/library"[^]*?<\/form>/.exec(answer.text)?.[0] ?? '';
    expect(form).toMatch(/<input name="album_title" value="[^"]*" aria-invalid="true">/);
    expect(form).toContain('<input type="hidden" name="action" value="update">');
  });

  it('shows no form again that has a secret, files, or lacks the wrong field', async () => {
    const again = async (fields: Record<string, string>): Promise<boolean> => {
      const { status, text } = await running.form('/library', fields, browser);
      expect(status).toBe(400);
      return text.includes('Send again');
    };
    const wrong = { action: 'update', uid: '920', album_year: 'x', album_artist: 'Die "Band"' };
    expect(await again(wrong)).toBe(true);
    expect(await again({ ...wrong, access_token: 'x' })).toBe(false);
    expect(await again({ action: 'update' })).toBe(false);
  });

  it.each(['-5', '0', '1000', '70000', '1e2', ' 920', '920abc', '', '../920', '९२०'])(
    'refuses the uid %j',
    async (uid) => {
      for (const action of ['create_gme', 'delete', 'update', 'cleanup', 'copy_gme', 'delete_from_pen']) {
        const answer = await act({ action, uid });
        expect([action, answer.status]).toEqual([action, 400]);
        expect(errorOf(answer.json())).toMatchObject({
          code: 'bad_field',
          fields: { uid: expect.stringContaining('must be a whole number from 1 to 999') },
        });
      }
      expect(album().oid).toBe(920);
    },
  );

  it('does not know an album that is not there', async () => {
    const needed: Record<string, Record<string, string>> = {
      delete_track: { id: '1' },
      delete_track_picture: { id: '1' },
      cut_at_silences: { id: '1' },
      split: { parts: '[]' },
      take_apart: { tracks: '1' },
      join: { other: '998' },
      choose_pens: { on_pens: 'all' },
      set_artist_year: { album_artist: 'x' },
    };
    for (const action of actions.map(({ name }) => name).filter((name) => !name.startsWith('add_')))
      expect([action, (await act({ action, uid: '999', ...needed[action] })).status]).toEqual([action, 404]);
  });

  it.each<[Record<string, string>, string]>([
    [{ path: '../../etc/passwd' }, 'path'],
    [{ filename: '../x' }, 'filename'],
    [{ cover_image: '/x' }, 'cover_image'],
    [{ oid: '993' }, 'oid'],
    [{ oid: '0' }, 'oid'],
    [{ oid: '-5' }, 'oid'],
    [{ oid: '70000' }, 'oid'],
    [{ player_mode: 'loud' }, 'player_mode'],
    [{ album_year: '10000' }, 'album_year'],
    [{ album_year: 'MCM' }, 'album_year'],
    [{ album_title: 'a\u0000b' }, 'album_title'],
    [{ album_title: 'x'.repeat(301) }, 'album_title'],
    [{ on_pens: '../pens' + 'x'.repeat(20) }, 'on_pens'],
    [{ tracks: '[{"id":1,"filename":"../../x"}]' }, 'tracks'],
    [{ tracks: 'nonsense' }, 'tracks'],
    [{ constructor: 'x' }, 'constructor'],
    [{ __proto_: 'x' }, '__proto_'],
  ])('update refuses %j, and changes nothing', async (fields, name) => {
    const before = album();
    const answer = await act({ action: 'update', uid: '920', album_artist: 'New', ...fields });
    expect(answer.status).toBe(400);
    expect(Object.keys(errorOf(answer.json()).fields)).toContain(name);
    expect(album()).toEqual(before);
  });

  it('names every wrong field at once', async () => {
    const { fields } = errorOf(
      (await act({ action: 'update', uid: '920', oid: '0', album_title: '', player_mode: 'x' })).json(),
    );
    expect(Object.keys(fields).sort()).toEqual(['album_title', 'oid', 'player_mode']);
  });

  it('lists the actions to one that asks for another', async () => {
    for (const fields of [{ action: 'explode' }, { uid: '920' }, { action: '__proto__' }, { action: 'constructor' }]) {
      const answer = await act(fields as unknown as Record<string, string>);
      expect(answer.status).toBe(400);
      expect(errorOf(answer.json()).code).toBe('unknown_action');
      for (const { name } of actions) expect(errorOf(answer.json()).message).toContain(name);
    }
  });

  it.each(['copy_gme', 'copy_to_pen', 'delete_from_pen', 'delete_gme_tiptoi'])(
    'knows %s, and that there is no pen',
    async (action) => {
      const answer = await act({ action, uid: '920', pen: 'A1' });
      expect([answer.status, errorOf(answer.json()).code]).toEqual([503, 'no_pen']);
    },
  );

  it('passes on the refusals of a service, and hides what is none', async () => {
    running.services.albums.trouble = new TonstiftError('build_failed', 'Track 2 of 920 cannot be converted.');
    expect(errorOf((await act({ action: 'create_gme', uid: '920' })).json())).toEqual({
      code: 'build_failed',
      message: 'Track 2 of 920 cannot be converted.',
      fields: {},
    });
    running.services.albums.trouble = new Error('secret /home/me/thing');
    const answer = await act({ action: 'create_gme', uid: '920' });
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain('secret');
    const reference = /reference ([0-9a-f]{8})/.exec(answer.text)?.[1];
    expect(reference).toBeDefined();
    expect(running.errors.at(-1)).toContain(reference);
    expect(running.errors.at(-1)).toContain('secret /home/me/thing');
  });

  it('refuses a taken OID, and gives a free one', async () => {
    await running.parts('/', [track('other.mp3', 'xx')]);
    expect((await act({ action: 'update', uid: '921', oid: '920' })).status).toBe(409);
    const answer = await act({ action: 'update', uid: '921', oid: '7' }, browser);
    expect(answer.headers.location).toBe('/library/7');
    const gone = await act({ action: 'delete_album', uid: '7' });
    expect(gone.json()).toMatchObject({ success: true, action: 'delete', uid: 7, album: { oid: 7 } });
    expect((await act({ action: 'delete', uid: '7' })).status).toBe(404);
  });

  it('takes a cover and more tracks, each in its own field', async () => {
    const fields = (action: string) => [
      { name: 'action', content: action },
      { name: 'uid', content: '920' },
    ];
    const addCover = (content: string | Buffer) =>
      running.parts('/library', [
        ...fields('add_cover'),
        { name: 'cover', filename: 'x.png', content, type: 'image/png' },
      ]);
    expect((await addCover(png)).status).toBe(200);
    const fake = await addCover('<html><script>alert(1)</script>');
    expect([fake.status, errorOf(fake.json()).fields['cover']]).toEqual([
      400,
      expect.stringContaining('must be a picture'),
    ]);
    expect((await running.parts('/library', fields('add_cover'))).status).toBe(400);
    const more = await running.parts('/library', [
      ...fields('add_tracks'),
      track('../../three.mp3'),
      track('empty.mp3', ''),
    ]);
    expect(more.json()).toMatchObject({
      success: true,
      uid: 920,
      album: { num_tracks: 3 },
      rejected: [{ filename: 'empty.mp3' }],
    });
    for (const parts of [
      [...fields('add_tracks'), { name: 'path', filename: 'x', content: 'x' }],
      [...fields('cleanup'), track('x')],
      fields('add_tracks'),
      [...fields('add_cover'), track('x')],
    ]) {
      expect((await running.parts('/library', parts)).status).toBe(400);
    }
    const id = String(album().tracks[2]?.id);
    expect((await act({ action: 'delete_track', uid: '920', id })).json()).toMatchObject({ album: { num_tracks: 2 } });
    expect((await act({ action: 'delete_track', uid: '920', id })).status).toBe(404);
    expect((await act({ action: 'delete_track', uid: '920', id: '1x' })).status).toBe(400);
    expect(await running.leftovers()).toEqual([]);
  });

  it('cuts a track at silences', async () => {
    const [{ id, track_title: title } = { id: 0, track_title: '' }] = album().tracks;
    const cut = (more: Record<string, string>) =>
      act({ action: 'cut_at_silences', uid: '920', id: String(id), ...more });
    for (const minutes of ['0', '61', 'x']) expect((await cut({ minutes })).status).toBe(400);
    expect((await cut({ minutes: '6' })).json()).toMatchObject({ success: true, action: 'cut_at_silences' });
    expect(album().tracks.map((track) => track.track_title)).toEqual(expect.arrayContaining([`${title} (2)`]));
    expect((await cut({})).status).toBe(404);
  });
});

it('takes a picture for a track, shows it, and takes it away', async () => {
  const tracks = () => running.services.albums.get(920).tracks;
  const id = String(tracks()[0]?.id);
  const fields = (action: string, given: Record<string, string>) =>
    Object.entries({ action, uid: '920', ...given }).map(([name, content]) => ({ name, content }));
  const picture = { name: 'picture', filename: 'x.png', content: png, type: 'image/png' };
  const add = (given: Record<string, string>, ...files: (typeof picture)[]) =>
    running.parts('/library', [...fields('add_track_picture', given), ...files]);

  const given = await add({ id }, picture);
  expect([given.status, given.json()]).toEqual([
    200,
    expect.objectContaining({ success: true, action: 'add_track_picture', uid: 920 }),
  ]);
  const [image = ''] = tracks().flatMap((track) => track.picture_image ?? []);
  expect(image).toMatch(/^\/images\/920\/picture-[0-9a-f]{16}\.jpg\?v=[0-9a-f]{16}$/);
  const served = await running.ask(image);
  expect([served.status, served.headers['content-type'], served.headers['cache-control']]).toEqual([
    200,
    'image/jpeg',
    'private, max-age=31536000, immutable',
  ]);
  expect((await running.ask('/library/920', { headers: browser })).text).toContain(`src="${image}"`);

  const wrong: [Record<string, string>, (typeof picture)[], number, string[]][] = [
    [{ id }, [], 400, ['picture']],
    [{}, [], 400, ['id', 'picture']],
    [{ id }, [picture, picture], 400, ['picture']],
    [{ id }, [{ ...picture, name: 'cover' }], 400, ['cover']],
    [{ id, title: 'x' }, [picture], 400, ['title']],
    [{ id }, [{ ...picture, content: Buffer.from('<svg/>') }], 400, ['picture']],
    [{ id: '7777' }, [picture], 404, []],
  ];
  for (const [sent, files, status, names] of wrong) {
    const answer = await add(sent, ...files);
    expect([answer.status, Object.keys(errorOf(answer.json()).fields)]).toEqual([status, names]);
  }
  expect((await act({ action: 'delete_track_picture', uid: '920', id })).status).toBe(200);
  expect((await act({ action: 'delete_track_picture', uid: '920', id })).status).toBe(404);
  expect([(await running.ask(image)).status, tracks()[0]?.picture_image]).toEqual([404, null]);
  expect(await running.leftovers()).toEqual([]);
});

it('escapes titles in every page that shows them', async () => {
  const evil = `"><script>alert(1)</script><img src=x onerror='alert(2)'>`;
  await act({
    action: 'update',
    uid: '920',
    album_title: evil,
    album_artist: evil,
    tracks: JSON.stringify(album().tracks.map(({ id }) => ({ id, track_title: evil }))),
  });
  await act({ action: 'create_gme', uid: '920' });
  running.services.config.saved['inbox_path'] = evil;
  const pages = [
    await running.ask('/library'),
    await running.ask(`/library?q=${encodeURIComponent(evil)}`),
    await running.ask('/config'),
    await running.ask('/logs'),
    await running.ask('/<script>alert(1)</script>', { headers: browser }),
  ];
  for (const { text } of pages) {
    expect(text).toContain('</html>');
    expect(text).not.toMatch(/<script>|<img src=x|\sonerror='/);
    expect(text).not.toMatch(/<[^>]+\sstyle=|<style|<script(?! type="module" src="\/assets\/)/);
  }
  expect(pages[0]?.text).toContain('&quot;&gt;&lt;script&gt;');
});
