/** The virtual pen over HTTP: taps, sounds by ranges, and files that are sent to be heard. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '../../support/patience.js';
import { scannedPage } from '../../support/print/scanned-page.js';
import { assembled } from '../../workers/features/try/virtual-pen/assembled.js';
import { browser, start, track, type Answer } from '../client.js';
import { soundOf } from '../tries.js';
import { forAllTests } from '../../support/opened.js';

const running = forAllTests(start, (one) => one.stop());
beforeAll(async () => {
  await running.parts('/', [track('a.mp3'), track('b.mp3', 'other'), track('c.mp3', 'third')]);
  await running.parts('/', [track('d.mp3', 'not made yet')]);
  await running.form('/library', { action: 'create_gme', uid: '920' });
});

const json = { accept: 'application/json' };
const get = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> =>
  running.ask(path, { method, headers });

interface Tapped {
  sounds: { medium: number; url: string; says: string; state: string; facts: { words: string; script?: string }[] }[];
  facts: { words: string }[];
  end: string | null;
  state: string;
  more: number | null;
  before: string | null;
}
async function tap(path: string, fields: Record<string, string>, headers = {}): Promise<Tapped> {
  const answer = await running.form(path, fields, { ...json, ...headers });
  expect([answer.status, answer.text.slice(0, 200)]).toEqual([200, expect.stringContaining('"success":true')]);
  return answer.json() as unknown as Tapped;
}

describe('the page of an album', () => {
  it('has a button for each field of its sheet, that sends its code', async () => {
    const { text, status } = await get('/library/920/try', browser);
    expect(status).toBe(200);
    const codes = [
      ...text.matchAll(/<button class="paper-field(?: waits)?" form="tap" name="code" value="(\d+)"/g),
    ].map(([, one]) => one);
    expect(codes).toEqual(['920', '3945', '3947', '3946', '3944', '2663', '2664', '2665']);
    expect(text).toMatch(/<form id="tap" data-tap method="post" action="\/library\/920\/try"/);
    expect(text).toContain('aria-label="Track 2, b.mp3"');
    expect(text).not.toMatch(/style=|<script>/);
  });

  it('says what is missing, and makes it', async () => {
    const { text } = await get('/library/921/try', browser);
    expect(text).toContain('as soon as the file for the pen is made');
    expect(text).toMatch(/name="action" value="create_gme"/);
    expect((await get('/library/921/try', json)).json()).toMatchObject({ gme_state: 'missing', file: null });
    expect((await running.form('/library/921/try', { code: '921' }, json)).status).toBe(404);
    expect((await get('/library/5/try')).status).toBe(404);
  });

  it('is led to by the album, by its sheet, by the pens and by help', async () => {
    for (const [page, to] of [
      ['/library/920', '/library/920/try'],
      ['/print?oids=920', '/library/920/try'],
      ['/print?oids=920,921', '/try'],
      ['/pens', '/try'],
      ['/help', '/try'],
      ['/try', '/try/test-sheet'],
      ['/uploads/card?oids=920', '/library/920/try'],
    ] as const)
      expect([page, (await get(page, browser)).text.includes(`href="${to}"`)]).toEqual([page, true]);
  });
});

describe('a tap', () => {
  it('is answered with what is heard, where, and why', async () => {
    const started = await tap('/library/920/try', { code: '920' });
    expect(started.sounds.map(({ medium, url }) => [medium, url])).toEqual(
      [0, 1, 2].map((n) => [n, `/library/920/try/media/${n}`]),
    );
    running.services.basePath = '/house';
    const [below] = (await tap('/library/920/try', { code: '920' })).sounds;
    running.services.basePath = '';
    expect(below?.url).toBe('/house/library/920/try/media/0');
    const last = await tap('/library/920/try', { code: '2665', state: started.state });
    expect(last.sounds[0]).toMatchObject({ medium: 2, says: 'Playing: Track 3, c.mp3' });
    expect(last.sounds[0]?.facts.map(({ script, words }) => script ?? words)).toEqual(['$0:=2 P(2) C', '$0: 0 → 2']);
    const beyond = await tap('/library/920/try', { code: '3944', state: last.state });
    expect(beyond).toMatchObject({ sounds: [], end: expect.stringMatching(/^Nothing/) });
  });

  it('is said in the reader’s language', async () => {
    const { sounds } = await tap('/library/920/try', { code: '920' }, { 'accept-language': 'de' });
    expect(sounds[0]?.says).toBe('Es spielt: Stück 1, a.mp3');
  });

  it('answers a page to who has no script, with a player for each sound, and the state for the next', async () => {
    const { status, text } = await running.form('/library/920/try', { code: '920' }, browser);
    expect(status).toBe(200);
    const players = [...text.matchAll(/<audio controls preload="none" src="([^"]+)"/g)].map(([, src]) => src);
    expect(players).toEqual([0, 1, 2].map((n) => `/library/920/try/media/${n}`));
    const state = /name="state" value="([^"]*)"/.exec(text)?.[1]?.replaceAll('&quot;', '"') ?? '';
    const next = await running.form('/library/920/try', { code: '3944', state }, browser);
    expect(next.text).toContain('Track 2, b.mp3</p>');
  });

  it.each([
    [{ code: '0' }, 'code'],
    [{ code: '65536' }, 'code'],
    [{}, 'code'],
    [{ code: 'x' }, 'code'],
    [{ code: '920', state: '{"loaded":true}' }, 'state'],
    [{ code: '920', from: '-1' }, 'from'],
    [{ code: '920', waited: 'long' }, 'waited'],
    [{ code: '920', colour: 'red' }, 'colour'],
  ])('%j is refused', async (fields, wrong) => {
    const answer = await running.form('/library/920/try', fields, json);
    expect([answer.status, answer.json()]).toMatchObject([400, { error: { fields: { [wrong]: expect.any(String) } } }]);
  });
});

describe('a sound', () => {
  const path = '/library/920/try/media/1';

  it('is sent as it is heard, never compressed', async () => {
    const answer = await get(path, { 'accept-encoding': 'gzip, br' });
    expect([answer.status, answer.bytes.equals(soundOf(1))]).toEqual([200, true]);
    expect(answer.headers).toMatchObject({
      'content-type': 'audio/wav',
      'content-length': String(soundOf(1).length),
      'accept-ranges': 'bytes',
    });
    expect(answer.headers['content-encoding']).toBeUndefined();
  });

  it('is sent by ranges of its own, which end with it', async () => {
    const whole = soundOf(1);
    for (const [range, from, to] of [
      ['bytes=0-99', 0, 100],
      ['bytes=1000-', 1000, whole.length],
      ['bytes=-44', whole.length - 44, whole.length],
      ['bytes=500-99999999', 500, whole.length],
    ] as const) {
      const { status, headers, bytes } = await get(path, { range });
      expect([range, status, headers['content-range']]).toEqual([
        range,
        206,
        `bytes ${from}-${to - 1}/${whole.length}`,
      ]);
      expect(bytes.equals(whole.subarray(from, to))).toBe(true);
    }
    const beyond = await get(path, { range: `bytes=${whole.length}-` });
    expect([beyond.status, beyond.headers['content-range']]).toEqual([416, `bytes */${whole.length}`]);
  });

  it('has a tag of its own, and HEAD', async () => {
    const [one, two] = [await get(path), await get('/library/920/try/media/2')];
    expect(one.headers['etag']).not.toBe(two.headers['etag']);
    expect((await get(path, { 'if-none-match': one.headers['etag'] ?? '' })).status).toBe(304);
    const head = await get(path, {}, 'HEAD');
    expect([head.status, head.bytes.length, head.headers['content-length']]).toEqual([
      200,
      0,
      one.headers['content-length'],
    ]);
  });

  it.each([
    '/library/920/try/media/3',
    '/library/920/try/media/x',
    '/library/920/try/media/-1',
    '/library/921/try/media/0',
  ])('%s is not there', async (other) => expect((await get(other, json)).status).toBe(404));
});

describe('a file that is sent', () => {
  const send = (content: Buffer | Uint8Array, headers: Record<string, string> = json, filename = 'Fremd.gme') =>
    running.parts('/try', [{ name: 'gme', filename, content: Buffer.from(content) }], headers);
  const book = { scripts: { 2000: ['$1==0? $1+=1 P(3)', 'P(4) #FEE3(0,1)'], 2001: ['AT(5)'] }, welcome: [[1]] };
  const kept = (): Promise<string[]> => readdir(join(running.services.folder, 'tries'));

  it('has a page with its facts and its codes, each with a button', async () => {
    const sent = await send(assembled({ ...book, language: 'FRENCH' }), browser);
    expect([sent.status, sent.headers.location]).toEqual([303, expect.stringMatching(/^\/try\/[0-9a-f]{32}$/)]);
    const { text } = await get(sent.headers.location ?? '', browser);
    expect(text).toContain('<h1>Fremd.gme</h1>');
    for (const fact of ['900', 'French', '2024-02-29', '10 sounds · 3 codes'])
      expect(text).toContain(`<dd>${fact}</dd>`);
    const codes = [...text.matchAll(/form="tap" name="code" value="(\d+)"/g)].map(([, code]) => code);
    expect(codes).toEqual(['900', '2000', '2001']);
    const answered = await running.form(sent.headers.location ?? '', { code: '2000' }, browser);
    expect(answered.text).toMatch(/<audio controls preload="none" src="\/try\/[0-9a-f]{32}\/media\/3"/);
  });

  it('plays on what it has drawn when more of the first tap is asked for', async () => {
    const { id } = (await send(assembled({ scripts: { 2000: ['P*(1,2,3,4,5) J(2000)'] } }))).json() as { id: string };
    const first = await tap(`/try/${id}`, { code: '2000' });
    expect(first.more).toBe(100);
    const rest = await tap(`/try/${id}`, { code: '2000', state: first.before ?? '', from: '40' });
    const media = ({ sounds }: Tapped): number[] => sounds.map(({ medium }) => medium);
    expect(media(rest).slice(0, 60)).toEqual(media(first).slice(40));
    expect(rest.before).toBe(first.before);
  });

  it('is tapped, and names what cannot be done', async () => {
    const { id } = (await send(assembled(book))).json() as { id: string };
    const first = await tap(`/try/${id}`, { code: '2000' });
    expect(first.sounds.map(({ medium }) => medium)).toEqual([3]);
    const second = await tap(`/try/${id}`, { code: '2000', state: first.state });
    expect([second.sounds[0]?.medium, second.facts]).toEqual([
      4,
      [{ words: expect.stringContaining('sound profile 3'), unknown: true }],
    ]);
    expect(await tap(`/try/${id}`, { code: '2001' })).toMatchObject({ timer: 500 });
    expect((await get(`/try/${id}/media/3`)).status).toBe(200);
    expect((await running.form(`/try/${id}/forget`, {}, browser)).headers.location).toBe('/try');
    expect((await get(`/try/${id}`)).status).toBe(404);
    expect((await get(`/try/${id}/media/3`)).status).toBe(404);
  });

  it('is refused by name where it is none, and nothing of it stays', async () => {
    const before = await kept();
    for (const content of [Buffer.from('Kein Ton.'), Buffer.alloc(0), assembled(book).slice(0, 600)]) {
      const { status, text } = await send(content, json, 'Kaputt <b>.gme');
      expect([status, text]).toEqual([400, expect.stringContaining('Kaputt <b>.gme')]);
    }
    const page = await send(Buffer.from('Kein Ton.'), browser, 'Kaputt <b>.gme');
    expect([page.status, page.text]).toEqual([400, expect.stringContaining('Kaputt &lt;b&gt;.gme')]);
    expect(await kept()).toEqual(before);
  });

  it('must be one, and no larger than the settings allow', async () => {
    const none = await running.parts('/try', [{ name: 'x', content: 'y' }], json);
    expect([none.status, none.json()]).toMatchObject([400, { error: { fields: { x: expect.any(String) } } }]);
    const two = [1, 2].map((n) => ({ name: 'gme', filename: `${n}.gme`, content: Buffer.from(assembled(book)) }));
    expect((await running.parts('/try', two, json)).json()).toMatchObject({
      error: { fields: { gme: expect.any(String) } },
    });
    running.services.uploadLimit = 1000;
    const large = await send(Buffer.alloc(2_000_000));
    running.services.uploadLimit = 10_000_000;
    expect([large.status, large.json()]).toMatchObject([413, { error: { code: 'too_large' } }]);
  });

  it('finds a full disk, or no folder, and says so', async () => {
    const { tries } = running.services;
    const folder = tries.folder.bind(tries);
    const failing = async (code: string): Promise<Answer> => {
      tries.folder = () => Promise.reject(Object.assign(new Error(code), { code }));
      const answer = await send(assembled(book));
      tries.folder = folder;
      return answer;
    };
    const message = expect.stringContaining('disk is full') as unknown;
    expect((await failing('ENOSPC')).json()).toMatchObject({ error: { code: 'no_space', message } });
    expect((await failing('EACCES')).json()).toMatchObject({ error: { code: 'not_now' } });
  });

  it('has its codes in pages, where there are many', async () => {
    const scripts = Object.fromEntries(Array.from({ length: 250 }, (_, n) => [2000 + n, ['P(0)']]));
    const { id } = (await send(assembled({ scripts }))).json() as { id: string };
    const rows = async (query: string): Promise<number> =>
      [...(await get(`/try/${id}${query}`, browser)).text.matchAll(/form="tap" name="code"/g)].length;
    expect([await rows(''), await rows('?page=2'), await rows('?page=9')]).toEqual([200, 51, 51]);
    expect((await get(`/try/${id}?page=x`)).status).toBe(400);
  });

  it('is never in the library', async () => {
    expect(running.services.albums.list().length).toBe(2);
    expect(await running.leftovers()).toEqual([]);
  });
});

it.each(['/try/nobody', `/try/${'0'.repeat(31)}`, `/try/${'0'.repeat(32)}`, '/try/..%2f..', '/try/TEST-SHEET'])(
  '%s is not there',
  async (path) => {
    const answer = await get(path, json);
    expect([answer.status, answer.json()]).toMatchObject([404, { error: { code: 'not_found' } }]);
  },
);

describe('a picture of a printed page', () => {
  const image = (content: Buffer, headers: Record<string, string>): Promise<Answer> =>
    running.parts('/try/page', [{ name: 'image', filename: 'scan.png', content, type: 'image/png' }], headers);

  it('gives the codes of the page with their places, and says what is wrong with it', async () => {
    const answer = await image(scannedPage(), json);
    expect(answer.json()).toMatchObject({
      success: true,
      dpi: 600,
      dpi_from: 'file',
      codes: [
        { code: 920, meaning: 'number 920, start field of an album' },
        { code: 14_999, meaning: null },
      ],
      unread: [],
      problems: [{ kind: 'scaled', text: expect.stringContaining('actual size') }],
    });
    const [{ x, y, width }] = (answer.json() as { codes: [Record<string, number>] }).codes;
    expect([Math.abs((x ?? 0) - 2.9) < 0.6, Math.abs((y ?? 0) - 2.9) < 0.6, Math.abs((width ?? 0) - 7.8) < 1]).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('is a page for a browser, in its language', async () => {
    const { text, status } = await image(scannedPage(), { ...browser, 'accept-language': 'de' });
    expect(status).toBe(200);
    expect(text).toContain('2 Codes wurden gefunden.');
    expect(text).toContain('Tatsächliche Größe');
    expect(text).toContain('<title>920</title>');
  });

  it('is read beside five others; one more is refused for now', async () => {
    const { tries } = running.services;
    const read = tries.read.bind(tries);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let waiting = 0;
    tries.read = async (...given) => {
      waiting++;
      await held;
      return read(...given);
    };
    try {
      const six = Array.from({ length: 6 }, () => image(scannedPage(), json));
      await until('six pictures', async () => waiting === 6);
      const seventh = await image(scannedPage(), json);
      expect([seventh.status, seventh.headers['retry-after']]).toEqual([503, '30']);
      expect(seventh.json()).toMatchObject({ error: { code: 'not_now' } });
      release();
      expect((await Promise.all(six)).map(({ status }) => status)).toEqual(Array(6).fill(200));
    } finally {
      release();
      tries.read = read;
    }
  });

  it('is refused where it is none, and leaves nothing', async () => {
    const answer = await image(Buffer.from('GIF89a no picture'), json);
    expect([answer.status, answer.json()]).toMatchObject([400, { error: { fields: { image: expect.any(String) } } }]);
    expect((await running.parts('/try/page', [], json)).json()).toMatchObject({
      error: { fields: { image: 'must be one picture of a sheet.' } },
    });
    expect(await running.leftovers()).toEqual([]);
  });
});
