import { describe, expect, it } from '@jest/globals';
import * as z from 'zod/v4';
import { errorCodes, TonstiftError } from '../../workers/base/errors.js';
import { internalProblem, problemOf, statusOf } from '../../http/response/errors.js';
import { eventNumber, eventText } from '../../http/resources/status/live.js';
import { chosenAlbums } from '../../http/resources/albums/many/choose.js';
import { albumUids, onPens, trackEdits } from '../../http/resources/albums/input.js';
import { libraryQuery } from '../../http/resources/albums/query.js';
import { basicPassword } from '../../http/security/password.js';
import { rangeOf } from '../../http/response/files/range.js';
import { createSessions } from '../../http/security/sessions.js';
import { createGuesses, waitAfter, type Guesser } from '../../http/security/guesses.js';
import { readValue } from '../../workers/base/input/read.js';
import { drawnSheet, flag, html, path } from '../../http/response/html.js';
import { titleLines } from '../../http/resources/albums/cover.js';
import { fileSize } from '../../workers/base/text/file-size.js';
import { runningTime } from '../../http/response/words.js';
import type { AlbumView } from '../../workers/library/types.js';

describe('errors', () => {
  it.each([...errorCodes])('%s has a status that says it failed', (code) => {
    expect(statusOf[code]).toBeGreaterThanOrEqual(400);
    expect(problemOf(new TonstiftError(code, 'x'))).toMatchObject({ code, status: statusOf[code] });
  });
  it.each([
    ['ENOSPC', 507, 'no_space', 'There is no space left on the disk.'],
    ['EDQUOT', 507, 'no_space', 'There is no space left on the disk.'],
    ['EMFILE', 503, 'not_now', 'cannot do this now: as it says (/a/b).'],
    ['EROFS', 503, 'not_now', 'cannot do this now: as it says (/a/b).'],
    ['ESTALE', 503, 'not_now', 'cannot do this now: as it says (/a/b).'],
  ])('of the system are passed on as what they are: %s is %i', (code, status, as, words) => {
    const problem = problemOf(Object.assign(new Error(`${code}: as it says, write '/a/b'`), { code }));
    expect(problem).toMatchObject({ status, code: as });
    expect(String(problem?.words)).toContain(words);
  });
  it('know a full disk behind the words of others, and no other error of the system', () => {
    const wrapped = new Error('cannot', { cause: Object.assign(new Error('x'), { code: 'ENOSPC' }) });
    expect(problemOf(wrapped)?.status).toBe(507);
    expect(problemOf(Object.assign(new Error('x'), { code: 'ENOENT' }))).toBeNull();
  });
  it('keep what nobody foresaw to themselves', () => {
    expect(problemOf(new Error('secret path'))).toBeNull();
    expect(String(internalProblem('abcd').words)).toContain('abcd');
  });
});

const read = <Schema extends z.ZodType>(schema: Schema, raw: unknown): z.output<Schema> => readValue('x', schema, raw);

describe('on_pens', () => {
  it.each<[unknown, unknown]>([
    ['all', 'all'],
    ['none', 'none'],
    ['A1,B2', ['A1', 'B2']],
    ['path-0123456789ab,R 1', ['path-0123456789ab', 'R 1']],
    [['A1-volume-TIPTOI-2000000000'], ['A1-volume-TIPTOI-2000000000']],
    [' A1 , A1', ['A1']],
    ['["A1"]', ['A1']],
    [['A1'], ['A1']],
    [['all', 'A1'], 'all'],
    [['none', 'A1', 'B2'], 'none'],
    [
      ['these', 'A1', 'B2'],
      ['A1', 'B2'],
    ],
  ])('%j is %j', (raw, value) => expect(read(onPens, raw)).toEqual(value));
  it.each([
    '',
    'a,',
    'x'.repeat(129),
    'ü',
    'all,A1',
    ['none'],
    ['A1', 'these'],
    [],
    [5],
    5,
    null,
    [' a'],
    ['a,b'],
    ['a/b'],
  ])('%j is refused', (raw) => expect(() => read(onPens, raw)).toThrow(/must be all, none/));
  it('of a form without a tick says what is missing', () =>
    expect(() => read(onPens, 'these')).toThrow('Select at least one pen.'));
});

