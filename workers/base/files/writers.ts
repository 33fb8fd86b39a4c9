/**
 * Finds files that are still being written: Linux lists the open files of each process in /proc, those of other
 * accounts to root only. So a copy that pauses for long is not mistaken for a finished one.
 */
import { say } from '../language/sentence.js';
import { readdir, readFile, readlink, stat } from 'node:fs/promises';
import { shared } from '../async/shared.js';
import { TonstiftError } from '../errors.js';
import { fileIdentity, type SeenFile } from './seen-file.js';

/** Flags of open(2) in octal, as `fdinfo` shows them: true if opened for reading only (proc_pid_fdinfo(5)). */
const isReadOnly = (fdinfo: string): boolean =>
  (Number.parseInt(/^flags:\s*([0-7]+)/m.exec(fdinfo)?.[1] ?? '0', 8) & 3) === 0;

/** Returns the identities of the files that a process has open for writing; skips those that it may not inspect. */
async function writtenBy(pid: string): Promise<string[]> {
  const written: string[] = [];
  for (const fd of await readdir(`/proc/${pid}/fd`).catch(() => [])) {
    const path = `/proc/${pid}/fd/${fd}`;
    // Sockets and pipes have no path.
    if (!(await readlink(path).catch(() => '')).startsWith('/')) continue;
    const facts = await stat(path).catch(() => null);
    if (facts?.isFile() !== true) continue;
    const fdinfo = await readFile(`/proc/${pid}/fdinfo/${fd}`, 'latin1').catch(() => '');
    if (!isReadOnly(fdinfo)) written.push(fileIdentity(facts));
  }
  return written;
}

const processes = async (): Promise<string[]> =>
  process.platform === 'linux' ? (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name)) : [];

/** One scan takes about ten milliseconds; concurrent callers share one. */
const identitiesOfWritten = shared(async () => {
  const others = (await processes()).filter((pid) => pid !== String(process.pid));
  return new Set((await Promise.all(others.map(writtenBy))).flat());
});

/** @throws TonstiftError `not_now` if another process still has one of the files open for writing */
export async function refuseWritten(files: readonly SeenFile[]): Promise<void> {
  if (files.length === 0) return;
  const written = await identitiesOfWritten();
  const one = files.find(({ identity }) => identity !== undefined && written.has(identity));
  if (one !== undefined) throw new TonstiftError('not_now', say('error.still_written', { name: one.relativePath }));
}
