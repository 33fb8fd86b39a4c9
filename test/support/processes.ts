/** Processes of this machine. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';

/** Ends it at once, as a power cut would. */
export async function killNow(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** As Linux shows it: null if there is no such process. The name of a program may contain anything, also brackets. */
function factsOf(pid: string): { state: string; parent: number } | null {
  try {
    const [state = '', parent = ''] = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? [];
    return { state, parent: Number(parent) };
  } catch {
    return null;
  }
}

/** A process whose parent is gone may stay as a zombie (Z) until the system takes it away. */
export const isAlive = (pid: number): boolean => !['Z', undefined].includes(factsOf(String(pid))?.state);

/** The children of this process whose command has this word. */
export function childrenWith(word: string): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && factsOf(name)?.parent === process.pid);
  return pids.filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(word)).map(Number);
}
