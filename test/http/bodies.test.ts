import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { holdFolder } from '../../workers/base/files/held-folder.js';
import { boundary, browser, multipart, multipartType, png, start, track, type Part, type Running } from './client.js';
import { until } from '../support/patience.js';

let running: Running;
beforeEach(async () => {
  running = await start();
});
afterEach(async () => {
  const left = [await running.leftovers(), running.errors];
  await running.stop();
  expect(left).toEqual([[], []]);
});

const albums = () => running.services.albums.list();
const post = (path: string, type: string | undefined, body: string | Buffer, headers: Record<string, string> = {}) =>
  running.ask(path, {
    method: 'POST',
    headers: { ...(type === undefined ? {} : { 'content-type': type }), ...headers },
    body,
  });

describe('an upload', () => {
  it('answers 201, the album and where it is', async () => {
    const answer = await running.parts('/', [
      track('b.mp3'),
      track('a.mp3'),
      track('empty.mp3', ''),
      { name: 'cover', filename: 'c.png', content: png },
    ]);
    expect([answer.status, answer.headers.location]).toEqual([201, '/library/920']);
    expect(answer.json()).toMatchObject({
      success: true,
      album: { oid: 920, cover_image: '/images/920/cover.jpg' },
      albums: [{ oid: 920 }],
      rejected: [{ filename: 'empty.mp3', reason: 'is empty' }],
      duplicate_of: null,
    });
    expect(albums()[0]?.tracks.map(({ track_title }) => track_title)).toEqual(['b.mp3', 'a.mp3']);
  });

  it('sends a browser on', async () => {
    const answer = await running.parts('/', [track('a.mp3'), { name: 'cover', filename: '', content: '' }], browser);
    expect([answer.status, answer.headers.location]).toEqual([303, '/library/920']);
    expect(albums()).toHaveLength(1);
  });

  it('of two clients at once gives two albums that never mix', async () => {
    const files = (who: string) =>
      Array.from({ length: 12 }, (_, n) => track(`${who}-${n}.mp3`, `${who}${n}`.repeat(20_000)));
    const answers = await Promise.all(['x', 'y', 'z'].map((who) => running.parts('/', files(who))));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    for (const album of albums()) {
      const who = album.tracks[0]?.track_title[0];
      expect(album.tracks.map(({ track_title }) => track_title)).toEqual(
        Array.from({ length: 12 }, (_, n) => `${who}-${n}.mp3`),
      );
    }
    expect(new Set(albums().map(({ tracks }) => tracks[0]?.track_title[0])).size).toBe(3);
  });

  it('keeps names in any script, however the bytes are cut', async () => {
    const body = multipart([track('Grüße & Töne 日本語 🎵.mp3'), track('../../../etc/passwd')]);
    const head =
      'POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n' +
      `Content-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: ${body.length}\r\n\r\n`;
    await new Promise<void>((done, failed) => {
      const socket = connect(running.port, '127.0.0.1')
        .setNoDelay(true)
        .on('error', failed)
        .on('close', () => done())
        .resume();
      socket.write(head);
      const next = (n: number): void =>
        void (n < body.length && socket.write(body.subarray(n, n + 1), () => setImmediate(next, n + 1)));
      next(0);
    });
    expect(albums().flatMap(({ tracks }) => tracks.map(({ track_title }) => track_title))).toEqual([
      'Grüße & Töne 日本語 🎵.mp3',
      '../../../etc/passwd',
    ]);
  });

  it('keeps names that .NET and old versions of urllib3 encode', async () => {
    const ofMails = '=?utf-8?B?TcO8bGxlciDml6XmnKwubXAz?=';
    const asNet = `files; filename="${ofMails}"; filename*=utf-8''M%C3%BCller%20%E6%97%A5%E6%9C%AC.mp3`;
    const names = [
      asNet,
      `"files"; filename*=UTF-8''%C3%BC.mp3`,
      `files; filename*=utf-8'de'C%3A%5CMusik%5C%C3%A4.mp3`,
    ];
    const wrong = [
      `files; filename=plain.mp3; filename*=utf-8''%FC.mp3`,
      `files; filename=a.mp3; filename*=latin1''%FC`,
    ];
    const body = [...names, ...wrong].map(
      (name) => `--${boundary}\r\nContent-Disposition: form-data; name=${name}\r\n\r\nsound\r\n`,
    );
    await running.ask('/', { method: 'POST', headers: multipartType, body: `${body.join('')}--${boundary}--\r\n` });
    expect(albums().flatMap(({ tracks }) => tracks.map(({ track_title }) => track_title))).toEqual([
      'Müller 日本.mp3',
      'ü.mp3',
      'ä.mp3',
      'plain.mp3',
      'a.mp3',
    ]);
  });

  it('without audio is refused, and nothing is kept', async () => {
    const cover = (filename: string, content: string | Buffer): Part => ({ name: 'cover', filename, content });
    const wrong: [Part[], number][] = [
      [[track('a.mp3', '')], 422],
      [[], 400],
      [[track('')], 400],
      [[{ name: 'files', content: 'not a file' }], 400],
      [[track('a'), cover('x.png', '<html>')], 400],
      [[track('a'), cover('1', png), cover('2', png)], 400],
    ];
    for (const [parts, status] of wrong) expect((await running.parts('/', parts)).status).toBe(status);
    expect(albums()).toEqual([]);
  });

  it('names a file that was sent as text', async () => {
    const texts = (...pairs: [string, string][]): Part[] => pairs.map(([name, content]) => ({ name, content }));
    const wrong: [string, Part[]][] = [
      ['/', texts(['files', '01.mp3'])],
      ['/library', texts(['action', 'add_cover'], ['uid', '920'], ['cover', 'c.png'])],
      ['/library', texts(['action', 'add_track_picture'], ['uid', '920'], ['id', '1'], ['picture', 'c.png'])],
    ];
    for (const [path, parts] of wrong) {
      const name = parts.at(-1)?.name ?? '';
      const fields = { [name]: 'must be sent as a file (multipart/form-data).' };
      expect((await running.parts(path, parts)).json()).toMatchObject({ error: { code: 'bad_field', fields } });
    }
  });

  it('takes no other fields and no other files', async () => {
    for (const part of [
      { name: 'path', content: '../x' },
      { name: '../x', content: '' },
      { name: '../x', filename: 'x', content: 'x' },
      { name: '__proto__', content: 'x' },
      { name: '__proto__', filename: 'x', content: 'x' },
      { name: 'constructor', content: 'x' },
      { name: '', content: 'x' },
    ]) {
      expect([part.name, (await running.parts('/', [track('a'), part])).status]).toEqual([part.name, 400]);
    }
    expect(albums()).toEqual([]);
  });

  it('over the limit is refused, announced or not', async () => {
    running.services.uploadLimit = 100_000;
    const big = [track('a', 'x'.repeat(60_000)), track('b', 'x'.repeat(60_000))];
    expect((await running.parts('/', big)).json()).toMatchObject({ error: { code: 'too_large' } });
    expect((await running.parts('/', [track('a', 'x'.repeat(5_000_000))])).status).toBe(413);
    const answer = await running.ask('/', {
      method: 'POST',
      headers: { ...multipartType, 'transfer-encoding': 'chunked' },
      body: multipart(big),
    });
    expect(answer.status).toBe(413);
    expect(albums()).toEqual([]);
    expect((await running.parts('/', [track('a', 'x'.repeat(90_000))])).status).toBe(201);
  });

  it('that is too large leaves its connection to the next request', async () => {
    running.services.uploadLimit = 1_000_000;
    const socket = connect(running.port, '127.0.0.1');
    let answers = '';
    socket.setEncoding('utf8').on('data', (text: string) => (answers += text));
    const body = multipart([track('a', 'x'.repeat(5_000_000))]).toString('latin1');
    socket.write(
      'POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n' +
        `Content-Type: ${multipartType['content-type']}\r\n\r\n`,
    );
    socket.write(`${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`, 'latin1');
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    await new Promise((done) => socket.on('close', done));
    expect([...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['413', '200']);
  });

  it('that is broken off leaves nothing', async () => {
    const body = multipart([track('a.mp3', 'x'.repeat(100_000))]);
    const leftovers = (some: boolean): Promise<boolean> =>
      until(some ? 'the folder' : 'its end', async () => (await running.leftovers()).length > 0 === some, 1);
    const socket = connect(running.port, '127.0.0.1');
    const closed = new Promise((done) => socket.on('close', done));
    socket.write(
      'POST / HTTP/1.1\r\nHost: localhost\r\n' +
        `Content-Type: ${multipartType['content-type']}\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    socket.write(body.subarray(0, 50_000));
    await leftovers(true);
    socket.destroy();
    await closed;
    await leftovers(false);
    expect(albums()).toEqual([]);
  });

  it('into a folder that is gone is refused', async () => {
    running.services.uploadFolder = () => holdFolder(`${running.services.folder}/gone`);
    expect((await running.parts('/', [track('a')])).status).toBe(503);
  });
});

describe('hostile bodies', () => {
  it('with too many fields are refused', async () => {
    for (const count of [1101, 9000]) {
      const names = Array.from({ length: count }, (_, n) => `f${n}`);
      const parts = names.map((name) => ({ name, content: '1' }));
      for (const path of ['/library', '/']) expect((await running.parts(path, parts)).status).toBe(413);
      const pairs = names.map((name): [string, string] => [name, '1']);
      expect((await running.form('/library', pairs)).status).toBe(413);
      expect((await running.post('/library', Object.fromEntries(pairs))).status).toBe(413);
    }
    const files = Array.from({ length: 2100 }, (_, n) => track(`${n}`, 'x'));
    expect((await running.parts('/', files)).status).toBe(413);
    expect((await running.post('/library', { action: 'x'.repeat(2_000_000) })).status).toBe(413);
    expect((await running.form('/library', { action: 'x'.repeat(2_000_000) })).status).toBe(413);
    expect((await running.parts('/library', [{ name: 'action', content: 'x'.repeat(2_000_000) }])).status).toBe(413);
  });

  it.each<[string, number, string | undefined, string]>([
    ['broken JSON', 400, 'application/json', '{"action":'],
    ['a JSON list', 400, 'application/json', '[]'],
    ['a JSON text', 400, 'application/json', '"x"'],
    ['JSON nested deeply', 400, 'application/json', `{"action":${'['.repeat(50_000)}${']'.repeat(50_000)}}`],
    ['JSON null', 400, 'application/json', 'null'],
    ['__proto__ in JSON', 400, 'application/json', '{"action":"list","__proto__":{"x":1}}'],
    ['__proto__ in a form', 400, 'application/x-www-form-urlencoded', 'action=list&__proto__=1'],
    ['brackets in a form', 400, 'application/x-www-form-urlencoded', 'action=list&__proto__[x]=1'],
    ['a repeated field', 400, 'application/x-www-form-urlencoded', 'action=list&action=list'],
    ['a repeated uid', 400, 'application/x-www-form-urlencoded', 'action=delete&uid=1&uid=2'],
    ['a list for a uid', 400, 'application/json', '{"action":"delete","uid":[920]}'],
    ['an object for a title', 400, 'application/json', '{"action":"update","uid":920,"album_title":{"x":1}}'],
    ['bytes that are not UTF-8', 400, 'application/x-www-form-urlencoded', 'action=list&x=%FF'],
    ['another type', 415, 'text/plain', 'action=list'],
    ['XML', 415, 'application/xml', '<a/>'],
    ['no type', 415, undefined, 'action=list'],
    ['another character set', 415, 'application/json; charset=utf-16', '{}'],
    ['Latin-1', 415, 'application/x-www-form-urlencoded; charset=iso-8859-1', 'action=list'],
    ['no boundary', 400, 'multipart/form-data', 'x'],
    ['a boundary that never comes', 400, 'multipart/form-data; boundary=zzz', 'x'],
    [
      'a part that never ends',
      400,
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="action"\r\n\r\nlist',
    ],
    [
      'a file that never ends',
      400,
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="files"; filename="a"\r\nContent-Type: a/b\r\n\r\nlist',
    ],
    ['another multipart', 415, 'multipart/mixed; boundary=b', '--b--\r\n'],
  ])('%s: %d', async (_what, status, type, body) => {
    running.services.uploadLimit = 50_000;
    await running.parts('/', [track('a')]);
    const answer = await post('/library', type, body);
    expect(answer.status).toBe(status);
    expect(answer.json()).toMatchObject({ success: false });
    expect(albums()).toHaveLength(1);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  it.each([
    ['a form', 'application/x-www-form-urlencoded', 'action=list&x=é'],
    ['JSON', 'application/json', '{"action":"list","x":"é"}'],
  ])('that are not UTF-8 are refused: %s', async (_what, type, body) => {
    const answer = await post('/library', type, Buffer.from(body, 'latin1'));
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('is not in UTF-8');
  });

  it('that are compressed are not read', async () => {
    expect((await post('/library', 'application/json', 'x', { 'content-encoding': 'gzip' })).status).toBe(415);
  });

  it('with strange encodings of parts do not reach past the handlers', async () => {
    const field = (extra: string) => running.parts('/library', [{ name: 'action', content: 'list', extra }]);
    expect((await field('Content-Transfer-Encoding: 7bit')).status).toBe(200);
    expect((await field('Content-Transfer-Encoding: binary')).status).toBe(200);
    expect((await field('Content-Transfer-Encoding: quoted-printable')).status).toBe(400);
    expect(
      (await running.parts('/library', [{ name: 'action', content: 'list', type: 'text/plain; charset=utf-8' }]))
        .status,
    ).toBe(200);
    expect((await running.ask('/healthz')).status).toBe(200);
  });

  it('leave no files open', async () => {
    const open = (): number => readdirSync('/proc/self/fd').length;
    running.services.uploadLimit = 20_000;
    const broken = Buffer.concat([
      multipart([track('a', 'x'.repeat(9000)), track('b')]).subarray(0, -30),
      Buffer.from('\r\n--b0undaryX'),
    ]);
    const once = async (): Promise<void> => {
      await post('/', multipartType['content-type'], broken);
      await running.parts('/', [track('a', 'x'.repeat(15_000)), track('b', 'x'.repeat(15_000))]);
      await post(
        '/',
        multipartType['content-type'],
        `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="a"\r\n` +
          `Content-Type: a/b\r\n\r\nx\r\n--${boundary}\r\n=bad`,
      );
    };
    await once();
    const before = open();
    for (let n = 0; n < 20; n += 1) await once();
    expect(open()).toBeLessThanOrEqual(before + 5);
  });
});

it('an upload in a form without files must be multipart', async () => {
  expect((await running.form('/', { files: 'x' })).status).toBe(415);
  expect((await running.ask('/', { method: 'POST', headers: { 'content-length': '0' } })).status).toBe(415);
});

it('takes files nowhere else', async () => {
  for (const path of ['/config', '/logs/level', '/login']) {
    const answer = await running.parts(path, [{ name: 'level', filename: 'x', content: 'debug' }]);
    expect([path, answer.status]).toEqual([path, 400]);
  }
});

it('the most fields are refused one by one, in the language of the reader', async () => {
  const most = Object.fromEntries(Array.from({ length: 1098 }, (_, n) => [`track_${n + 1}_title`, '']));
  const german = { accept: 'text/html', 'accept-language': 'de' };
  const answer = await running.form('/library', { action: 'update', uid: '920', ...most }, german);
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('<strong>track_1098_title</strong>')]);
});

it('JSON of more values than any form has is refused before it is parsed', async () => {
  const headers = { 'content-type': 'application/json' };
  for (const body of [`{"a":[${'[],'.repeat(300_000)}[]]}`, `{"a":[${'1,'.repeat(10_000)}1]}`]) {
    const answer = await running.ask('/config', { method: 'POST', headers, body });
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('more than 10000 values')]);
  }
});
