/** Really mounted volumes, in a mount namespace that ends with this process. Linux, and root. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const inside = 'TONSTIFT_CHAOS_INSIDE';
const run = (command, ...given) => void execFileSync(command, given, { stdio: 'pipe' });

export const mayMount = () =>
  process.platform === 'linux' && process.getuid?.() === 0 && spawnSync('unshare', ['-m', 'true']).status === 0;

/**
 * Starts this script again in its own mount namespace with its own `/mnt`, and returns true; returns false in there.
 * A signal that ends this process ends that one too.
 */
export async function leftToNamespace() {
  if (process.env[inside] !== undefined) {
    delete process.env[inside];
    run('mount', '-t', 'tmpfs', 'tmpfs', '/mnt');
    return false;
  }
  const given = ['-m', '--propagation', 'private', process.execPath, ...process.argv.slice(1)];
  const child = spawn('unshare', given, { stdio: 'inherit', env: { ...process.env, [inside]: '1' } });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => child.kill(signal));
  const [status] = await once(child, 'exit');
  process.exitCode = status ?? 1;
  return true;
}

/** A folder where systems mount pens. A folder there counts as a pen only if something is mounted on it. */
export const penPlace = '/mnt';

/**
 * Makes a file system, ext4 in a file if the machine can, else in memory. It is plugged in by a bind mount, and
 * pulled out even if files are open.
 * @param {string} folder
 * @param {string} name
 * @param {{megabytes: number, ext4?: boolean, place?: string}} options
 */
export function volume(folder, name, { megabytes, ext4 = false, place = folder }) {
  const [files, point] = [join(folder, `content of ${name}`), join(place, name)];
  for (const path of [files, point]) mkdirSync(path, { recursive: true });
  const isExt4 = ext4 && mountedImage(join(folder, `${name}.image`), files, megabytes);
  if (!isExt4) run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', files);
  const here = {
    /** Path of its content, mounted or not. */
    files,
    /** Path at which it is mounted. */
    point,
    isPlugged: false,
    plug() {
      if (here.isPlugged) return;
      run('mount', '--bind', files, point);
      here.isPlugged = true;
    },
    pull() {
      if (!here.isPlugged) return;
      here.isPlugged = false;
      run('umount', '-l', point);
    },
    /** Entries in the mount point while nothing is mounted. */
    bare: () => (here.isPlugged ? [] : readdirSync(point)),
    remove() {
      here.pull();
      run('umount', '-l', files);
    },
  };
  return here;
}

function mountedImage(image, files, megabytes) {
  try {
    run('truncate', '-s', `${megabytes}M`, image);
    run('mkfs.ext4', '-q', '-E', 'lazy_itable_init=1', image);
    run('mount', '-o', 'loop', image, files);
    run('rmdir', join(files, 'lost+found'));
    return true;
  } catch {
    return false;
  }
}
