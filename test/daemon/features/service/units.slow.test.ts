import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serviceManager } from '../../../../daemon/features/service/choose.js';
import type { ServiceManager } from '../../../../daemon/features/service/manager.js';
import { runSteps } from '../../../../daemon/features/service/steps.js';
import { temporaryFolders } from '../../../support/folder.js';

const units = fileURLToPath(new URL('../../../../service-units', import.meta.url));
const isThere = (program: string, ...words: string[]): boolean => spawnSync(program, words).status === 0;
const canVerify = isThere('systemd-analyze', '--version');
const canReadPlists = isThere('python3', '-c', 'import plistlib');

const newFolder = temporaryFolders();
let folder = '';
beforeEach(async () => void (folder = await newFolder()));

const manager = (platform: NodeJS.Platform): ServiceManager => {
  const found = serviceManager({ XDG_CONFIG_HOME: folder }, { platform, logs: join(folder, 'logs') });
  if (found === undefined) throw new Error(`no manager on ${platform}`);
  return found;
};

/** What systemd has to say of a unit; empty where it is clean. */
function verify(text: string): string {
  const path = join(folder, 'tonstift.service');
  writeFileSync(path, text);
  mkdirSync(join(folder, 'run'), { recursive: true, mode: 0o700 });
  const { status, stdout, stderr } = spawnSync('systemd-analyze', ['--user', 'verify', path], {
    encoding: 'utf8',
    env: { ...process.env, XDG_RUNTIME_DIR: join(folder, 'run') },
  });
  return `${stdout}${stderr}${status === 0 ? '' : `status ${status}`}`;
}

const oddFolders = [
  'plain',
  'with blank',
  '100% %h %n',
  'Grüße & Töne 日本語',
  '$HOME ${PATH} $$',
  'it\'s "quoted"',
  'back\\slash',
  ';semi :colon -dash @at',
];

