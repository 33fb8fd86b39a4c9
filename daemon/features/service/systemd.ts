/** The service manager of Linux, for services of the user and of the system. */
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { packageRoot } from '../../../workers/base/package-root.js';
import type { Answer, ServiceManager, State, Step } from './manager.js';
import { systemdCommand, systemdWord } from './quote.js';
import { shipped } from './shipped.js';

const unitName = 'tonstift.service';

/** A unit that runs as the user, from login to logout. */
export function systemdOfUser({ XDG_CONFIG_HOME: configHome }: NodeJS.ProcessEnv): ServiceManager {
  const folder = join(
    configHome !== undefined && isAbsolute(configHome) ? configHome : join(homedir(), '.config'),
    'systemd',
    'user',
  );
  return {
    ...stepsOf(['--user']),
    unitPath: join(folder, unitName),
    beside: new Map(),
    traces: [join(folder, 'default.target.wants', unitName)],
    unit: (command) => withCommand(shipped('systemd', unitName), command),
    needsRoot: false,
    stays: 'The library and the configuration stay.',
  };
}

const penUnit = 'tonstift-pen@.service';
const sysusers = '/etc/sysusers.d/tonstift.conf';

/** A unit that runs as its own user from boot on. It mounts pens, because no desktop does. */
export function systemdOfSystem(): ServiceManager {
  const steps = stepsOf([]);
  const mountPen = join(packageRoot, 'service-units', 'pen', 'mount-pen');
  const pen = shipped('pen', penUnit).replaceAll(/^(Exec\w+=).*?mount-pen\b/gm, (_all, name: string) => {
    return `${name}${systemdWord(mountPen)}`;
  });
  const udev: Step = { words: ['udevadm', 'control', '--reload'], mayFail: true };
  return {
    ...steps,
    unitPath: `/etc/systemd/system/${unitName}`,
    packagedPath: `/usr/lib/systemd/system/${unitName}`,
    beside: new Map([
      [sysusers, shipped('systemd', 'sysusers.conf')],
      [`/etc/systemd/system/${penUnit}`, pen],
      ['/etc/udev/rules.d/69-tonstift-pen.rules', shipped('pen', '69-tonstift-pen.rules')],
    ]),
    traces: [`/etc/systemd/system/multi-user.target.wants/${unitName}`],
    unit: (command, folders = []) =>
      withCommand(shipped('systemd', 'tonstift-system.service'), command).replace(/^ReadWritePaths=.*$/m, (line) =>
        [line, ...folders.map((path) => `ReadWritePaths=${systemdWord(`-${path}`)}`)].join('\n'),
      ),
    start: [{ words: ['systemd-sysusers', sysusers] }, udev, ...steps.start],
    afterRemoval: [...steps.afterRemoval, udev],
    needsRoot: true,
    stays: 'Library, inbox and configuration in /var/lib/tonstift stay, and so does their owner, the user tonstift.',
  };
}

const withCommand = (unit: string, command: readonly string[]): string =>
  unit.replace(/^ExecStart=.*$/m, () => systemdCommand(command));

type Steps = Pick<
  ServiceManager,
  'start' | 'restart' | 'stop' | 'afterRemoval' | 'query' | 'stateIn' | 'logs' | 'lastWords'
>;

/** @param which manager: `--user`, or empty for the system's */
function stepsOf(which: readonly string[]): Steps {
  const systemctl = (...words: string[]): Step => ({ words: ['systemctl', ...which, ...words] });
  const journal = (...words: string[]): Step => ({ words: ['journalctl', ...which, '-u', unitName, ...words] });
  // After too many failed starts, systemd refuses those of a person too, until the count is reset.
  const restart = [
    { ...systemctl('reset-failed', unitName), mayFail: true },
    { ...systemctl('restart', unitName), starts: true },
  ];
  return {
    start: [systemctl('daemon-reload'), systemctl('enable', unitName), ...restart],
    restart,
    stop: [systemctl('disable', '--now', unitName)],
    afterRemoval: [systemctl('daemon-reload')],
    query: systemctl('show', '--property=ActiveState,SubState,StatusText,Result,NRestarts', unitName),
    stateIn,
    logs: (follow) => journal('-n', '100', ...(follow ? ['--follow'] : ['--no-pager'])),
    lastWords: journal('-n', '30', '-o', 'cat', '--no-pager'),
  };
}

/** Parses the output of `systemctl show`, which also answers for unknown units. */
function stateIn({ output }: Answer): State | undefined {
  const values = new Map([...output.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]));
  const [active, sub] = [values.get('ActiveState'), values.get('SubState')];
  if (active === undefined) return undefined;
  const restarts = Number(values.get('NRestarts') ?? 0);
  const again =
    restarts > 0 ? ` It was restarted ${restarts === 1 ? 'once' : `${restarts} times`} after a failure.` : '';
  const said = values.get('StatusText') ?? '';
  if (active === 'active' || active === 'reloading')
    return { isRunning: true, words: `It runs${said === '' ? '.' : `: ${said}`}${again}` };
  if (active === 'activating')
    return sub === 'auto-restart'
      ? { isRunning: false, words: `It failed (${values.get('Result')}), and will be restarted in a moment.${again}` }
      : { isRunning: true, words: 'It is starting.' };
  const result = values.get('Result') ?? 'success';
  return {
    isRunning: false,
    words: result === 'success' ? 'It does not run.' : `It does not run; it failed (${result}).`,
  };
}
