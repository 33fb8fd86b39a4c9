/** Splitting and joining albums over HTTP: the pages, and what POST /library takes. */
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { AlbumView } from '../../../workers/library/types.js';
import { browser, start, track } from '../client.js';
import { forEachTest } from '../../support/opened.js';

const running = forEachTest(start, (one) => one.stop());
beforeEach(async () => {
  await running.parts('/', [track('one.mp3'), track('two.mp3'), track('three.mp3')]);
  await running.parts('/', [track('four.mp3')]);
});

const json = { accept: 'application/json' };
const act = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  running.form('/library', fields, headers);
const get = async (path: string) => running.ask(path, { headers: json });
const ids = (oid = 920): number[] => running.services.albums.get(oid).tracks.map(({ id }) => id);
const fieldsOf = (body: Record<string, unknown>): Record<string, string> =>
  (body['error'] as { fields: Record<string, string> }).fields;

describe('a split', () => {
  it('takes parts as JSON and as a form, and answers all of them and what it concerns', async () => {
    const [one, two, three] = ids();
    await running.services.albums.notePrinted([920], 'page');
    const parts = [
      { album_title: 'Eins', tracks: [one] },
      { album_title: 'Zwei', tracks: [two, three] },
    ];
    const answer = (await running.post('/library', { action: 'split', uid: 920, parts })).json();
    expect(answer).toMatchObject({
      success: true,
      action: 'split',
      uid: 920,
      album: { oid: 920, album_title: 'Eins' },
    });
    expect((answer['albums'] as AlbumView[]).map(({ oid, num_tracks }) => [oid, num_tracks])).toEqual([
      [920, 1],
      [922, 2],
    ]);
    expect(answer['concerns']).toMatchObject({ oids: [920], sheets: [{ oid: 920 }], pens: [] });

    const form = {
      ...{ action: 'split', uid: '922', part_1_title: 'Mehr', part_1_tracks: String(three) },
      ...{ part_2_title: 'Meer', part_2_tracks: String(two) },
    };
    const sent = await act(form, browser);
    expect([sent.status, sent.headers.location]).toEqual([303, '/library/922']);
    expect(running.services.albums.list().map(({ album_title: title }) => title)).toEqual(
      expect.arrayContaining(['Eins', 'Mehr', 'Meer']),
    );
  });

  it('takes tracks out of an album, as JSON and as a form', async () => {
    const [one, two, three] = ids();
    const answer = (await running.post('/library', { action: 'take_apart', uid: 920, tracks: [two] })).json();
    expect(answer).toMatchObject({ success: true, action: 'take_apart', album: { oid: 920, num_tracks: 2 } });
    const titles = (answer['albums'] as AlbumView[]).map(({ album_title: title }) => title);
    expect([titles.length, titles[1], ids(), ids(922)]).toEqual([2, titles[0], [one, three], [two]]);
    const wrong: [string, string][] = [
      ['', 'ids of tracks'],
      ['[]', 'ids of tracks'],
      [String(two), 'no track has the id'],
      [`${one},${three}`, 'at least one must stay'],
    ];
    for (const [tracks, why] of wrong) {
      const refused = await act({ action: 'take_apart', uid: '920', tracks });
      expect([tracks, refused.status, fieldsOf(refused.json())['tracks']]).toEqual([
        tracks,
        400,
        expect.stringContaining(why),
      ]);
    }
    await act({ action: 'take_apart', uid: '920', tracks: String(three), album_title: 'Drei' });
    expect([ids(), running.services.albums.get(923).album_title]).toEqual([[one], 'Drei']);
  });

  it('names what its parts have wrong, and changes nothing', async () => {
    const before = running.services.albums.list();
    const wrong: [Record<string, string>, string][] = [
      [{}, 'parts'],
      [{ parts: 'no list' }, 'parts'],
      [{ parts: '[{"album_title": "", "tracks": [1]}]' }, 'parts'],
      [{ parts: '[{"album_title": "a", "tracks": ["x"]}]' }, 'parts'],
      [{ parts: '[]', part_1_title: 'a', part_1_tracks: '1' }, 'parts'],
      [{ part_1_title: '', part_1_tracks: '1', part_2_title: 'b', part_2_tracks: '2,3' }, 'part_1_title'],
      [{ part_1_title: 'a', part_1_tracks: '1;2', part_2_title: 'b', part_2_tracks: '3' }, 'part_1_tracks'],
      [{ part_1_title: 'a', part_2_title: 'b', part_2_tracks: '3' }, 'part_1_tracks'],
      [{ parts: '[]', other: '921' }, 'other'],
    ];
    for (const [fields, field] of wrong) {
      const answer = await act({ action: 'split', uid: '920', ...fields });
      expect([fields, answer.status, Object.keys(fieldsOf(answer.json()))]).toEqual([fields, 400, [field]]);
    }
    expect(running.services.albums.list()).toEqual(before);
  });

  it('has a page that proposes, and JSON of the same', async () => {
    const answer = (await get('/library/920/split?after=2&after=1')).json();
    expect(answer).toMatchObject({ success: true, album: { oid: 920 } });
    expect((answer['proposals'] as { by: string; parts: unknown[] }[])[0]).toMatchObject({
      by: 'after',
      parts: [{ tracks: [ids()[0]] }, { tracks: [ids()[1]] }, { tracks: [ids()[2]] }],
    });
    const page = (await running.ask('/library/920/split?after=1,2', { headers: browser })).text;
    expect(page).toContain('name="part_3_title"');
    expect((await get('/library/920/split?after=3')).status).toBe(400);
    expect((await get('/library/920/split?after=x')).status).toBe(400);
    expect((await get('/library/920/split?by=size')).status).toBe(400);
    expect((await get('/library/5/split')).status).toBe(404);
    expect((await running.ask('/library/921/split', { headers: browser })).text).toContain('cannot be split');
  });
});

describe('a join', () => {
  it('answers the album, what has gone into it, and what that concerns', async () => {
    await running.services.albums.notePrinted([921], 'page');
    const before = running.services.albums.get(921);
    const answer = (await act({ action: 'join', uid: '920', other: '921', place: 'front' })).json();
    expect(answer).toMatchObject({ action: 'join', uid: 920, album: { oid: 920, num_tracks: 4 } });
    expect(answer['joined']).toEqual(before);
    expect(answer['concerns']).toMatchObject({ oids: [921, 920], sheets: [{ oid: 921 }] });
    expect((await get('/library/921')).status).toBe(404);
  });

  it('names what is wrong, and changes nothing', async () => {
    const before = running.services.albums.list();
    for (const [fields, status] of [
      [{}, 400],
      [{ other: '920' }, 400],
      [{ other: 'x' }, 400],
      [{ other: '921', place: 'middle' }, 400],
      [{ other: '5' }, 404],
    ] as const)
      expect([fields, (await act({ action: 'join', uid: '920', ...fields })).status]).toEqual([fields, status]);
    expect(running.services.albums.list()).toEqual(before);
  });

  it('has a page that finds the other album, and JSON of the same', async () => {
    const found = (await get('/library/920/join?q=921')).json();
    expect((found['albums'] as AlbumView[]).map(({ oid }) => oid)).toEqual([921]);
    expect((await get('/library/920/join?q=nobody')).json()['albums']).toEqual([]);
    const page = (await running.ask('/library/920/join', { headers: browser })).text;
    expect(page).toContain('name="other" value="921"');
    expect(page).not.toContain('name="other" value="920"');
    expect((await running.ask('/library/920/join?q=<b>', { headers: browser })).text).toContain('&lt;b&gt;');
  });
});
