/** A tus 1.0.0 client sends files in pieces over real sockets, and an upload uses them. */
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { browser, png, start, track, type Answer, type Running } from '../client.js';
import { failCalls } from '../../support/failing-files.js';
import { until } from '../../support/patience.js';

let running: Running;
beforeEach(async () => {
  running = await start();
});
afterEach(async () => {
  const { errors } = running;
  await running.stop();
  expect(errors).toEqual([]);
});

const tus = { 'tus-resumable': '1.0.0' };
const bytes = { ...tus, 'content-type': 'application/offset+octet-stream' };
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const hour = 3_600_000;

const create = (size: number, headers: Record<string, string> = {}, body?: string): Promise<Answer> =>
  running.ask('/uploads', { method: 'POST', headers: { ...tus, 'upload-length': String(size), ...headers }, body });
const placeOf = ({ headers }: Answer): string => headers.location ?? '';
const idOf = (place: string): string => place.replace('/uploads/', '');
const head = (place: string): Promise<Answer> => running.ask(place, { method: 'HEAD', headers: tus });
const patch = (place: string, offset: number | string, body: string, headers = {}): Promise<Answer> =>
  running.ask(place, { method: 'PATCH', headers: { ...bytes, 'upload-offset': String(offset), ...headers }, body });
const codeOf = (answer: Answer): unknown[] => [
  answer.status,
  (answer.json() as { error?: { code: string } }).error?.code,
];
const add = (body: unknown, headers: Record<string, string> = {}): Promise<Answer> => running.post('/', body, headers);
/** Sends a complete file, and returns its id. */
async function parcel(content: string, metadata?: string): Promise<string> {
  const headers: Record<string, string> = metadata === undefined ? {} : { 'upload-metadata': metadata };
  const answer = await create(Buffer.byteLength(content), { ...bytes, ...headers }, content);
  expect([answer.status, answer.headers['upload-offset']]).toEqual([201, String(Buffer.byteLength(content))]);
  return idOf(placeOf(answer));
}
const albums = () => running.services.albums.list();

