/** Volumes that are really mounted, in a mount namespace that goes with this process. Linux, and root. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const inside = 'TONSTIFT_CHAOS_INSIDE';
const run = (command, ...given) => void execFileSync(command, given, { stdio: 'pipe' });

export const mayMount = () =>
  process.platform === 'linux' && process.getuid?.() === 0 && spawnSync('unshare', ['-m', 'true']).status === 0;

/**
 * Starts this script again where its mounts are nobody else's, and `/mnt` is its own; answers false in there. What
 * ends this one ends that one.
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

/** Where systems mount pens; a folder there is none, unless something is mounted on it. */
export const penPlace = '/mnt';

/**
 * A file system of its own, ext4 in a file where the machine can, else memory; plugged in by a bind mount, pulled out
 * whatever is open.
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
    /** Where its content lies, mounted or not. */
    files,
    /** Where it is mounted. */
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
    /** What lies in the bare mount point. */
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
