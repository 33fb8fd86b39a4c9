/**
 * Who is still writing: Linux shows the open files of each process in /proc, those of other accounts to root only. A
 * copy that pauses for longer than it takes to settle is told from one that is done.
 */
import { say } from '../language/sentence.js';
import { readdir, readFile, readlink, stat } from 'node:fs/promises';
import { shared } from '../async/shared.js';
import { TonstiftError } from '../errors.js';
import { fileIdentity, type SeenFile } from './seen-file.js';

/** Flags of open(2) in octal, as `fdinfo` shows them: whether it was opened for reading only (proc_pid_fdinfo(5)). */
const isReadOnly = (fdinfo: string): boolean =>
  (Number.parseInt(/^flags:\s*([0-7]+)/m.exec(fdinfo)?.[1] ?? '0', 8) & 3) === 0;

/** Identities of the files that a process has open for writing; what may not be looked at is left out. */
async function writtenBy(pid: string): Promise<string[]> {
  const written: string[] = [];
  for (const fd of await readdir(`/proc/${pid}/fd`).catch(() => [])) {
    const path = `/proc/${pid}/fd/${fd}`;
    // Sockets, pipes and the like have no path.
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

/** A look takes some ten milliseconds; many who ask at the same time share one. */
const identitiesOfWritten = shared(async () => {
  const others = (await processes()).filter((pid) => pid !== String(process.pid));
  return new Set((await Promise.all(others.map(writtenBy))).flat());
});

/** @throws TonstiftError `not_now` where another process still has one of the files open for writing */
export async function refuseWritten(files: readonly SeenFile[]): Promise<void> {
  if (files.length === 0) return;
  const written = await identitiesOfWritten();
  const one = files.find(({ identity }) => identity !== undefined && written.has(identity));
  if (one !== undefined) throw new TonstiftError('not_now', say('error.still_written', { name: one.relativePath }));
}
