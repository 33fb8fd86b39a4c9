/** Unmounts a pen with the tools of the system. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { messageOf, TonstiftError } from '../../base/errors.js';
import { parseMountinfo, visibleMounts } from './mountinfo.js';
import { readFile } from 'node:fs/promises';
import { say } from '../../base/language/sentence.js';

const run = promisify(execFile);
const timeout = 30_000;
/** The answers are compared with English words. */
const env = { ...process.env, LC_ALL: 'C.UTF-8', LANGUAGE: '' };
const inUse = /busy|in use|dissented/i;

/** Returns programs in the order to try; those of the desktop may work without root. */
async function waysFor(
  path: string,
  platform: NodeJS.Platform,
): Promise<(readonly [program: string, ...options: string[]])[]> {
  if (platform === 'darwin') return [['diskutil', 'eject', path]];
  if (platform !== 'linux') return [];
  const mount = visibleMounts(parseMountinfo(await readFile('/proc/self/mountinfo', 'utf8'))).find(
    ({ point }) => point === path,
  );
  if (mount === undefined) throw new TonstiftError('conflict', say('error.nothing_to_eject', { path }));
  const device = mount.source;
  const byDevice = device.startsWith('/dev/')
    ? [['udisksctl', 'unmount', '--no-user-interaction', '-b', device] as const]
    : [];
  return [...byDevice, ['gio', 'mount', '-u', path], ['umount', '--', path]];
}

/**
 * @throws TonstiftError `not_now`, with the output of each program unless the pen is in use; `conflict` for a folder
 * that is no mount point
 */
export async function ejectPen(path: string, platform: NodeJS.Platform = process.platform): Promise<void> {
  const failures: string[] = [];
  for (const [program, ...options] of await waysFor(path, platform)) {
    try {
      await run(program, options, { timeout, env });
      return;
    } catch (error) {
      const { code, stderr } = error as { code?: unknown; stderr?: string };
      if (code !== 'ENOENT') failures.push(`${program}: ${(stderr ?? '').trim() || messageOf(error)}`);
    }
  }
  if (failures.some((failure) => inUse.test(failure)))
    throw new TonstiftError('not_now', say('error.pen_in_use', { path }));
  const why = failures.length === 0 ? 'no unmount program is installed' : failures.join('; ');
  throw new TonstiftError('not_now', say('error.not_ejected', { path, why }));
}
