/**
 * Tells whether a process seen earlier still runs, though its number may belong to another by now. The number alone,
 * which lock packages ask by `process.kill(pid, 0)`, does not tell: in a container the program is 1 at every start.
 */
import { execFile, type ExecFileOptions } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { systemCodeOf } from '../errors.js';

export interface ProcessIdentity {
  pid: number;
  /** When the process started, in the system's own words; empty where they cannot be had. */
  started: string;
  /** Changes with every start of the machine; empty where it cannot be had. */
  boot: string;
}

/** Identity of a process that runs; undefined where it has ended, or has and nobody has collected it (a zombie). */
async function runningProcess(pid: number): Promise<ProcessIdentity | undefined> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (systemCodeOf(error) !== 'EPERM') return undefined; // EPERM: it runs, and is someone else's
  }
  const [state, boot] = await Promise.all([process.platform === 'linux' ? procState(pid) : psState(pid), bootId()]);
  return 'Zz'.includes(state.letter) ? undefined : { pid, started: state.started, boot };
}

export async function thisProcess(): Promise<ProcessIdentity> {
  return (await runningProcess(process.pid)) ?? { pid: process.pid, started: '', boot: '' };
}

/** In doubt it runs. */
export async function isRunning(identity: ProcessIdentity): Promise<boolean> {
  const boot = await bootId();
  if (boot !== '' && identity.boot !== '' && boot !== identity.boot) return false;
  const now = await runningProcess(identity.pid);
  if (now === undefined) return false;
  return now.started === '' || identity.started === '' || now.started === identity.started;
}

interface State {
  /** One letter as in ps(1); `?` where it cannot be had. */
  letter: string;
  started: string;
}

/**
 * proc(5): field 3 is the state, field 22 the start in clock ticks since boot; field 2, the name, may hold anything.
 */
async function procState(pid: number): Promise<State> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // X: the process is on its way out, after a zombie's end.
    return { letter: (fields[0] ?? '?').replace(/[Xx]/, 'Z'), started: fields[19] ?? '' };
  } catch {
    return { letter: '?', started: '' };
  }
}

async function psState(pid: number): Promise<State> {
  const stdout = await outputOf('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
  });
  const [, letter = '?', started = ''] = /^\s*(\S)\S*\s+(.*?)\s*$/.exec(stdout) ?? [];
  return { letter, started };
}

async function bootId(): Promise<string> {
  if (process.platform === 'linux')
    return (await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')).trim();
  const stdout = await outputOf('sysctl', ['-n', 'kern.bootsessionuuid']);
  return stdout.trim();
}

/** Empty if the program fails. */
async function outputOf(program: string, words: string[], options: ExecFileOptions = {}): Promise<string> {
  const { stdout } = await promisify(execFile)(program, words, options).catch(() => ({ stdout: '' }));
  return String(stdout);
}
