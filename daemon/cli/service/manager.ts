/** The programs of the system that start others at login, and what to ask of them. */
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { packageRoot } from '../../../workers/base/package-root.js';
import { systemdCommand, xmlText } from './quote.js';

export interface ServiceManager {
  /** Where the unit belongs. */
  unitPath: string;
  /** What is beside it, and goes with it. */
  traces: readonly string[];
  /** Text of the unit that runs these words. */
  unit(command: readonly string[]): string;
  /** In order; a step in `mayFail` has nothing to do at times. */
  start: readonly Step[];
  stop: readonly Step[];
  afterRemoval: readonly Step[];
  query: Step;
  /** Undefined where the answer of `query` says nothing: the manager cannot be asked. */
  isRunning(answer: Answer): boolean | undefined;
}

export interface Step {
  words: readonly [string, ...string[]];
  mayFail?: boolean;
}

export interface Answer {
  /** Undefined where the program could not be started. */
  code: number | undefined;
  output: string;
}

const shipped = (...path: string[]): string => readFileSync(join(packageRoot, 'service-units', ...path), 'utf8');

function systemd(environment: NodeJS.ProcessEnv): ServiceManager {
  const { XDG_CONFIG_HOME: configHome } = environment;
  const folder = join(
    configHome !== undefined && isAbsolute(configHome) ? configHome : join(homedir(), '.config'),
    'systemd',
    'user',
  );
  const systemctl = (...words: string[]): Step => ({ words: ['systemctl', '--user', ...words] });
  return {
    unitPath: join(folder, 'tonstift.service'),
    traces: [join(folder, 'default.target.wants', 'tonstift.service')],
    unit: (command) => shipped('systemd', 'tonstift.service').replace(/^ExecStart=.*$/m, () => systemdCommand(command)),
    start: [
      systemctl('daemon-reload'),
      systemctl('enable', 'tonstift.service'),
      systemctl('restart', 'tonstift.service'),
    ],
    stop: [systemctl('disable', '--now', 'tonstift.service')],
    afterRemoval: [systemctl('daemon-reload')],
    query: systemctl('is-active', 'tonstift.service'),
    isRunning({ output }) {
      const state = output.trim().split('\n')[0] ?? '';
      if (['active', 'activating', 'reloading'].includes(state)) return true;
      return ['inactive', 'failed', 'deactivating', 'unknown'].includes(state) ? false : undefined;
    },
  };
}

function launchd(): ServiceManager {
  const label = 'app.tonstift.daemon';
  const unitPath = join(homedir(), 'Library', 'LaunchAgents', `${label}.plist`);
  const domain = `gui/${process.getuid?.() ?? 0}`;
  const bootout: Step = { words: ['launchctl', 'bootout', `${domain}/${label}`], mayFail: true };
  return {
    unitPath,
    traces: [],
    unit: (command) => {
      const strings = command.map((word) => `    <string>${xmlText(word)}</string>\n`).join('');
      return shipped('launchd', `${label}.plist`).replace(
        /(<key>ProgramArguments<\/key>\s*<array>\n)[^]*?(\s*<\/array>)/,
        (_all, before: string, after: string) => `${before}${strings.trimEnd()}${after}`,
      );
    },
    start: [bootout, { words: ['launchctl', 'bootstrap', domain, unitPath] }],
    stop: [bootout],
    afterRemoval: [],
    query: { words: ['launchctl', 'print', `${domain}/${label}`] },
    isRunning({ code, output }) {
      return code === undefined ? undefined : code === 0 && /^\s*state = running$/m.test(output);
    },
  };
}

/** Undefined on a system that has neither. */
export function serviceManager(
  environment: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
): ServiceManager | undefined {
  if (platform === 'linux') return systemd(environment);
  return platform === 'darwin' ? launchd() : undefined;
}
