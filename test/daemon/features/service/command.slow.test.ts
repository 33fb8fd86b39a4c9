import { afterEach, describe, expect, it } from '@jest/globals';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder, Sandbox, type Ended } from '../../cli/program.js';

const sandbox = new Sandbox();
afterEach(() => sandbox.clear());

const unitPath = (): string => join(sandbox.folder, '.config/systemd/user/tonstift.service');

/** With no manager of the user's to be reached, so that a test never touches the real one. */
const service = (words: string[], environment: Record<string, string> = {}): Promise<Ended> =>
  sandbox.run(words, {
    XDG_RUNTIME_DIR: join(sandbox.folder, 'none'),
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere',
    ...environment,
  });

/** A `systemctl` that notes what it is asked. It stands for a user's manager, which a test machine seldom has. */
const notingSystemctl = (answer: string): Record<string, string> =>
  noting('systemctl', `echo "$@" >> "${join(sandbox.folder, 'asked')}"\n${answer}`);

/** A program of this name that does what the script says. */
function noting(name: string, script: string): Record<string, string> {
  const folder = join(sandbox.folder, 'bin');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, name), 0o755);
  return { PATH: `${folder}:${process.env.PATH ?? ''}` };
}
const asked = (): string[] => readFileSync(join(sandbox.folder, 'asked'), 'utf8').trim().split('\n');

