/** Volumes that really are mounted, for tests that run as root. Unmounted after each test, whatever happened. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const run = (program: string, ...options: string[]): string =>
  execFileSync(program, options, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
const works = (program: string, ...options: string[]): boolean =>
  spawnSync(program, options, { stdio: 'ignore' }).status === 0;

function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const folder = mkdtempSync(join(tmpdir(), 'tonstift-mount-'));
  const mounted = works('mount', '-t', 'tmpfs', '-o', 'size=1m', 'tonstift', folder);
  if (mounted) run('umount', folder);
  rmdirSync(folder);
  return mounted;
}

function canLoop(): boolean {
  if (!canMount() || !works('mkfs.ext4', '-V') || !works('perl', '-e', '1')) return false;
  const disk = looped();
  try {
    disk.mount();
    return true;
  } catch {
    return false;
  } finally {
    disk.remove();
  }
}

function tell(what: string, can: () => boolean, needs: string, tests: () => void): void {
  describe(what, () => {
    if (can()) {
      afterEach(() => {
        for (const remove of made.splice(0).reverse()) remove();
      });
      return tests();
    }
    const sentence = `${needs}, so these tests are left out: ${what}.`;
    it(sentence, () => {
      process.stderr.write(`${sentence}\n`);
      expect(can()).toBe(false);
    });
  });
}

/** Tests that mount memory file systems and folders. */
export const withMounts = (what: string, tests: () => void): void =>
  tell(what, canMount, 'Only root may mount volumes', tests);

/** Tests that mount a disk in a file, which can be pulled out. */
export const withDisks = (what: string, tests: () => void): void =>
  tell(what, canLoop, 'Mounting a disk in a file takes root, loop devices, mkfs.ext4 and perl', tests);

const made: (() => void)[] = [];

/** Everything mounted here, one over the other. */
function unmountAll(point: string): void {
  while (works('umount', '-l', point));
}

/** A mount point; the name has a blank and an umlaut, as labels may. */
function mountPoint(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tonstift-pen-'));
  const point = join(folder, 'Bärs Stift');
  mkdirSync(point);
  made.push(() => {
    unmountAll(point);
    rmSync(folder, { recursive: true, force: true });
  });
  return point;
}

/** @param size as mount takes it: `8m` */
export function memoryVolume(size: string): string {
  const point = mountPoint();
  run('mount', '-t', 'tmpfs', '-o', `size=${size}`, 'tonstift', point);
  return point;
}

/** A folder mounted elsewhere: on the same device as the host's disk, and whole after an unmount. */
export function boundFolder(folder: string): { point: string; mount(): void; unmountLazily(): void } {
  const point = mountPoint();
  const mount = (): string => run('mount', '--bind', folder, point);
  mount();
  return { point, mount, unmountLazily: () => run('umount', '-l', point) };
}

export const unmount = (point: string): string => run('umount', point);
export const unmountLazily = (point: string): string => run('umount', '-l', point);
export const remount = (point: string, options: string): boolean => works('mount', '-o', `remount,${options}`, point);

export interface Disk {
  readonly image: string;
  readonly point: string;
  mount(): void;
  unmount(): void;
  unmountLazily(): void;
  /** As if the plug was pulled: nothing that was not synced is ever written, everything answers EIO. */
  pullOut(): void;
  /** Read-only at once, open files too, as the kernel does with a file system that it finds broken. */
  makeReadOnly(): void;
  remove(): void;
}

/** ext4 in a file. */
export function disk(megabytes = 32): Disk {
  const created = looped(megabytes);
  made.push(() => created.remove());
  return created;
}

function looped(megabytes = 8): Disk {
  const folder = mkdtempSync(join(tmpdir(), 'tonstift-disk-'));
  const image = join(folder, 'disk');
  const point = join(folder, 'Bärs Stift');
  mkdirSync(point);
  writeFileSync(image, '');
  truncateSync(image, megabytes * 1024 * 1024);
  run('mkfs.ext4', '-q', '-b', '4096', '-m', '0', '-E', 'lazy_itable_init=0,lazy_journal_init=0', image);
  return {
    image,
    point,
    mount: () => void run('mount', '-o', 'loop', image, point),
    unmount: () => void run('umount', point),
    unmountLazily: () => void run('umount', '-l', point),
    // FS_IOC_SHUTDOWN without flushing the log; Node has no ioctl.
    pullOut: () =>
      void run(
        'perl',
        '-e',
        'sysopen(my $f, $ARGV[0], 0) or die $!; my $how = pack("L", 2); ioctl($f, 0x8004587d, $how) or die $!',
        point,
      ),
    makeReadOnly: () => void run('mount', '-o', 'remount,abort', point),
    remove() {
      unmountAll(point);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What was written where a pen should be mounted but is not. */
export const strayFiles = (point: string): string[] => readdirSync(point);
