import { afterEach, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { packageFolder, Sandbox, type Running } from './program.js';

const sandbox = new Sandbox();
afterEach(() => sandbox.clear());

async function started(
  words: string[] = [],
  environment: Record<string, string> = {},
): Promise<Running & { address: string }> {
  const running = sandbox.start(['--home=h', '--port=0', ...words], environment);
  const [, address = ''] = await running.says(/Open (http:\/\/\S+\/)/);
  return { ...running, address };
}

const hasPython = spawnSync('python3', ['--version']).status === 0;

/** Runs the words in a terminal of its own, and closes that when they have said where to look. Node.js has none. */
const inTerminal = `
import os, pty, sys
child, terminal = pty.fork()
if child == 0:
    os.execv(sys.argv[1], sys.argv[1:])
heard = b''
while b'Open http' not in heard:
    heard += os.read(terminal, 4096)
os.close(terminal)
_, status = os.waitpid(child, 0)
print('ended with', os.waitstatus_to_exitcode(status))
`;
import { patience, until } from '../../support/patience.js';
import { portOf } from '../../support/servers.js';

/** Lines of JavaScript that run inside the program before it does. */
const preload = (script: string): Record<string, string> => ({
  NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(script)}`,
});

describe('tonstift run', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'answers under the address it names, and ends with 0 on %s',
    async (signal) => {
      const { child, address, ended, logged } = await started();
      expect((await fetch(`${address}healthz`)).status).toBe(200);
      expect(logged()).toContain(join(sandbox.folder, 'h/inbox'));
      child.kill(signal);
      expect((await ended).code).toBe(0);
      expect(existsSync(join(sandbox.folder, 'h/lock'))).toBe(false);
      expect(readFileSync(join(sandbox.folder, 'h/logs/tonstift.log'), 'utf8')).toMatch(/Stopped\.\n$/);
    },
  );

  it('reads its configuration again on SIGHUP, and goes on as before where that is wrong', async () => {
    const { child, address, says, ended } = await started(['--log-level=info']);
    const file = join(sandbox.folder, 'h/config.json');
    const saved = async (): Promise<{ config: Record<string, unknown> }> =>
      (await (await fetch(`${address}config`, { headers: { accept: 'application/json' } })).json()) as {
        config: Record<string, unknown>;
      };
    const text = '{ "audio_format": "ogg", "log_level": "debug", "port": 10099 }';
    writeFileSync(file, text);
    child.kill('SIGHUP');
    await says(/Reloaded the configuration \(SIGHUP\)\. Changed: audio_format\./);
    expect((await saved()).config).toMatchObject({ audio_format: 'ogg', log_level: 'info' });
    writeFileSync(file, '{ "audio_format": "wax" }');
    child.kill('SIGHUP');
    await says(/so nothing changes\. .*audio_format/);
    expect((await saved()).config).toMatchObject({ audio_format: 'ogg' });
    writeFileSync(file, text);
    child.kill('SIGHUP');
    await says(/Changed: nothing\./);
    expect(readFileSync(file, 'utf8')).toBe(text);
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
  });

  (hasPython ? it : it.skip)(
    'ends when the terminal that it was started in is closed (skipped where there is no python3)',
    async () => {
      const words = [process.execPath, join(packageFolder, 'dist/daemon/main.js'), '--home=t', '--port=0'];
      const { status, stdout, stderr } = spawnSync('python3', ['-c', inTerminal, ...words], {
        cwd: sandbox.folder,
        encoding: 'utf8',
        timeout: patience(),
      });
      expect(stderr).toBe('');
      expect([status, stdout.trim()]).toEqual([0, 'ended with 0']);
      expect(readFileSync(join(sandbox.folder, 't/logs/tonstift.log'), 'utf8')).toMatch(
        /Stopping, by SIGHUP\.[^]*Stopped\.\n$/,
      );
    },
  );

  it('ends with 0 also when it is told so while it starts', async () => {
    const running = sandbox.start(['--home=h', '--port=0', '--log-level=debug']);
    await running.says(/Starting Tonstift .* on Node\.js/);
    running.child.kill('SIGTERM');
    expect((await running.ended).code).toBe(0);
  });

  it('refuses a second one of the same home with 75, says where the first is, and leaves it alone', async () => {
    const { address, child, ended } = await started();
    const second = await sandbox.run(['--home=h', '--port=0']);
    expect(second.code).toBe(75);
    expect(second.stderr).toContain(`runs as process ${child.pid}`);
    expect(second.stderr).toContain(address);
    expect((await fetch(`${address}healthz`)).status).toBe(200);
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
  });

  it('ends with 75 where the port is taken', async () => {
    const server = createServer();
    const port = await portOf(server);
    try {
      const { code, stderr } = await sandbox.run(['--home=h', `--port=${port}`]);
      expect([code, stderr]).toEqual([75, expect.stringContaining(String(port))]);
    } finally {
      server.close();
    }
  });

  it('keeps what the config page changes, and masks what is secret', async () => {
    const { address, child, ended, logged } = await started(['--audio-format=ogg']);
    const post = (fields: object): Promise<Response> =>
      fetch(`${address}config`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
        body: JSON.stringify(fields),
      });
    const good = await post({ log_level: 'debug', port: 12345, audio_format: 'mp3' });
    expect([good.status, await good.json()]).toEqual([
      200,
      expect.objectContaining({ success: true, needs_restart: [] }),
    ]);
    const bad = await post({ pen_language: 'FRENCH', host: '0.0.0.0', max_upload_mb: 'x' });
    expect(bad.status).toBe(400);
    expect((await post({ password: 'hunter22' })).status).toBe(200);
    child.kill('SIGTERM');
    await ended;
    const file: unknown = JSON.parse(readFileSync(join(sandbox.folder, 'h/config.json'), 'utf8'));
    const password = expect.stringMatching(/^scrypt\$/) as unknown;
    expect(file).toEqual({ log_level: 'debug', port: 12345, password });
    expect(logged() + readFileSync(join(sandbox.folder, 'h/logs/tonstift.log'), 'utf8')).not.toContain('hunter22');
    const { stdout } = await sandbox.run(['--home=h', 'config', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      config: { port: 12345, password: '********' },
      sources: { port: 'file' },
    });
  });

  it('refuses changes with which it could not start again, and leaves no trace of them', async () => {
    const { address, child, ended } = await started();
    const post = async (fields: Record<string, unknown>): Promise<[number, string[]]> => {
      const response = await fetch(`${address}config`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
        body: JSON.stringify(fields),
      });
      const { error } = (await response.json()) as { error?: { fields: Record<string, string> } };
      return [response.status, Object.keys(error?.fields ?? {})];
    };
    const taken = createServer();
    const port = await portOf(taken);
    const inbox = join(sandbox.folder, 'other/deep/inbox');
    const full = join(sandbox.folder, 'full');
    mkdirSync(join(full, 'of something'), { recursive: true });
    expect(await post({ port })).toEqual([400, ['port']]);
    taken.close();
    // An address of the documentation, which no machine has.
    expect(await post({ host: '203.0.113.9', password: 'hunter22' })).toEqual([400, ['host']]);
    expect(await post({ ffmpeg_path: sandbox.folder })).toEqual([400, ['ffmpeg_path']]);
    expect(await post({ inbox_path: join(sandbox.folder, 'h/library/lock/in') })).toEqual([400, ['inbox_path']]);
    expect(await post({ inbox_path: '/proc/inbox' })).toEqual([400, ['inbox_path']]);
    expect(await post({ inbox_path: inbox, library_path: full })).toEqual([400, ['library_path']]);
    expect(existsSync(join(sandbox.folder, 'other'))).toBe(false);
    expect(existsSync(join(sandbox.folder, 'h/config.json'))).toBe(false);
    expect(await post({ inbox_path: inbox, host: '127.0.0.2' })).toEqual([200, []]);
    expect(existsSync(inbox)).toBe(true);
    child.kill('SIGTERM');
    await ended;
  });

  it('starts while the inbox is away, and says so', async () => {
    const away = join(sandbox.folder, 'away');
    writeFileSync(away, 'no folder');
    const { address, child, ended } = await started([`--inbox-path=${join(away, 'inbox')}`]);
    const list = async (): Promise<string> =>
      (await fetch(`${address}problems`, { headers: { Accept: 'application/json' } })).text();
    await until('the problem', async () => (await list()).includes('ENOTDIR'));
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
  });

  it('lives on when its console goes away', async () => {
    const { address, child, ended } = await started(['--log-level=debug']);
    child.stdout?.destroy();
    child.stderr?.destroy();
    for (let n = 0; n < 5; n++) expect((await fetch(`${address}nothing-here`)).status).toBe(404);
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
  });

  it('logs what nobody caught, and ends with 1', async () => {
    const { child, ended } = await started(
      [],
      preload('process.on("SIGUSR2", () => { throw new Error("boom of a test"); });'),
    );
    child.kill('SIGUSR2');
    const { code, stderr } = await ended;
    expect([code, stderr]).toEqual([1, expect.stringMatching(/boom of a test/)]);
    expect(readFileSync(join(sandbox.folder, 'h/logs/tonstift.log'), 'utf8')).toMatch(
      /error daemon: Unexpected.*boom of a test/,
    );
  });

  const neverCloses = preload('import net from "node:net"; net.Server.prototype.close = function () { return this; };');

  it('ends though a part does not', async () => {
    const { child, ended, logged } = await started([], neverCloses);
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
    expect(logged()).toContain('Some jobs did not stop in time');
  });

  it('ends at once on a second SIGINT', async () => {
    const { child, ended, says, logged } = await started([], neverCloses);
    child.kill('SIGINT');
    await says(/Stopping, by SIGINT/);
    child.kill('SIGINT');
    expect((await ended).code).toBe(130);
    expect(logged()).not.toContain('Some jobs did not stop in time');
  });
});