describe('a file in pieces', () => {
  it('is told what the service can', async () => {
    for (const path of ['/uploads', '/uploads/x']) {
      const { status, headers } = await running.ask(path, { method: 'OPTIONS' });
      expect([status, headers['tus-resumable'], headers['tus-version'], headers['tus-max-size']]).toEqual([
        ...[204, '1.0.0', '1.0.0', '10000000'],
      ]);
      expect(headers['tus-extension']).toBe('creation,creation-with-upload,expiration,termination');
    }
  });

  it('is created, sent in two pieces, and asked about', async () => {
    const metadata = `filename ${base64('Käfer/01.mp3')},empty`;
    const created = await create(10, { 'upload-metadata': metadata });
    expect([created.status, created.text, created.headers['tus-resumable']]).toEqual([201, '', '1.0.0']);
    const place = placeOf(created);
    expect(place).toMatch(/^\/uploads\/[0-9a-f]{32}$/);
    expect(created.headers['upload-expires']).toBe(new Date(24 * hour).toUTCString());
    expect((await head(place)).headers).toMatchObject({
      ...{ 'upload-offset': '0', 'upload-length': '10', 'upload-metadata': metadata, 'cache-control': 'no-store' },
    });
    const first = await patch(place, 0, 'abcdef');
    expect([first.status, first.headers['upload-offset']]).toEqual([204, '6']);
    expect((await head(place)).headers['upload-offset']).toBe('6');
    const second = await patch(place, 6, 'ghij');
    expect([second.status, second.headers['upload-offset']]).toEqual([204, '10']);
    // An empty piece at the end changes nothing.
    expect((await patch(place, 10, '')).status).toBe(204);
    expect(codeOf(await patch(place, 10, 'k'))).toEqual([413, 'too_large']);
    const added = await add({ uploads: [{ id: idOf(place) }] });
    expect(added.json()).toMatchObject({ album: { tracks: [{ track_title: 'Käfer/01.mp3', duration: 10_000 }] } });
  });

  it('is created by a request whose body is empty, of an unknown length, and by one with bytes', async () => {
    const chunked = { 'tus-resumable': '1.0.0', 'transfer-encoding': 'chunked' };
    const create = (length: string, body: string, more = {}) =>
      running.ask('/uploads', { method: 'POST', headers: { ...chunked, 'upload-length': length, ...more }, body });
    const empty = await create('3', '');
    expect([empty.status, empty.headers['upload-offset']]).toEqual([201, '0']);
    expect(codeOf(await create('3', 'abc'))).toEqual([415, 'unsupported_type']);
    const whole = await create('3', 'abc', { 'content-type': 'application/offset+octet-stream' });
    expect([whole.status, whole.headers['upload-offset']]).toEqual([201, '3']);
    expect((await patch(placeOf(empty), 0, 'abc')).headers['upload-offset']).toBe('3');
  });

  it('goes on at what is there, and nowhere else', async () => {
    const place = placeOf(await create(10));
    await patch(place, 0, 'abc');
    for (const offset of [0, 2, 4, 10, 11]) {
      const answer = await patch(place, offset, 'x');
      expect([offset, ...codeOf(answer), answer.headers['upload-offset']]).toEqual([offset, 409, 'conflict', '3']);
    }
    for (const offset of ['', '-1', '1e1', '0x3', '03', ' ', '9'.repeat(30)])
      expect([offset, ...codeOf(await patch(place, offset, 'x'))]).toEqual([offset, 400, 'bad_request']);
    expect((await head(place)).headers['upload-offset']).toBe('3');
  });

  it('keeps what came of a piece that was broken off', async () => {
    const place = placeOf(await create(1_000_000));
    await brokenOff(place, 1_000_000, 300_000);
    const { headers } = await head(place);
    const offset = Number(headers['upload-offset']);
    expect([offset > 0, offset <= 300_000]).toEqual([true, true]);
    expect((await patch(place, offset, 'x'.repeat(1_000_000 - offset))).status).toBe(204);
    expect((await add({ uploads: [{ id: idOf(place), path: 'a.mp3' }] })).json()).toMatchObject({
      album: { tracks: [{ duration: 1_000_000_000 }] },
    });
  });

  it('has one sender at a time; one that is silent gives way', async () => {
    const place = placeOf(await create(1000));
    const slow = opened(place, 1000);
    slow.write('x'.repeat(100));
    await offsetOf(place, 100);
    expect(codeOf(await patch(place, 100, 'y'))).toEqual([423, 'locked']);
    running.services.clock.advance(6000);
    const answer = await patch(place, 100, 'y'.repeat(900));
    expect([answer.status, answer.headers['upload-offset']]).toEqual([204, '1000']);
    await slow.closed;
  });

  it('is refused where it is larger than allowed, announced or not', async () => {
    expect(codeOf(await create(10_000_001))).toEqual([413, 'too_large']);
    const place = placeOf(await create(5));
    expect(codeOf(await patch(place, 0, 'abcdef'))).toEqual([413, 'too_large']);
    const chunked = { 'transfer-encoding': 'chunked' };
    expect(codeOf(await patch(place, 0, 'abcdef', chunked))).toEqual([413, 'too_large']);
    expect(codeOf(await create(3, bytes, 'abcd'))).toEqual([413, 'too_large']);
    expect((await head(place)).headers['upload-offset']).toBe('0');
  });

  it('is refused where the disk has no room for it', async () => {
    running.services.uploadLimit = 1e15;
    expect(codeOf(await create(9e14))).toEqual([507, 'no_space']);
    expect(await running.leftovers()).toEqual([]);
  });

  (process.platform === 'linux' ? it : it.skip)('keeps no piece that the disk failed to write', async () => {
    const place = placeOf(await create(3_000_000));
    expect((await patch(place, 0, 'x'.repeat(1_500_000))).status).toBe(204);
    const end = await failCalls('datasync', (path) => path.includes('parcel-'));
    const answer = await patch(place, 1_500_000, 'y'.repeat(1_500_000));
    end();
    expect(codeOf(answer)).toEqual([503, 'not_now']);
    expect((await head(place)).headers['upload-offset']).toBe('1500000');
    expect((await patch(place, 1_500_000, 'y'.repeat(1_500_000))).status).toBe(204);
  });

  (process.platform === 'linux' ? it : it.skip)('is on the disk when it is created, and when it is whole', async () => {
    const endSync = await failCalls('sync', (path) => path.includes('/uploads/'));
    const refused = await create(10);
    endSync();
    expect(codeOf(refused)).toEqual([503, 'not_now']);
    expect(await running.leftovers()).toEqual([]);
    const place = placeOf(await create(10));
    const end = await failCalls('datasync', (path) => path.includes('parcel-'));
    const first = await patch(place, 0, 'abcde');
    const last = await patch(place, 5, 'fghij');
    end();
    expect([first.status, ...codeOf(last)]).toEqual([204, 503, 'not_now']);
    expect((await head(place)).headers['upload-offset']).toBe('5');
    expect((await patch(place, 5, 'fghij')).status).toBe(204);
  });

  it('expires a day after its last byte, whole or not', async () => {
    const { clock } = running.services;
    const place = placeOf(await create(10));
    const whole = await parcel('abc');
    clock.advance(23 * hour);
    await patch(place, 0, 'abc');
    clock.advance(23 * hour);
    expect((await head(place)).status).toBe(200);
    expect((await head(`/uploads/${whole}`)).status).toBe(404);
    expect(codeOf(await add({ uploads: [{ id: whole, path: 'a.mp3' }] }))).toEqual([404, 'not_found']);
    clock.advance(hour);
    expect(codeOf(await patch(place, 3, 'abc'))).toEqual([404, 'not_found']);
    const end = running.services.sweepParcels();
    await until('the sweep', async () => (await running.leftovers()).length === 0);
    end();
  });

  it('does not expire because the clock jumps ahead', async () => {
    const { clock } = running.services;
    const place = placeOf(await create(6));
    await patch(place, 0, 'abc');
    clock.now = () => 1000 * hour;
    const end = running.services.sweepParcels();
    clock.advance(23 * hour);
    expect((await patch(place, 3, 'abc')).status).toBe(204);
    end();
  });

  it('is taken back, and is gone then', async () => {
    const place = placeOf(await create(10));
    const remove = (): Promise<Answer> => running.ask(place, { method: 'DELETE', headers: tus });
    expect((await remove()).status).toBe(204);
    expect([(await remove()).status, (await head(place)).status, (await patch(place, 0, 'x')).status]).toEqual([
      ...[404, 404, 404],
    ]);
    expect(await running.leftovers()).toEqual([]);
  });

  it('cannot be read, whoever knows its name', async () => {
    const id = await parcel('secret');
    const answer = await running.ask(`/uploads/${id}`);
    expect([answer.status, answer.text.includes('secret')]).toEqual([405, false]);
  });

  it.each([
    '/uploads/none',
    `/uploads/${'0'.repeat(32)}`,
    `/uploads/${'0'.repeat(32)}.json`,
    '/uploads/..%2F..%2Fetc',
    '/uploads/%2e%2e',
    '/uploads/http-1',
  ])('is none at %s', async (place) => {
    await parcel('abc');
    expect((await head(place)).status).toBe(404);
    expect((await patch(place, 0, 'x')).status).toBe(404);
    expect((await running.ask(place, { method: 'DELETE', headers: tus })).status).toBe(404);
  });

  it('is refused where its headers are not those of the protocol', async () => {
    const refused = async (headers: Record<string, string>): Promise<unknown[]> =>
      codeOf(await running.ask('/uploads', { method: 'POST', headers }));
    expect(await refused({ 'upload-length': '3' })).toEqual([412, 'precondition_failed']);
    expect(await refused({ 'upload-length': '3', 'tus-resumable': '0.2.2' })).toEqual([412, 'precondition_failed']);
    for (const length of ['-1', 'x', '1.5', ''])
      expect(await refused({ ...tus, 'upload-length': length })).toEqual([400, 'bad_request']);
    for (const header of ['upload-defer-length', 'upload-concat', 'upload-checksum'])
      expect(await refused({ ...tus, 'upload-length': '3', [header]: '1' })).toEqual([400, 'bad_request']);
    for (const metadata of ['filename =', 'a b c', 'a,,b', 'filename ü'])
      expect(await refused({ ...tus, 'upload-length': '3', 'upload-metadata': metadata })).toEqual([
        ...[400, 'bad_request'],
      ]);
    expect(await refused({ ...tus, 'upload-length': '3', 'upload-metadata': 'a '.padEnd(9000, 'A') })).toEqual([
      ...[413, 'too_large'],
    ]);
    const place = placeOf(await create(3));
    expect(codeOf(await patch(place, 0, 'abc', { 'content-type': 'text/plain' }))).toEqual([415, 'unsupported_type']);
    expect(await running.leftovers()).toHaveLength(2);
  });

  it('is refused to whoever may not ask', async () => {
    const place = placeOf(await create(3));
    expect((await patch(place, 0, 'abc', { origin: 'http://evil.example' })).status).toBe(403);
    running.services.password = 'geheim & süß';
    expect((await create(3)).status).toBe(401);
    expect((await head(place)).status).toBe(401);
    expect((await patch(place, 0, 'abc')).status).toBe(401);
    expect((await add({ uploads: [{ id: idOf(place) }] })).status).toBe(401);
  });
});