(process.platform === 'linux' ? describe : describe.skip)('tonstift service (skipped elsewhere than on Linux)', () => {
  it('installs with the options of this call, and starts', async () => {
    const { code, stdout } = await service(
      ['--home', 'my home', '--port=10021', '--no-open-browser', '--allowed-hosts=a,b', 'service', 'install'],
      notingSystemctl('exit 0'),
    );
    expect([code, stdout]).toEqual([0, `The service is installed and started: ${unitPath()}\n`]);
    const exec = readFileSync(unitPath(), 'utf8')
      .split('\n')
      .find((line) => line.startsWith('ExecStart'));
    const [, node = '', rest = ''] = /^ExecStart=:"([^"]+)" (.*)$/.exec(exec ?? '') ?? [];
    expect(existsSync(node)).toBe(true);
    const [program, home] = [join(packageFolder, 'dist/daemon/main.js'), join(sandbox.folder, 'my home')];
    expect(rest).toBe(
      `"${program}" "run" "--home=${home}" "--port=10021" "--allowed-hosts=a,b" "--open-browser=false"`,
    );
    expect(asked()).toEqual([
      '--user daemon-reload',
      '--user enable tonstift.service',
      '--user reset-failed tonstift.service',
      '--user restart tonstift.service',
    ]);
  });

  it('says what to type where systemctl cannot be used, with the unit written', async () => {
    for (const environment of [{ PATH: process.env.PATH ?? '' }, { PATH: join(sandbox.folder, 'nothing') }]) {
      const { code, stderr } = await service(['service', 'install'], environment);
      expect(code).toBe(75);
      expect(stderr).toContain(
        `Wrote the unit to ${unitPath()}, but cannot start it: systemctl --user daemon-reload says: `,
      );
      expect(stderr).toContain('\n  systemctl --user enable tonstift.service\n');
      expect(existsSync(unitPath())).toBe(true);
    }
  });

  it('says why the service does not start, from the journal, without what managers say of every failure', async () => {
    const fails = notingSystemctl('[ "$2" != restart ] || { echo "Job for tonstift.service failed." >&2; exit 1; }');
    noting(
      'journalctl',
      `cat <<'END'
Starting tonstift.service - Tonstift...
tonstift.service: Failed at step CAPABILITIES spawning /usr/bin/node: Operation not permitted
tonstift.service: Main process exited, code=exited, status=218/CAPABILITIES
tonstift.service: Failed with result 'exit-code'.
Failed to start tonstift.service - Tonstift.
END`,
    );
    const { code, stderr } = await service(['service', 'install'], fails);
    expect(code).toBe(75);
    expect(stderr).toBe(
      `Wrote the unit to ${unitPath()}, but cannot start it: ` +
        'systemctl --user restart tonstift.service says: Job for tonstift.service failed.\n' +
        'It says:\n  Failed at step CAPABILITIES spawning /usr/bin/node: Operation not permitted\n' +
        'More of it: tonstift service logs\n',
    );
  });

  it('restarts, and shows the journal', async () => {
    expect(await service(['service', 'restart'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('not installed'),
    });
    const works = notingSystemctl('exit 0');
    noting('journalctl', 'echo "asked $@"');
    expect(await service(['service', 'logs'], works)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('not installed'),
    });
    await service(['service', 'install'], works);
    const refuses = notingSystemctl('[ "$2" = restart ] || { echo "Unit tonstift.service not loaded." >&2; exit 1; }');
    expect(await service(['service', 'restart'], refuses)).toMatchObject({
      code: 0,
      stdout: 'Restarted the service.\n',
    });
    expect(asked().slice(-2)).toEqual(['--user reset-failed tonstift.service', '--user restart tonstift.service']);
    expect(await service(['service', 'logs'], works)).toMatchObject({
      code: 0,
      stdout: 'asked --user -u tonstift.service -n 100 --no-pager\n',
    });
    expect((await service(['service', 'logs', 'follow'], works)).stdout).toContain('--follow');
    expect((await service(['service', 'logs', 'folow'], works)).code).toBe(2);
    expect((await service(['service', 'logs'], { PATH: join(sandbox.folder, 'nothing') })).code).toBe(1);
  });

  it('refuses for the system what that cannot do', async () => {
    const { code, stderr } = await service(['--home=x', 'service', 'install', '--system'], notingSystemctl('exit 0'));
    const isRoot = process.getuid?.() === 0;
    expect([code, stderr]).toEqual(
      isRoot ? [2, expect.stringContaining('does not accept --home')] : [1, expect.stringContaining('type "sudo"')],
    );
    expect((await service(['--system', 'gme', 'info', 'x'])).code).toBe(2);
  });

  it('refuses a secret, a wrong configuration, and anything it does not know', async () => {
    expect(await service(['service', 'install', '--password=hunter22'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--password must not be part of a service'),
    });
    expect((await service(['service', 'install', '--port=x'])).code).toBe(78);
    expect((await service(['service', 'start'])).code).toBe(2);
    expect(await service(['service'])).toMatchObject({ code: 2, stderr: expect.stringMatching(/^.+\n.+\n$/) });
    expect(existsSync(unitPath())).toBe(false);
  });

  it('tells of settings that the service will not see', async () => {
    const given = { TONSTIFT_PORT: '10022', PAPER_DB: '/tmp/p.db', XDG_STATE_HOME: '/tmp/state' };
    const { stderr } = await service(['service', 'install'], { ...notingSystemctl('exit 0'), ...given });
    expect(stderr).toContain('does not see TONSTIFT_PORT');
    expect(stderr).toContain('does not see PAPER_DB');
    expect(stderr).toContain('sees XDG_STATE_HOME only if the service manager does');
  });

  it('says whether it is installed and runs', async () => {
    expect(await service(['service', 'status'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('not installed'),
    });
    await service(['service', 'install'], notingSystemctl('exit 0'));
    expect(
      await service(['service', 'status'], notingSystemctl('echo ActiveState=active; echo StatusText=8 albums')),
    ).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('It runs: 8 albums'),
    });
    expect(
      await service(['service', 'status'], notingSystemctl('echo ActiveState=failed; echo Result=watchdog')),
    ).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('It does not run; it failed (watchdog).'),
    });
    expect(await service(['service', 'status'])).toMatchObject({
      code: 75,
      stderr: expect.stringContaining('Cannot tell whether it runs'),
    });
  });

  it('uninstalls, and is content where there is nothing', async () => {
    expect(await service(['service', 'uninstall'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('not installed'),
    });
    await service(['service', 'install'], notingSystemctl('exit 0'));
    expect((await service(['service', 'uninstall'], notingSystemctl('exit 0'))).code).toBe(0);
    expect(asked().slice(-2)).toEqual(['--user disable --now tonstift.service', '--user daemon-reload']);
    expect(existsSync(unitPath())).toBe(false);
    await service(['service', 'install']);
    expect(await service(['service', 'uninstall'])).toMatchObject({
      code: 75,
      stderr: expect.stringContaining('the service may still run'),
    });
    expect(existsSync(unitPath())).toBe(false);
  });
});
