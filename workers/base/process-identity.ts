/**
 * Checks whether a process seen earlier still runs, although its id may belong to another process now. Lock packages
 * check the id alone, with `process.kill(pid, 0)`. That is not enough: in a container the program has id 1 at every
 * start.
 */
import { execFile, type ExecFileOptions } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { systemCodeOf } from './errors.js';

export interface ProcessIdentity {
  pid: number;
  /** Start time of the process, as the system formats it; empty if unknown. */
  started: string;
  /** Changes with every boot of the machine; empty if unknown. */
  boot: string;
}

/** Returns the identity of a running process; undefined if it has ended or is a zombie. */
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

/** If in doubt, true. */
export async function isRunning(identity: ProcessIdentity): Promise<boolean> {
  const boot = await bootId();
  if (boot !== '' && identity.boot !== '' && boot !== identity.boot) return false;
  const now = await runningProcess(identity.pid);
  if (now === undefined) return false;
  return now.started === '' || identity.started === '' || now.started === identity.started;
}

interface State {
  /** One letter as in ps(1); `?` if unknown. */
  letter: string;
  started: string;
}

/**
 * proc(5): field 3 is the state, field 22 the start in clock ticks since boot; field 2, the name, may contain
 * anything.
 */
async function procState(pid: number): Promise<State> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // X: the process is dead, and about to be removed.
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
    return (await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(bootIdOfUnit)).trim();
  const stdout = await outputOf('sysctl', ['-n', 'kern.bootsessionuuid']);
  return stdout.trim();
}

/** The sandbox of our system unit hides /proc/sys, so the unit passes `%b` of systemd, which has no dashes. */
const bootIdOfUnit = (): string =>
  (process.env.TONSTIFT_BOOT ?? '').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** Returns an empty text if the program fails. */
async function outputOf(program: string, words: string[], options: ExecFileOptions = {}): Promise<string> {
  const { stdout } = await promisify(execFile)(program, words, options).catch(() => ({ stdout: '' }));
  return String(stdout);
}