describe('an upload of files that came in pieces', () => {
  it('is the same as in one body, with its cover', async () => {
    const [a, b] = [await parcel('sound a'), await parcel('sound, b')];
    const cover = idOf(
      placeOf(
        await running.ask('/uploads', {
          method: 'POST',
          headers: { ...bytes, 'upload-length': String(png.length) },
          body: png,
        }),
      ),
    );
    const answer = await add({
      uploads: [
        { id: a, path: 'a.mp3' },
        { id: b, path: 'b.mp3' },
      ],
      cover,
    });
    expect([answer.status, answer.headers.location]).toEqual([201, '/library/920']);
    const parts = await running.parts('/', [
      track('a.mp3', 'sound a'),
      track('b.mp3', 'sound, b'),
      { name: 'cover', filename: 'c.png', content: png },
    ]);
    const [one, two] = [answer, parts].map((each) => each.json() as { album: { tracks: object[] } });
    const told = (album: { tracks: object[] } | undefined) =>
      album?.tracks.map((each) => ({ ...each, id: 0, album_oid: 0, filename: '' }));
    expect(told(one?.album)).toEqual(told(two?.album));
    expect(one?.album).toMatchObject({ cover_image: '/images/920/cover.jpg' });
    expect(await running.leftovers()).toEqual([]);
    expect((await head(`/uploads/${a}`)).status).toBe(404);
  });

  it('sends a browser on', async () => {
    const answer = await add({ uploads: [{ id: await parcel('abc'), path: 'a.mp3' }] }, browser);
    expect([answer.status, answer.headers.location]).toEqual([303, '/library/920']);
  });

  it('is there once, however often it is asked for', async () => {
    const uploads = [{ id: await parcel('abc'), path: 'a.mp3' }];
    const answers = [await add({ uploads }), await add({ uploads })];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers.map((one) => (one.json() as { album: { oid: number } }).album.oid)).toEqual([920, 920]);
    expect(albums()).toHaveLength(1);
    const key = { 'idempotency-key': 'abcdef0123456789' };
    expect((await running.parts('/', [track('b.mp3')], key)).status).toBe(201);
    expect(codeOf(await add({ uploads: [{ id: await parcel('abc') }] }, key))).toEqual([422, 'key_reused']);
    expect(albums()).toHaveLength(2);
  });

  it('names whole ones, each once', async () => {
    const [whole, half] = [await parcel('abc'), idOf(placeOf(await create(10)))];
    await patch(`/uploads/${half}`, 0, 'abc');
    expect(codeOf(await add({ uploads: [{ id: whole }, { id: half }] }))).toEqual([409, 'conflict']);
    for (const body of [
      { uploads: [{ id: whole }, { id: whole }] },
      { uploads: [{ id: whole }], cover: whole },
      { uploads: [] },
      { uploads: 'x' },
      { uploads: [whole] },
      { uploads: [{ id: whole, path: 7 }] },
      { uploads: [{ id: whole, other: 7 }] },
      { uploads: [{ id: '../../etc/passwd' }] },
      { uploads: [{ id: whole }], cover: 'x' },
      { uploads: [{ id: whole }], other: 1 },
      {},
    ])
      expect([body, ...codeOf(await add(body))]).toEqual([body, 400, 'bad_field']);
    expect(codeOf(await add({ uploads: [{ id: '0'.repeat(32) }] }))).toEqual([404, 'not_found']);
    expect(albums()).toEqual([]);
    expect((await add({ uploads: [{ id: whole, path: '../../../etc/passwd' }] })).status).toBe(201);
  });

  it('that cannot be read is refused, and its files wait for another try', async () => {
    const [empty, sound, noPicture] = [await parcel(''), await parcel('abc'), await parcel('<html>')];
    expect(codeOf(await add({ uploads: [{ id: empty, path: 'a.mp3' }] }))).toEqual([422, 'unreadable_audio']);
    expect((await add({ uploads: [{ id: sound }], cover: noPicture })).status).toBe(400);
    expect((await add({ uploads: [{ id: sound }] })).status).toBe(201);
  });

  it('is not larger than allowed as a whole', async () => {
    running.services.uploadLimit = 100;
    const ids = [await parcel('x'.repeat(60)), await parcel('y'.repeat(60))];
    expect(codeOf(await add({ uploads: ids.map((id) => ({ id })) }))).toEqual([413, 'too_large']);
    expect((await add({ uploads: [{ id: ids[0] }] })).status).toBe(201);
  });
});

async function offsetOf(place: string, least: number): Promise<void> {
  await until(`${place} at ${least}`, async () => Number((await head(place)).headers['upload-offset']) >= least, 10);
}

/** Starts a PATCH whose body the test sends by hand. */
function opened(place: string, length: number) {
  const socket = connect(running.port, '127.0.0.1')
    .on('error', () => undefined)
    .resume();
  const closed = new Promise<void>((done) => socket.on('close', () => done()));
  socket.write(
    `PATCH ${place} HTTP/1.1\r\nHost: localhost\r\nTus-Resumable: 1.0.0\r\nUpload-Offset: 0\r\n` +
      `Content-Type: application/offset+octet-stream\r\nContent-Length: ${length}\r\n\r\n`,
  );
  return { write: (text: string) => void socket.write(text), destroy: () => void socket.destroy(), closed };
}

async function brokenOff(place: string, announced: number, sent: number): Promise<void> {
  const sending = opened(place, announced);
  sending.write('x'.repeat(sent));
  await offsetOf(place, 1);
  sending.destroy();
  await sending.closed;
  await pause(50);
  running.services.clock.advance(6000);
}
