/**
 * A hold on a mounted volume. Paths that go through it lead to that volume or nowhere: a pen that is pulled out
 * leaves its mount point behind as an empty folder of the host's disk, and writing there would look like success.
 */
import type { FileHandle } from 'node:fs/promises';
import { constants, open, readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { messageOf, TonstiftError } from '../base/errors.js';

export interface VolumeRoot {
  /** Absolute path of the mount point, for messages only. */
  readonly path: string;
  /** Of `stat`: what is mounted below the volume has another one. */
  readonly device: number;
  /**
   * Absolute path of something on the volume, good until `close`.
   * @param relative from the root, with `/`; empty for the root itself
   * @throws TonstiftError `bad_field` where it leads out of the volume
   */
  at(relative: string): string;
  /** @throws TonstiftError `no_pen` where the volume is not mounted any more */
  check(): Promise<void>;
  /** May be called twice. Until then the volume cannot be unmounted, but lazily. */
  close(): Promise<void>;
}

export interface VolumeOptions {
  /**
   * The path must be a mount point (the default). False allows a plain folder, which stands for a pen where the
   * configuration says so; a mount point is held as one all the same.
   */
  mounted?: boolean;
  platform?: NodeJS.Platform;
}

/** @throws TonstiftError `no_pen` where nothing is mounted */
export async function openVolume(
  path: string,
  { mounted = true, platform = process.platform }: VolumeOptions = {},
): Promise<VolumeRoot> {
  try {
    const real = await realpath(path);
    return platform === 'linux' ? await holdByHandle(real, mounted) : await holdByDevice(real, mounted);
  } catch (thrown) {
    if (thrown instanceof TonstiftError) throw thrown;
    throw new TonstiftError(
      'no_pen',
      `The pen at ${path} cannot be opened: ${messageOf(thrown)}`,
      {},
      { cause: thrown },
    );
  }
}

/** Opens, runs the task, closes whatever happens. */
export async function withVolume<T>(
  path: string,
  options: VolumeOptions,
  task: (root: VolumeRoot) => Promise<T>,
): Promise<T> {
  const root = await openVolume(path, options);
  try {
    return await task(root);
  } finally {
    await root.close();
  }
}

/** Linux: an open folder stays on its volume even if that is unmounted lazily and the path leads elsewhere. */
async function holdByHandle(path: string, mounted: boolean): Promise<VolumeRoot> {
  const folder = await open(path, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    const mount = await mountIdOf(folder);
    const isMountPoint = mount !== (await mountIdOfPath(dirname(path)));
    if (mounted && !isMountPoint) throw notMounted(path);
    const { dev: device, ino } = await folder.stat();
    let closing: Promise<void> | undefined;
    return {
      path,
      device,
      at: (relative) => `/proc/self/fd/${folder.fd}/${inside(relative)}`,
      async check() {
        const present = isMountPoint ? await isMounted(mount) : await isSame(path, device, ino);
        if (!present) throw pulledOut(path);
      },
      close: () => (closing ??= folder.close()),
    };
  } catch (thrown) {
    await folder.close();
    throw thrown;
  }
}

/** Elsewhere: the path, as long as it leads to the device that was there at first. */
async function holdByDevice(path: string, mounted: boolean): Promise<VolumeRoot> {
  const { dev: device, ino } = await stat(path);
  const isMountPoint = dirname(path) === path || (await stat(dirname(path))).dev !== device;
  if (mounted && !isMountPoint) throw notMounted(path);
  return {
    path,
    device,
    at: (relative) => join(path, inside(relative)),
    async check() {
      if (!(await isSame(path, device, ino))) throw pulledOut(path);
    },
    close: async () => undefined,
  };
}

function inside(relative: string): string {
  const parts = relative.split('/');
  const fine =
    relative === '' || parts.every((part) => part !== '' && part !== '.' && part !== '..' && !part.includes('\0'));
  if (!fine)
    throw new TonstiftError(
      'bad_field',
      `${JSON.stringify(relative)} is no path on a pen: one from its root was expected.`,
    );
  return relative;
}

/** Number of the mount that a file was opened through: unlike the device, it differs between two mounts of one disk. */
async function mountIdOf(file: FileHandle): Promise<string> {
  const facts = await readFile(`/proc/self/fdinfo/${file.fd}`, 'latin1');
  const id = /^mnt_id:\s*(\d+)$/m.exec(facts)?.[1];
  if (id === undefined) throw new Error('the system does not tell its mount');
  return id;
}

async function mountIdOfPath(path: string): Promise<string> {
  const folder = await open(path, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    return await mountIdOf(folder);
  } finally {
    await folder.close();
  }
}

/** A mount that we hold keeps its number, and is listed until it is unmounted, lazily too. */
const isMounted = async (mount: string): Promise<boolean> =>
  `\n${await readFile('/proc/self/mountinfo', 'latin1')}`.includes(`\n${mount} `);

const isSame = (path: string, device: number, ino: number): Promise<boolean> =>
  stat(path).then(
    (facts) => facts.dev === device && facts.ino === ino,
    () => false,
  );

const notMounted = (path: string): TonstiftError =>
  new TonstiftError('no_pen', `No pen is mounted at ${path}: it is a plain folder.`);

const pulledOut = (path: string): TonstiftError =>
  new TonstiftError('no_pen', `The pen at ${path} was pulled out or unmounted.`);
