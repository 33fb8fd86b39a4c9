/** What is refused is refused in German where German is read: on a page, and in JSON for its scripts. */
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { say } from '../../workers/base/language/sentence.js';
import { isEnglish } from '../support/english-left.js';
import { multipart, multipartType, png, start, track, type Answer } from './client.js';
import { germanJson, germanPage as page, refusedAddress, refusedInGerman, sentencesOf } from './german.js';
import { forAllTests } from '../support/opened.js';

const running = forAllTests(start, (one) => one.stop());
let oid = 0;
beforeAll(async () => {
  const { albums } = (await running.parts('/', [track('Eins.mp3', 'Ton'), track('Zwei.mp3', 'Tön')])).json() as {
    albums: { oid: number }[];
  };
  oid = albums[0]?.oid ?? 0;
});

it('is told from English', () => {
  const texts = ['The tracks', 'Add music', 'must be at most 3 letters long.', 'Not saved yet.', 'It is in the inbox'];
  expect(texts.filter((text) => !isEnglish(text, 'de'))).toEqual([]);
  const own = [
    'Album 920, 12 Stücke',
    'war am Stift',
    'tonstift config set inbox_path',
    'Im Wald und am Meer',
    'CD',
    '',
  ];
  expect(own.filter((text) => isEnglish(text, 'de'))).toEqual([]);
});

const wrongAddresses = [
  '/nirgends',
  '/library/999',
  '/library/viele',
  '/library?page=0',
  '/library?sort=bunt',
  '/library?page=x&sort=y',
  '/logs?lines=0&level=laut',
  '/print?page=x&dpi=1',
  '/print?oids=viele',
  '/pdf?oids=998',
  '/pdf?page_size=A9&preset=bunt&show_cover=vielleicht&margin=999&columns=99&tile_size=3',
  '/patterns/998.zip',
  '/patterns/920.zip?size=riesig',
  '/images/a.png',
  '/images/920-1-1-1.png',
  '/download_gme/998',
  '/download_oid_images?format=bunt',
  '/library/920/cover',
  '/library/920/tracks/77',
  '/library/920/tracks/1/picture',
];

describe('an address that is wrong', () => {
  it.each(wrongAddresses)('%.60s', async (path) =>
    refusedAddress((headers) => running.ask(path.replace('920', String(oid)), { headers }), !path.startsWith('/print')),
  );
});

const forms: [string, Record<string, string>][] = [
  ['/library', {}],
  ['/library', { action: 'malen' }],
  ['/library', { action: 'update', uid: '998' }],
  ['/library', { action: 'update', uid: 'x' }],
  ['/library', { action: 'update', uid: '920', album_title: '', player_mode: 'laut', oid: '0', album_year: 'x' }],
  ['/library', { action: 'update', uid: '920', album_title: 'x'.repeat(301), album_artist: 'a\u0001b' }],
  ['/library', { action: 'update', uid: '920', tracks: '[{"id":1,"laut":1},{"id":"x"},3]' }],
  ['/library', { action: 'update', uid: '920', tracks: 'viele', on_pens: '!!' }],
  ['/library', { action: 'update', uid: '920', track_77_title: 'x', tracks: '[]' }],
  ['/library', { action: 'update', uid: '920', farbe: 'rot' }],
  ['/library', { action: 'copy_gme', uid: '920' }],
  ['/library', { action: 'delete_track', uid: '920', id: '77' }],
  ['/library', { action: 'create_gme', uid: '998' }],
  ['/library', { action: 'delete', uids: '920', query: 'sort=bunt&page=0' }],
  ['/config', { port: 'viele', max_upload_mb: '0', open_browser: 'vielleicht', farbe: 'rot' }],
  ['/config', { action: 'restart' }],
  ['/config', { action: 'malen' }],
  ['/logs/level', { level: 'laut' }],
  ['/logs/level', {}],
  ['/pens', { action: 'sync', pen: 'R9' }],
  ['/pens', { action: 'malen' }],
  ['/print', { action: 'keep', dpi: '1', margin: '900', columns: 'x' }],
  ['/login', { password: '' }],
  ['/', {}],
];