describe('a list with more items than any field takes', () => {
  it('is refused as a whole: each wrong item would take 50 µs', () => {
    let checks = 0;
    const counted = albumUids(z.array(z.custom<number>(() => (checks++, false))));
    const all = ['a,'.repeat(5000), `[${'a,'.repeat(5000)}]`, Array(5000).fill('a'), Array(50).fill('a,'.repeat(50))];
    for (const raw of all) expect(() => read(counted, raw)).toThrow('must be a list of album numbers');
    expect(checks).toBe(all.length);
    for (const zeros of ['0,'.repeat(5000), '[],'.repeat(5000)])
      expect(trackEdits.safeParse(`[${zeros}0]`).error?.issues).toHaveLength(1);
  });
});

describe('tracks', () => {
  it('are a list, or JSON text of one', () => {
    expect(read(trackEdits, '[{"id":3,"track_title":" A "}]')).toEqual([{ id: 3, track_title: 'A' }]);
    expect(read(trackEdits, [{ id: '3', track_number: 2 }])).toEqual([{ id: 3, track_number: 2 }]);
  });
  it.each([
    '{}',
    'null',
    '[',
    '[1]',
    '[null]',
    '[[]]',
    '[{}]',
    '[{"id":0}]',
    '[{"id":1,"filename":"../x"}]',
    '[{"id":1,"__proto__":{}}]',
    '[{"id":1,"track_title":""}]',
    '[{"id":1,"track_number":-1}]',
    7,
  ])('%j is refused', (raw) => expect(() => read(trackEdits, raw)).toThrow(/must|needs/));
});

