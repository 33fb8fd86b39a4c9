/** Processes as Linux shows them in /proc. */
import { readdirSync, readFileSync } from 'node:fs';

/** @returns {{pid: number, parent: number, state: string, megabytes: number}[]} */
function all() {
  const found = [];
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    try {
      const status = readFileSync(`/proc/${name}/status`, 'utf8');
      const field = (key) => new RegExp(`^${key}:\\s+(\\S+)`, 'm').exec(status)?.[1] ?? '0';
      const [parent, megabytes] = [Number(field('PPid')), Number(field('VmRSS')) / 1024];
      found.push({ pid: Number(name), parent, state: field('State'), megabytes });
    } catch {
      // It has ended meanwhile.
    }
  }
  return found;
}

/** A process and all that it has started, as far as their parents live. */
export function familyOf(pid) {
  const processes = all();
  const family = processes.filter((one) => one.pid === pid);
  for (const { pid: parent } of family) family.push(...processes.filter((one) => one.parent === parent));
  return family;
}

/** Megabytes of a process and all that it has started. */
export const memoryOf = (pid) => familyOf(pid).reduce((sum, { megabytes }) => sum + megabytes, 0);

/** A process whose parent is gone may stay as a zombie (Z) until the system removes it. */
export const isAlive = (pid) => all().some((one) => one.pid === pid && one.state !== 'Z');

/** The processes started by one, without itself. */
export const childrenOf = (pid) => familyOf(pid).filter((one) => one.pid !== pid);

/** The command of a process; empty if it has ended. */
export function commandOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}