describe('a form that is wrong', () => {
  it.each(forms)('%s %j', async (path, fields) => {
    const own = Object.entries(fields).map(([name, value]) => [name, value === '920' ? String(oid) : value]);
    const given = Object.fromEntries(own) as Record<string, string>;
    await refusedInGerman((headers) => running.form(path, given, headers), path !== '/login');
  });
});

const bodies: [string, Record<string, string>, string | Buffer][] = [
  ['/config', { 'content-type': 'application/json' }, '{'],
  ['/config', { 'content-type': 'application/json' }, '[1]'],
  ['/config', { 'content-type': 'application/json' }, '['.repeat(100)],
  ['/config', { 'content-type': 'text/plain' }, 'x'],
  ['/config', { 'content-type': 'application/x-www-form-urlencoded' }, 'a=%E0%A4%A'],
  ['/config', multipartType, multipart([{ name: 'port', filename: 'a', content: 'x' }])],
  ['/library', multipartType, multipart([{ name: '', content: 'x' }])],
  ['/', multipartType, multipart([{ name: 'cover', filename: 'a.png', content: png }])],
];

describe('a body that is wrong', () => {
  it.each(bodies)('to %s as %j', async (path, headers, body) => {
    await refusedInGerman((read) => running.ask(path, { method: 'POST', headers: { ...headers, ...read }, body }));
  });
});

it.each(['/', '/library', '/status', '/pdf', '/download_oid_images', '/nirgends'])(
  '%s is another answer in another language',
  async (path) => {
    for (const method of ['GET', 'HEAD'])
      expect((await running.ask(path, { method, headers: page })).headers.vary).toMatch(/accept-language, cookie/i);
  },
);

/** The page that a browser shows after a form. */
async function pageAfter({ headers }: Answer, path: string): Promise<string> {
  const [note = ''] = [headers['set-cookie'] ?? ''].flat();
  return (await running.ask(path, { headers: { ...page, cookie: note.split(';')[0] ?? '' } })).text;
}

describe('what is wrong with pens and albums is told in German', () => {
  const reason = say('error.write_protected', { name: 'Stift' });
  let services: typeof running.services;
  beforeAll(() => {
    running.services.pens.plugIn('R1', { state: 'problem', problems: [{ oid: null, reason }] });
    const { pens } = running.services;
    services = { ...running.services };
    const status = running.services.status();
    running.services.status = () => ({ ...status, pens: pens.list() });
  });
  afterAll(() => {
    running.services.pens.unplug('R1');
    Object.assign(running.services, services);
  });

  it.each(['/pens', '/status', '/library'])('by GET %s', async (path) => {
    const answer = await running.ask(path, { headers: germanJson });
    expect([answer.text.includes(String(reason)), answer.headers.vary]).toEqual([
      false,
      expect.stringMatching(/accept-language/i),
    ]);
    expect(answer.text).toContain(reason.in('de'));
  });

  it.each([
    ['ready', 'Der Stift ist aktuell'],
    ['looking', 'Dateien für den Stift werden noch erstellt'],
    ['problem', 'Der Stift ist nicht aktuell: Etwas ist schiefgegangen'],
  ] as const)('when a pen was to be brought up to date and is %s', async (state, sentence) => {
    running.services.pens.plugIn('R2', { state });
    const answer = await running.form('/pens', { action: 'sync', pen: 'R2' }, page);
    const shown = await pageAfter(answer, '/pens');
    running.services.pens.unplug('R2');
    expect(shown).toContain(sentence);
  });

  it('when a file is not added to an album', async () => {
    const { albums } = running.services;
    const outcome = { album: albums.get(oid), rejected: [{ filename: 'a.mp3', reason }], warnings: [] };
    jest.spyOn(albums, 'addTracks').mockResolvedValueOnce(outcome);
    const fields = Object.entries({ action: 'add_tracks', uid: String(oid) });
    const parts = [...fields.map(([name, content]) => ({ name, content })), track('a.mp3')];
    const answer = await running.parts('/library', parts, page);
    expect(await pageAfter(answer, `/library/${oid}`)).toContain(`<li>a.mp3: ${reason.in('de')}</li>`);
  });
});

it('programs are answered in English', async () => {
  const answer = await running.ask('/logs?lines=0', { headers: { accept: 'application/json' } });
  expect(sentencesOf(answer)).toEqual(expect.arrayContaining(['must be a whole number from 1 to 10000, not "0".']));
});
