/** Who gets in, and how that is set: the commands, and a daemon that runs meanwhile. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, request, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import { join } from 'node:path';
import { acquireLock, type Lock } from '../../../workers/base/files/lock.js';
import { isPassword } from '../../../workers/base/password-hash.js';
import { Sandbox, type Ended, type Running } from './program.js';
import { portOf } from '../../support/servers.js';

const sandbox = new Sandbox();
afterEach(() => sandbox.clear());

const path = (name: string): string => join(sandbox.folder, name);
const saved = (): Record<string, unknown> => JSON.parse(readFileSync(path('h/config.json'), 'utf8')) as never;
const run = (words: string[], input?: string): Promise<Ended> => sandbox.run([...words, '--home=h'], {}, input);
const setPassword = (password: string): Promise<Ended> => run(['password'], `${password}\n`);

async function daemon(words: string[] = []): Promise<Running & { address: string }> {
  const running = sandbox.start(['--home=h', '--port=0', '--pen-detect=false', ...words]);
  const [, address = ''] = await running.says(/Open (http:\/\/\S+)\/\s/);
  return { ...running, address };
}

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
}
type Asked = { headers?: Record<string, string>; form?: Record<string, string>; localAddress?: string };
function ask(url: string, { headers = {}, form, localAddress }: Asked = {}): Promise<Answer> {
  const body = form === undefined ? undefined : new URLSearchParams(form).toString();
  const type = body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
  return new Promise((done, failed) => {
    const options = { method: body === undefined ? 'GET' : 'POST', headers: { ...type, ...headers }, localAddress };
    const sent = request(url, { ...options, agent: false }, (answer) => {
      answer.resume().on('end', () => done({ status: answer.statusCode ?? 0, headers: answer.headers }));
    });
    sent.on('error', failed).end(body);
  });
}
const basic = (password: string): Asked => ({
  headers: { authorization: `Basic ${Buffer.from(`x:${password}`).toString('base64')}` },
});
const cookies = ({ headers }: Answer): string[] => (headers['set-cookie'] ?? []).map((one) => one.split(';')[0] ?? '');
async function logIn(address: string, password: string): Promise<string> {
  const answer = await ask(`${address}/login`, { form: { password } });
  expect(answer.status).toBe(200);
  return cookies(answer).find((one) => one.startsWith(`tonstift_session_${new URL(address).port}=`)) ?? '';
}

describe('tonstift password', () => {
  it('says that a variable of the environment has priority', async () => {
    const variables = { TONSTIFT_PASSWORD: 'of the variable' };
    const { code, stderr } = await sandbox.run(['password', '--home=h'], variables, 'eight letters\n');
    expect([code, stderr]).toEqual([0, expect.stringContaining('The variable TONSTIFT_PASSWORD is set, too.')]);
    expect(await isPassword('eight letters', String(saved()['password']))).toBe(true);
  });

  it('keeps a hash, readable for nobody else, and nothing of what it refuses', async () => {
    expect(await setPassword('short')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('at least 8') as unknown,
    });
    const long = await setPassword('x'.repeat(1025));
    expect([long.code, long.stderr]).toEqual([1, 'tonstift: A password must be at most 1024 characters long.\n']);
    expect(existsSync(path('h/config.json'))).toBe(false);
    expect(await setPassword('eight letters')).toMatchObject({ code: 0 });
    expect(statSync(path('h/config.json')).mode & 0o777).toBe(0o600);
    expect(await isPassword('eight letters', String(saved()['password']))).toBe(true);
  });

  it('sets the first password where the host needs one', async () => {
    await run(['config', 'set', 'audio_format', 'ogg']);
    writeFileSync(path('h/config.json'), JSON.stringify({ ...saved(), host: '0.0.0.0' }));
    expect(await run(['config'])).toMatchObject({ code: 78 });
    expect(await setPassword('eight letters')).toMatchObject({ code: 0, stderr: '' });
    expect(saved()).toMatchObject({ host: '0.0.0.0', audio_format: 'ogg' });
    expect(await isPassword('eight letters', String(saved()['password']))).toBe(true);
    expect(await run(['config'])).toMatchObject({ code: 0 });
  });

  it('is in force at once where a daemon runs, and ends all sessions with what they listen to', async () => {
    await setPassword('the first one');
    const { address, child, ended } = await daemon();
    const session = await logIn(address, 'the first one');
    const over = new Promise((done) => {
      request(`${address}/events`, { headers: { cookie: session } }, (stream) => stream.resume().on('close', done))
        .on('error', done)
        .end();
    });
    expect(await setPassword('the second one')).toMatchObject({ code: 0, stderr: '' });
    await over;
    expect((await ask(`${address}/library`, { headers: { cookie: session } })).status).toBe(401);
    expect((await ask(`${address}/library`, basic('the first one'))).status).toBe(401);
    expect((await ask(`${address}/library`, basic('the second one'))).status).toBe(200);
    expect(await isPassword('the second one', String(saved()['password']))).toBe(true);
    child.kill();
    await ended;
  });

  it('closes a daemon that was open', async () => {
    const { address } = await daemon();
    expect((await ask(`${address}/library`)).status).toBe(200);
    expect(await setPassword('eight letters')).toMatchObject({ code: 0 });
    expect((await ask(`${address}/library`)).status).toBe(401);
  });
});

describe('tonstift config set', () => {
  it('writes the file where no daemon runs', async () => {
    expect(await run(['config', 'set', 'audio_format', 'ogg'])).toMatchObject({ code: 0, stderr: '' });
    expect(saved()).toEqual({ audio_format: 'ogg' });
    expect(await run(['config', 'set', 'password', 'on the line'])).toMatchObject({ code: 2 });
    expect(await run(['config', 'set', 'colour', 'red'])).toMatchObject({ code: 2 });
    expect((await run(['config', 'set', 'audio_format', 'wav'])).code).not.toBe(0);
    expect(saved()).toEqual({ audio_format: 'ogg' });
    const { code, stderr } = await run(['config', 'unset', 'audio_formats']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('Did you mean audio_format?')]);
    expect(await run(['config', 'unset', 'audio_format'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('audio_format is "mp3", the default') as unknown,
    });
    expect(saved()).toEqual({});
  });

  it('says that the library does not move without a daemon, and moves with one', async () => {
    const [to, usual] = [path('elsewhere'), path('h/library')];
    expect(await run(['config', 'set', 'library_path', to])).toMatchObject({ code: 0, stderr: '' });
    expect(await run(['config', 'unset', 'library_path'])).toMatchObject({ code: 0, stderr: '' });
    expect(saved()).toEqual({});
    const first = await daemon();
    first.child.kill();
    await first.ended;
    expect((await run(['config', 'set', 'library_path', to])).stderr).toContain(`not moved: it is still in ${usual}.`);
    expect(await run(['config', 'unset', 'library_path'])).toMatchObject({ code: 0, stderr: '' });
    await daemon();
    const moved = await run(['config', 'set', 'library_path', to]);
    expect(moved).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(`The library is now in ${to}.`) as unknown,
    });
    expect((await run(['config', 'set', 'library_path', to])).stderr).toBe('');
    // The former folder has an older copy of the library.
    rmSync(usual, { recursive: true });
    expect((await run(['config', 'unset', 'library_path'])).stderr).toContain(`The library is now in ${usual}.`);
    expect(saved()).toEqual({});
  });

  it('reaches a daemon that runs, also with what its pages may not change', async () => {
    const { address } = await daemon();
    expect((await ask(`${address}/library`, { headers: { host: 'a.home' } })).status).toBe(403);
    expect(await run(['config', 'set', 'allowed_hosts', 'a.home'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('allowed_hosts is ["a.home"]') as unknown,
      stderr: '',
    });
    expect((await ask(`${address}/library`, { headers: { host: 'a.home' } })).status).toBe(200);
    expect(await run(['config', 'unset', 'allowed_hosts'])).toMatchObject({ code: 0, stderr: '' });
    expect((await ask(`${address}/library`, { headers: { host: 'a.home' } })).status).toBe(403);
    expect(await run(['config', 'set', 'allowed_hosts', 'a.home'])).toMatchObject({ code: 0 });
    expect(await run(['config', 'set', 'log_format', 'json'])).toMatchObject({
      code: 0,
      stderr: 'The running daemon applies log_format at its next start.\n',
    });
    expect(await run(['config', 'set', 'port', '10999'])).toMatchObject({
      code: 0,
      stderr: 'The running daemon was started with --port, which overrides the file at each start.\n',
    });
    const refused = await run(['config', 'set', 'host', '0.0.0.0']);
    expect([refused.code, refused.stderr]).toEqual([78, expect.stringContaining('let everyone in')]);
    expect(saved()).toEqual({ allowed_hosts: ['a.home'], log_format: 'json', port: 10_999 });
  });
});

describe('a daemon that answers in words of another version', () => {
  let server: Server;
  let lock: Lock;
  const started = async (answer: RequestListener): Promise<void> => {
    server = createServer(answer);
    const address = `http://127.0.0.1:${await portOf(server)}/`;
    lock = await acquireLock(path('h/daemon.lock'), { purpose: 'a test', address });
  };
  afterEach(async () => {
    server.close();
    await lock.release();
  });
  const set = (): Promise<Ended> => run(['config', 'set', 'audio_format', 'ogg']);

  it.each([
    [400, '{"error": {"code": "too_new", "message": "Not like this."}}', 1, 'Not like this.'],
    [429, '{"error": {"code": "too_many_requests", "message": "Later."}}', 75, 'Later.'],
    [503, 'no JSON', 75, 'answered 503'],
  ])('has its no taken for one: %d', async (status, text, code, sentence) => {
    await started((_, response) => void response.writeHead(status).end(text));
    expect(await set()).toMatchObject({ code, stderr: expect.stringContaining(sentence) as unknown });
    expect(existsSync(path('h/config.json'))).toBe(false);
  });

  it('has nothing done for it where it breaks off, and the file written where it cannot be reached', async () => {
    await started((asked) => void asked.socket.destroy());
    expect(await set()).toMatchObject({ code: 75 });
    expect(existsSync(path('h/config.json'))).toBe(false);
    server.close();
    expect(await set()).toMatchObject({ code: 0, stderr: expect.stringContaining('next start') as unknown });
    expect(saved()).toEqual({ audio_format: 'ogg' });
  });
});

describe('the token of the commands', () => {
  it('is the account’s own, lets in who shows it, and ends with the run', async () => {
    await setPassword('eight letters');
    const { address, child, ended } = await daemon();
    expect(statSync(path('h/daemon.token')).mode & 0o777).toBe(0o600);
    const token = readFileSync(path('h/daemon.token'), 'utf8').trim();
    const bearer = (text: string): Asked => ({ headers: { authorization: `Bearer ${text}` } });
    expect((await ask(`${address}/library`, bearer(token))).status).toBe(200);
    for (const wrong of ['x', token.slice(1), `${token}x`, 'eight letters'])
      expect((await ask(`${address}/library`, bearer(wrong))).status).toBe(401);
    child.kill();
    await ended;
    expect(existsSync(path('h/daemon.token'))).toBe(false);
  });
});

describe('--password-file', () => {
  it('gives the password, and shows it nowhere', async () => {
    writeFileSync(path('secret'), 'eight letters\nand a second line\n', { mode: 0o600 });
    const { address, child, logged } = await daemon([`--password-file=${path('secret')}`]);
    expect((await ask(`${address}/library`, basic('eight letters'))).status).toBe(200);
    expect((await ask(`${address}/library`, basic('eight letters\nand a second line'))).status).toBe(401);
    if (process.platform === 'linux')
      expect(readFileSync(`/proc/${child.pid}/cmdline`, 'latin1')).not.toContain('eight letters');
    expect(logged()).not.toMatch(/eight letters|Other users can read/);
  });

  it('is refused where it cannot be one, and others who may read it are named', async () => {
    writeFileSync(path('empty'), '\n');
    for (const file of ['empty', 'missing'])
      expect(await run(['config', `--password-file=${path(file)}`])).toMatchObject({ code: 2 });
    writeFileSync(path('open'), 'eight letters\n', { mode: 0o644 });
    const open = await run(['config', `--password-file=${path('open')}`]);
    expect([open.code, open.stderr]).toEqual([0, expect.stringContaining('chmod 600')]);
    expect(await run(['config', `--password-file=${path('open')}`, '--password=x'])).toMatchObject({ code: 2 });
    expect((await sandbox.run(['run', '--help'])).stdout).toContain('--password-file=FILE');
  });
});

describe('the device cookie', () => {
  it('lets in nobody, and spares a browser that was logged in the wait of strangers', async () => {
    await setPassword('eight letters');
    const { address } = await daemon();
    const session = await logIn(address, 'eight letters');
    const page = await ask(`${address}/library`, { headers: { cookie: session } });
    const [raw = ''] = page.headers['set-cookie'] ?? [];
    expect(raw).toMatch(/^tonstift_device_\d+=.*samesite=strict; httponly/i);
    const [device = ''] = cookies(page);
    expect((await ask(`${address}/library`, { headers: { cookie: device } })).status).toBe(401);
    const from = { localAddress: '127.0.0.9' };
    for (let n = 0; n < 8; n += 1) await ask(`${address}/login`, { form: { password: `guess ${n}` }, ...from });
    const answered: string[] = [];
    const logInWith = async (name: string, cookie: string): Promise<void> => {
      const form = { password: 'eight letters' };
      expect((await ask(`${address}/login`, { form, headers: { cookie }, ...from })).status).toBe(200);
      answered.push(name);
    };
    // A stranger with eight wrong guesses behind waits two seconds.
    await Promise.all([logInWith('forged', `${device.slice(0, -2)}xx`), logInWith('known', device)]);
    expect(answered).toEqual(['known', 'forged']);
  });
});