describe('the systemd unit', () => {
  (canVerify ? it : it.skip)('is clean as it is shipped (skipped where there is no systemd-analyze)', () => {
    expect(verify(readFileSync(join(units, 'systemd/tonstift.service'), 'utf8'))).toBe('');
  });

  (canVerify ? it : it.skip).each(oddFolders)(
    'is clean with a Node.js and options in %j (skipped where there is no systemd-analyze)',
    (name) => {
      mkdirSync(join(folder, name));
      const node = join(folder, name, 'node');
      symlinkSync(process.execPath, node);
      const text = manager('linux').unit([node, join(folder, name, 'main.js'), 'run', `--home=${join(folder, name)}`]);
      expect(verify(text)).toBe('');
      // systemd looks for the program, so a wrong quoting would be seen.
      const isDirect = !/["'\\]/.test(name);
      if (isDirect)
        expect(verify(text.replace(/\/node"/, '/no-such-node"'))).toContain(
          `Command ${join(folder, name, 'no-such-node')} is not executable`,
        );
    },
  );

  (canVerify ? it : it.skip)('has a verifier that finds faults (skipped where there is no systemd-analyze)', () => {
    expect(verify('[Service]\nExecStart=relative\nNonsense=1\n')).not.toBe('');
  });

  it('replaces nothing but the command', () => {
    const shipped = readFileSync(join(units, 'systemd/tonstift.service'), 'utf8').split('\n');
    const made = manager('linux').unit(['/usr/bin/node', '$& $1 $`']).split('\n');
    const changed = made.filter((line, at) => line !== shipped[at]);
    expect(made).toHaveLength(shipped.length);
    expect(changed).toEqual(['ExecStart=:"/usr/bin/node" "$& $1 $`"']);
  });

  it('asks for nothing that a user’s manager cannot do: what takes capabilities away', () => {
    const text = readFileSync(join(units, 'systemd/tonstift.service'), 'utf8');
    expect(text).not.toMatch(/^(ProtectKernel(Modules|Logs)|ProtectClock|PrivateDevices|CapabilityBoundingSet|User)=/m);
  });

  it.each(['tonstift.service', 'tonstift-system.service'])(
    '%s has a reason beside each line of the sandbox',
    (unit) => {
      const lines = readFileSync(join(units, 'systemd', unit), 'utf8').split('\n');
      const sandbox = lines.slice(
        lines.findIndex((line) => line.startsWith('# ---')),
        lines.indexOf('[Install]'),
      );
      for (const block of sandbox.join('\n').split(/\n(?=#)/)) expect(block).toMatch(/^#/);
      expect(sandbox.filter((line) => /^\w+=/.test(line)).length).toBeGreaterThan(8);
      expect(lines).toContain('RestartPreventExitStatus=2 78');
    },
  );

  it.each(['tonstift.service', 'tonstift-system.service'])('%s gives up after ten failed starts', (unit) => {
    const [head = ''] = readFileSync(join(units, 'systemd', unit), 'utf8').split('\n[Service]\n');
    expect(head.split('\n')).toEqual(expect.arrayContaining(['StartLimitIntervalSec=10min', 'StartLimitBurst=10']));
  });

  it('says that the program is started again only where it is', () => {
    const lines = readFileSync(join(units, 'systemd/tonstift.service'), 'utf8').split('\n');
    expect(lines).toEqual(expect.arrayContaining(['Restart=on-failure', 'Environment=TONSTIFT_RESTARTED_BY=systemd']));
  });
});

describe('the unit of the system', () => {
  const system = (): ServiceManager => {
    const found = serviceManager({}, { isSystem: true, platform: 'linux', logs: folder });
    if (found === undefined) throw new Error('no manager of the system');
    return found;
  };
  const command = [process.execPath, '/usr/lib/tonstift/dist/daemon/main.js', 'run'];

  (canVerify ? it : it.skip)('is clean, and as closed as can be (skipped where there is no systemd-analyze)', () => {
    const text = system().unit(command, ['/srv/my music', '/srv/100%']);
    expect(text).toContain('\nReadWritePaths="-/srv/my music"\nReadWritePaths="-/srv/100%%"\n');
    const path = join(folder, 'tonstift.service');
    writeFileSync(path, text);
    const run = (...words: string[]) => spawnSync('systemd-analyze', words, { encoding: 'utf8' });
    const verified = run('verify', '--man=no', path);
    expect([verified.status, verified.stderr.split('\n').filter((line) => line.includes('tonstift'))]).toEqual([0, []]);
    const { stdout, stderr } = run('security', '--offline=true', path);
    const [, level = stderr] = /exposure level for tonstift\.service: ([\d.]+)/.exec(stdout) ?? [];
    expect(Number(level)).toBeLessThanOrEqual(2);
  });

  it('passes the boot id, which its sandbox hides', () => {
    const lines = system().unit(command).split('\n');
    expect(lines).toEqual(expect.arrayContaining(['ProcSubset=pid', 'Environment=TONSTIFT_BOOT=%b']));
  });

  it('brings what mounts pens, and a user', () => {
    const { beside, needsRoot, start } = system();
    expect(needsRoot).toBe(true);
    expect([...beside.keys()]).toEqual([
      '/etc/sysusers.d/tonstift.conf',
      '/etc/systemd/system/tonstift-pen@.service',
      '/etc/udev/rules.d/69-tonstift-pen.rules',
    ]);
    expect(beside.get('/etc/systemd/system/tonstift-pen@.service')).toContain(
      `ExecStart="${join(units, 'pen/mount-pen')}" mount %I\n`,
    );
    expect(start.map(({ words }) => words[0])).toEqual([
      'systemd-sysusers',
      'udevadm',
      'systemctl',
      'systemctl',
      'systemctl',
      'systemctl',
    ]);
  });
});

describe('the launchd agent', () => {
  const read = (text: string): Record<string, unknown> => {
    const { stdout, stderr } = spawnSync(
      'python3',
      ['-c', 'import json, plistlib, sys; print(json.dumps(plistlib.loads(sys.stdin.buffer.read())))'],
      { input: text, encoding: 'utf8' },
    );
    if (stderr !== '') throw new Error(stderr);
    return JSON.parse(stdout) as Record<string, unknown>;
  };

  (canReadPlists ? it : it.skip)(
    'is a property list as it is shipped (skipped where there is no python3 to read it)',
    () => {
      expect(read(readFileSync(join(units, 'launchd/app.tonstift.daemon.plist'), 'utf8'))).toMatchObject({
        Label: 'app.tonstift.daemon',
        ProgramArguments: ['/usr/bin/env', 'tonstift', 'run'],
        RunAtLoad: true,
        KeepAlive: { SuccessfulExit: false },
        EnvironmentVariables: { TONSTIFT_RESTARTED_BY: 'launchd' },
      });
    },
  );

  (canReadPlists ? it : it.skip).each([...oddFolders, '</string> ]]> $& $1'])(
    'holds words such as %j (skipped where there is no python3 to read it)',
    (name) => {
      const words = [`/opt/${name}/node`, `/opt/${name}/main.js`, 'run', `--home=/${name}`];
      expect(read(manager('darwin').unit(words))).toMatchObject({
        ProgramArguments: words,
        Label: 'app.tonstift.daemon',
        ThrottleInterval: 30,
      });
    },
  );
});

describe('the start of a launchd agent', () => {
  const path = process.env['PATH'];
  afterEach(() => void (process.env['PATH'] = path));

  const program = (name: string, script: string): void => {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, name), 0o755);
  };

  it('waits until the former one is gone, which is after bootout returns', async () => {
    program('sleep', 'rm -f "$0.left"; echo "sleep $1" >> "$(dirname "$0")/calls"');
    writeFileSync(join(folder, 'sleep.left'), '');
    program(
      'launchctl',
      `cd "$(dirname "$0")"; echo "$1" >> calls
      case "$1" in
        print) [ -e sleep.left ] ;;
        bootstrap) [ ! -e sleep.left ] || { echo 'Bootstrap failed: 5: Input/output error'; exit 5; } ;;
      esac`,
    );
    process.env['PATH'] = `${folder}:${path}`;
    expect(await runSteps(manager('darwin').start)).toBeUndefined();
    expect(readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n')).toEqual([
      'bootout',
      'print',
      'sleep 1',
      'print',
      'bootstrap',
    ]);
  });
});

describe('serviceManager', () => {
  it('knows where units belong', () => {
    expect(manager('linux').unitPath).toBe(join(folder, 'systemd/user/tonstift.service'));
    expect(manager('darwin').unitPath).toMatch(/\/Library\/LaunchAgents\/app\.tonstift\.daemon\.plist$/);
    expect(serviceManager({}, { platform: 'win32', logs: folder })).toBeUndefined();
  });

  it('reads what systemctl and launchctl answer', () => {
    const stateOf = (output: string) => manager('linux').stateIn({ code: 0, output });
    const shown = (lines: Record<string, string>): string =>
      Object.entries(lines)
        .map(([name, value]) => `${name}=${value}\n`)
        .join('');
    const running = { ActiveState: 'active', SubState: 'running', Result: 'success', NRestarts: '0' };
    expect(stateOf(shown({ ...running, StatusText: '8 albums' }))).toEqual({
      isRunning: true,
      words: 'It runs: 8 albums',
    });
    expect(stateOf(shown({ ...running, StatusText: '', NRestarts: '2' }))).toEqual({
      isRunning: true,
      words: 'It runs. It was restarted 2 times after a failure.',
    });
    expect(
      stateOf(shown({ ...running, ActiveState: 'activating', SubState: 'auto-restart', Result: 'watchdog' })),
    ).toEqual({ isRunning: false, words: 'It failed (watchdog), and will be restarted in a moment.' });
    expect(stateOf(shown({ ...running, ActiveState: 'activating', SubState: 'start' }))?.isRunning).toBe(true);
    expect(stateOf(shown({ ...running, ActiveState: 'failed', Result: 'exit-code' }))).toEqual({
      isRunning: false,
      words: 'It does not run; it failed (exit-code).',
    });
    expect(stateOf(shown({ ...running, ActiveState: 'inactive' }))?.words).toBe('It does not run.');
    expect(stateOf('Failed to connect to bus: No medium found\n')).toBeUndefined();
    expect(stateOf('spawn systemctl ENOENT')).toBeUndefined();
    const mac = (code: number | undefined, output: string) => manager('darwin').stateIn({ code, output });
    expect(mac(0, 'x = {\n\tstate = running\n}')).toEqual({ isRunning: true, words: 'It runs.' });
    expect(mac(0, 'x = {\n\tstate = not running\n\tlast exit code = 78: EX_CONFIG\n}')).toEqual({
      isRunning: false,
      words: 'It does not run; it ended with 78.',
    });
    expect(mac(113, 'Could not find service')).toEqual({ isRunning: false, words: 'It does not run.' });
    expect(mac(undefined, 'spawn launchctl ENOENT')).toBeUndefined();
  });
});