describe('rangeOf', () => {
  it.each<[string | undefined, unknown]>([
    ['bytes=0-9', { start: 0, end: 9 }],
    ['bytes=90-', { start: 90, end: 99 }],
    ['bytes=-10', { start: 90, end: 99 }],
    ['bytes=-1000', { start: 0, end: 99 }],
    ['bytes=50-1000', { start: 50, end: 99 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=0-1,5-6', 'whole'],
    ['bytes=5-1', 'whole'],
    ['bytes=-', 'whole'],
    ['items=0-1', 'whole'],
    ['bytes=a-b', 'whole'],
    [undefined, 'whole'],
  ])('%j of 100 bytes is %j', (header, range) => expect(rangeOf(header, 100)).toEqual(range));
  it('of an empty file cannot be', () => expect(rangeOf('bytes=0-', 0)).toBe('unsatisfiable'));
});

describe('html', () => {
  it('escapes what goes in', () => {
    expect(html`<p title="${'"><script>'}">${"<b>&'"}</p>`.in('en')).toBe(
      '<p title="&quot;&gt;&lt;script&gt;">&lt;b&gt;&amp;&#39;</p>',
    );
    expect(html`${['<', html`<i>${1}</i>`]}${null}${false}${undefined}${flag('open', true)}`.in('en')).toBe(
      '&lt;<i>1</i> open',
    );
  });
  it('refuses what it could not escape', () => {
    expect(() => html`<a href="${'/x'}">`).toThrow('path()');
    expect(() => html`<a title=${'x'}>`).toThrow('quoted');
  });
  it.each([
    'javascript:alert(1)',
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '',
    'x',
    '/a b',
    '/a\nb',
  ])('%j is no path', (text) => expect(() => path(text)).toThrow('is not a path'));
  it('takes paths and anchors', () =>
    expect(html`<a href="${path('/a?b=1&c=2#d')}">`.in('en')).toBe('<a href="/a?b=1&amp;c=2#d">'));
  it('puts the base path before links and the pictures of a sheet', () => {
    const sheet =
      '<svg><image href="/images/1/a.jpg"/><text>&#60;image href=&#34;/</text><image href="/images/2/b"/></svg>';
    expect(html`<a href="${path('/a')}">${drawnSheet(sheet)}</a>`.in('en', '/house')).toBe(
      `<a href="/house/a">${sheet.replaceAll('"/images', '"/house/images')}</a>`,
    );
    expect(drawnSheet(sheet).in('en')).toBe(sheet);
  });
});

describe('words', () => {
  it.each([
    [0, '0:00'],
    [187_400, '3:07'],
    [3_729_000, '1:02:09'],
  ])('%d ms is %s', (ms, text) => expect(runningTime(ms)).toBe(text));
  it.each([
    [0, '0 bytes'],
    [999, '999 bytes'],
    [1500, '2 kB'],
    [69_300_000, '69.3 MB'],
    [2_147_483_648, '2.1 GB'],
  ])('%d bytes is %s', (bytes, text) => expect(String(fileSize(bytes))).toBe(text));
  it('cuts titles into lines that fit', () => {
    expect(titleLines('Die drei Fragezeichen und der Super-Papagei von Rocky Beach')).toHaveLength(4);
    for (const text of titleLines('Donaudampfschifffahrtsgesellschaft 日本語'))
      expect([...text].length).toBeLessThanOrEqual(18);
    expect(titleLines('Gute-Nacht-Geschichten')).toEqual(['Gute-Nacht-', 'Geschichten']);
    expect(titleLines('Das Gespensterschiff')).toEqual(['Das', 'Gespensterschiff']);
    expect(titleLines('A - B')).toEqual(['A - B']);
  });
});

describe('the library query', () => {
  const album = (oid: number, title: string, artist: string, tracks: string[], singer = ''): AlbumView =>
    ({
      oid,
      album_title: title,
      album_artist: artist,
      added_at: `2026-01-0${oid - 919}`,
      tracks: tracks.map((track_title) => ({ track_title, artist: singer })),
    }) as AlbumView;
  const albums = [
    album(920, 'Zoo', 'Ärzte', ['Grüße']),
    album(921, 'Anton', 'Bert', ['Nacht 10']),
    album(922, 'anna', 'Bert', ['Lied'], 'Bibi; Tina'),
  ];
  const oids = (given: object): number[] =>
    chosenAlbums(albums, libraryQuery(new Map(Object.entries(given)))).map(({ oid }) => oid);
  it('sorts titles under their noun, and numbers by their value', () => {
    const titles = ['Die Schule 12', 'Bär', 'Die', 'The Cat', 'L’ours', 'Diego', 'Schule 2', 'Der Zoo'];
    const albums = titles.map((title, n) => album(920 + n, title, '', []));
    const found = chosenAlbums(albums, libraryQuery(new Map([['sort', 'title']])), []);
    expect(found.map((one) => one.album_title)).toEqual([
      'Bär',
      'The Cat',
      'Die',
      'Diego',
      'L’ours',
      'Schule 2',
      'Die Schule 12',
      'Der Zoo',
    ]);
  });

  it.each([
    ['Der', 'Die', 'Das', 'Ein', 'Eine', 'der', 'DIE'],
    ['The', 'A', 'An', 'the'],
    ['Le', 'La', 'Les', 'Un', 'Une'],
    ['De', 'Het', 'Een'],
  ])('leaves out %s, %s, %s and others where it sorts titles', (...articles) => {
    const titles = ['Aal', ...articles.map((article) => `${article} Maus`), 'L’Maus', "l'Maus", 'Nase'];
    const albums = titles.map((title, n) => album(920 + n, title, '', [])).reverse();
    const found = chosenAlbums(albums, libraryQuery(new Map([['sort', 'title']])), []).map((one) => one.album_title);
    expect([found[0], found.at(-1), found.length]).toEqual(['Aal', 'Nase', titles.length]);
  });

  it('sorts numbers in titles and artists by their value, whatever their article', () => {
    const titles = ['Folge 12', 'Die Folge 9', 'Folge 100: Der Zug', 'Folge 9'];
    const albums = titles.map((title, n) => album(920 + n, title, title, []));
    for (const sort of ['title', 'artist']) {
      const found = chosenAlbums(albums, libraryQuery(new Map([['sort', sort]])), []);
      expect(found.map((one) => one.album_title)).toEqual(['Die Folge 9', 'Folge 9', 'Folge 12', 'Folge 100: Der Zug']);
    }
  });

  it('sorts', () => {
    expect(oids({})).toEqual([922, 921, 920]);
    expect(oids({ sort: 'title' })).toEqual([922, 921, 920]);
    expect(oids({ sort: 'artist' })).toEqual([920, 922, 921]);
    expect(oids({ sort: 'oid' })).toEqual([920, 921, 922]);
  });
  it('finds without case and accents, every word', () => {
    expect(oids({ q: 'grusse' })).toEqual([920]);
    expect(oids({ q: 'bert NACHT' })).toEqual([921]);
    expect(oids({ q: '922' })).toEqual([922]);
    expect(oids({ q: 'Bibi; Tina' })).toEqual([922]);
    expect(oids({ q: 'nobody' })).toEqual([]);
  });
  it('refuses orders and pages that cannot be', () =>
    expect(() => libraryQuery(new Map(Object.entries({ sort: 'x', page: '0', q: ['a', 'b'] })))).toThrow(
      /q: .*sort: .*page: /,
    ));
});

describe('events', () => {
  it('are numbered within a run', () => {
    expect(eventText({ id: 7, type: 'a\nb', data: { x: 'l\nm' } }, 'e-1', { language: 'en', base: '' })).toBe(
      'id: e-1-7\nevent: a_b\ndata: {"x":"l\\nm"}\n\n',
    );
    expect(eventNumber('e-1-7', 'e-1')).toBe(7);
    for (const id of ['e-2-7', 'e-1-', 'e-1-x', '7', 'e-1--7']) expect(eventNumber(id, 'e-1')).toBeUndefined();
  });
});

describe('passwords', () => {
  it.each([
    ['Basic ' + Buffer.from('me:a:ü').toString('base64'), 'a:ü'],
    ['Basic ' + Buffer.from('me:a:ü', 'latin1').toString('base64'), 'a:ü'],
    ['basic ' + Buffer.from(':').toString('base64'), ''],
    ['Bearer x', undefined],
    ['Basic !!', undefined],
    ['Basic ' + Buffer.from('none').toString('base64'), undefined],
    [undefined, undefined],
  ])('%j holds %j', (header, password) => expect(basicPassword(header)).toBe(password));

  it('sessions end by time, by logout and with the password', () => {
    let now = 0;
    let password = 'one';
    const sessions = createSessions(
      () => password,
      () => now,
    );
    const [a, b] = [sessions.open(), sessions.open()];
    expect(Buffer.from(a, 'base64url')).toHaveLength(32);
    expect([sessions.has(a), sessions.has(b), sessions.has('x')]).toEqual([true, true, false]);
    sessions.close(a);
    expect([sessions.has(a), sessions.has(b)]).toEqual([false, true]);
    now += sessions.lifetime;
    expect(sessions.has(b)).toBe(false);
    const c = sessions.open();
    password = 'two';
    expect(sessions.has(c)).toBe(false);
    password = 'one';
    expect(sessions.has(c)).toBe(false);
  });

  it('a session in use goes on, and one that is over does not come back', () => {
    let now = 0;
    const sessions = createSessions(
      () => 'one',
      () => now,
    );
    const id = sessions.open();
    now += sessions.lifetime / 2;
    expect([sessions.renew(id), sessions.renew(id), sessions.renew('x')]).toEqual([true, false, false]);
    now += sessions.lifetime - 1;
    expect(sessions.has(id)).toBe(true);
    now += 1;
    expect([sessions.renew(id), sessions.has(id)]).toEqual([false, false]);
  });

  const stranger = (key: string): Guesser => ({ key, isKnown: false });

  it('wrong ones are slowed by address', async () => {
    let now = 1e12;
    const guesses = createGuesses(
      () => now,
      async (ms) => void (now += ms),
    );
    const waits: number[] = [];
    for (let n = 0; n < 8; n += 1) {
      const before = now;
      expect(await guesses.attempt(stranger('a'), async () => false)).toBe(false);
      waits.push(now - before);
    }
    expect(waits).toEqual([0, 0, 0, 0, 0, 250, 500, 1000]);
    const before = now;
    expect(await guesses.attempt(stranger('b'), async () => true)).toBe(true);
    expect(now).toBe(before);
    expect(await guesses.attempt(stranger('a'), async () => true)).toBe(true);
    expect(now - before).toBe(2000);
    expect(waitAfter(1000)).toBe(4000);
  });

  it('are reported when the delays begin, and once in ten minutes while they continue', async () => {
    let now = 1e12;
    const guesses = createGuesses(
      () => now,
      async (ms) => void (now += ms),
    );
    let reports = 0;
    const wrong = async (times: number): Promise<number> => {
      for (let n = 0; n < times; n += 1)
        await guesses.attempt(
          stranger('a'),
          async () => false,
          () => (reports += 1),
        );
      return reports;
    };
    expect([await wrong(4), await wrong(1), await wrong(60)]).toEqual([0, 1, 1]);
    now += 10 * 60_000;
    expect(await wrong(5)).toBe(2);
  });
});
