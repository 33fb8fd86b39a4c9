/** Who may do what to the real program: settings, folders, guesses at the password, sessions. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProgram, type RunningDaemon } from './daemon-process.js';

let home: string;
let daemon: RunningDaemon;
const run = async (flags: string[]): Promise<void> => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'tonstift-who-')));
  daemon = await startProgram(home, flags);
};
const end = async (): Promise<void> => {
  await daemon.stop();
  await rm(home, { recursive: true, force: true });
};

type Fields = Record<string, string>;
async function post(path: string, fields: Fields, headers: Fields = {}) {
  const answer = await fetch(daemon.url + path, { method: 'POST', body: new URLSearchParams(fields), headers });
  const body = (await answer.json()) as { error?: { fields: Fields }; config?: Record<string, unknown> };
  return { status: answer.status, fields: Object.keys(body.error?.fields ?? {}), body, headers: answer.headers };
}
const config = (fields: Fields, headers: Fields = {}) => post('/config', fields, headers);

describe('without a password', () => {
  beforeAll(() => run([]));
  afterAll(end);

  it.each<[string, () => string]>([
    ['ffmpeg_path', () => process.execPath],
    ['paper_db', () => join(home, 'other.db')],
    ['embedding_db', () => join(home, 'other')],
    ['limiter_redis_url', () => 'redis://localhost:1'],
    ['allowed_hosts', () => 'evil.example'],
    ['allow_unauthenticated', () => 'true'],
  ])('nobody changes %s over HTTP', async (name, value) => {
    expect(await config({ [name]: value(), audio_format: 'ogg' })).toMatchObject({ status: 400, fields: [name] });
  });

  it('the documented fields change as ever', async () => {
    const fields = { host: '127.0.0.1', port: '10020', audio_format: 'ogg', pen_language: 'FRENCH' };
    expect(await config({ ...fields, library_path: join(home, 'new library') })).toMatchObject({ status: 200 });
  });

  it('folders are only taken where they are new, empty or ours', async () => {
    await mkdir(join(home, 'full'));
    await writeFile(join(home, 'full', 'thesis.doc'), 'x');
    await mkdir(join(home, 'empty'));
    await symlink(join(home, 'empty'), join(home, 'link'));
    const bad = ['/etc', '/root', '/usr/local/x', '/', '/new-at-the-top', join(home, 'full'), join(home, 'link', 'x')];
    for (const name of ['inbox_path', 'library_path', 'pen_paths'])
      for (const path of bad) expect([path, await config({ [name]: path })]).toMatchObject([path, { status: 400 }]);
    expect(await config({ inbox_path: join(home, 'empty') })).toMatchObject({ status: 200 });
    expect(await config({ pen_paths: join(home, 'pen') })).toMatchObject({ status: 200 });
    expect(existsSync('/new-at-the-top')).toBe(false);
  });

  it('a prepared library is not taken', async () => {
    const place = join(home, 'prepared');
    const track = { id: 1, filename: '../../../../../etc/passwd', sha256: 'x', track_number: 1 };
    const album = { oid: 920, folder: 'a', tracks: [track], files: [], failures: [], cover: null, pending: null };
    const pending = { staging: null, sources: [{ path: join(home, 'full', 'thesis.doc'), size: 1, mtime_ms: 1 }] };
    for (const one of [album, { ...album, tracks: [], pending }]) {
      await mkdir(place, { recursive: true });
      await writeFile(
        join(place, 'library.json'),
        JSON.stringify({ version: 2, next_track_id: 2, albums: [one], trash: [] }),
      );
      expect(await config({ library_path: place })).toMatchObject({ status: 400, fields: ['library_path'] });
    }
  });

  it('a server that is another gets no token', async () => {
    await config({ llm_backend_auth_token: 'sesame' });
    const answer = await config({ llm_backend_url: 'http://127.0.0.1:9' });
    expect(answer.body.config).toMatchObject({ llm_backend_auth_token: '' });
  });

  it('the first password is set from here, and is long enough', async () => {
    expect(await config({ password: 'x' })).toMatchObject({ status: 400, fields: ['password'] });
    expect(await config({ password: 'eight letters' })).toMatchObject({ status: 200 });
    expect((await fetch(`${daemon.url}/library`)).status).toBe(401);
    expect(await readFile(join(home, 'config.json'), 'utf8')).not.toContain('eight letters');
  });
});

describe('with a password', () => {
  beforeAll(async () => {
    await run(['--password', 'eight letters']);
  });
  afterAll(end);

  const logIn = async (): Promise<Fields> => {
    const { headers } = await post('/login', { password: 'eight letters' });
    return { cookie: headers.get('set-cookie')?.split(';')[0] ?? '' };
  };
  const listen = (headers: Fields): Promise<IncomingMessage> =>
    new Promise((done, failed) => {
      const sent = request(`${daemon.url}/events`, { headers }, (answer) => done(answer.resume()));
      sent.on('error', failed).end();
    });
  const over = (stream: IncomingMessage): Promise<unknown> =>
    new Promise((done) => stream.on('close', done).on('error', () => undefined));

  (process.platform === 'linux' ? it : it.skip)('is hidden from ps (skipped where there is no /proc)', async () => {
    expect(await readFile(`/proc/${daemon.process.pid}/cmdline`, 'latin1')).not.toContain('eight');
    expect(daemon.output()).toContain('could see --password');
  });

  it('who gets in is changed only with it', async () => {
    const session = await logIn();
    expect(await config({ allowed_hosts: 'a.home' }, session)).toMatchObject({ fields: ['allowed_hosts'] });
    const wrong = await config({ allowed_hosts: 'a.home', current_password: 'wrong' }, session);
    expect(wrong).toMatchObject({ status: 400, fields: ['current_password'] });
    const right = await config({ allowed_hosts: 'a.home', current_password: 'eight letters' }, session);
    expect(right.body.config).toMatchObject({ allowed_hosts: ['a.home'] });
    expect(await config({ audio_format: 'ogg' }, session)).toMatchObject({ status: 200 });
  });

  it('logging out ends what listens, in every tab, and in no other browser', async () => {
    const [one, other] = [await logIn(), await logIn()];
    const [stream, tab, others] = [await listen(one), await listen(one), await listen(other)];
    const [ended, isOver] = [Promise.all([over(stream), over(tab)]), { other: false }];
    void over(others).then(() => (isOver.other = true));
    await post('/logout', {}, one);
    await ended;
    expect([(await fetch(`${daemon.url}/library`, { headers: one })).status, isOver.other]).toEqual([401, false]);
    expect((await fetch(`${daemon.url}/library`, { headers: other })).status).toBe(200);
    others.destroy();
  });
});
