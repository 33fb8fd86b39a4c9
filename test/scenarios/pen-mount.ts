/** A pen that is really mounted: a folder with a pen's files, bound to a place where pens appear. Needs root. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { systemCodeOf } from '../../workers/base/errors.js';
import { simulatePen, type SimulatedPen } from '../../workers/pen/simulate.js';

const mount = (...options: string[]): void => void execFileSync('mount', options, { stdio: 'pipe' });
const umount = (...options: string[]): void => void execFileSync('umount', options, { stdio: 'pipe' });

export const canMount = process.platform === 'linux' && process.getuid?.() === 0;

export interface MountedPen {
  /** Where its content lies, mounted or not. */
  files: string;
  /** Where it is mounted. */
  point: string;
  id: string;
  plugIn(): void;
  /** Pulls it out, as a hand does: whatever is open. */
  pullOut(): void;
  /** False where it could not be done just now. */
  writeProtect(): boolean;
  /** Names of GME files, with their content. */
  gmes(): Map<string, Buffer>;
  /** All names in its main folder. */
  names(): string[];
  /** Nothing was written into the bare mount point. */
  isBareEmpty(): boolean;
  remove(): void;
}

/** The daemon may delete a file while the folder is read. */
function readUnlessGone(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** @param folder in which the content is kept; a size in MB makes it a file system of its own that can be full */
export async function mountedPen(
  folder: string,
  options: SimulatedPen & { name?: string; megabytes?: number } = {},
): Promise<MountedPen> {
  const { name = 'Täst Stift', megabytes, ...pen } = options;
  const files = join(folder, `content ${name}`);
  mkdirSync(files, { recursive: true });
  if (megabytes !== undefined) mount('-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', files);
  const { id } = await simulatePen(files, pen);
  const parent = mkdtempSync('/mnt/tonstift test ');
  const point = join(parent, name);
  mkdirSync(point);
  let isMounted = false;
  const pullOut = (): void => {
    if (isMounted) umount('-l', point);
    isMounted = false;
  };
  return {
    files,
    point,
    id,
    pullOut,
    plugIn() {
      mount('--bind', files, point);
      isMounted = true;
    },
    writeProtect() {
      try {
        mount('-o', 'remount,ro,bind', point);
        return true;
      } catch {
        // Linux refuses while a file is being written.
        return false;
      }
    },
    gmes: () =>
      new Map(
        readdirSync(files)
          .filter((one) => /\.gme$/i.test(one))
          .flatMap((one): [string, Buffer][] => {
            const bytes = readUnlessGone(join(files, one));
            return bytes === undefined ? [] : [[one, bytes]];
          }),
      ),
    names: () => readdirSync(files).sort(),
    isBareEmpty: () => isMounted || readdirSync(point).length === 0,
    remove() {
      if (readFileSync('/proc/self/mountinfo', 'utf8').includes(`${basename(parent).replaceAll(' ', '\\040')}/`))
        umount('-l', point);
      if (megabytes !== undefined) umount('-l', files);
      for (const folder of [parent, files]) rmSync(folder, { recursive: true, force: true });
    },
  };
}
