/**
 * An open handle on a mounted volume. Paths through it lead to that volume or fail. This matters because an unplugged
 * pen leaves an empty folder on the host's disk as its mount point: writing there would seem to succeed.
 */
import { constants, open, readFile, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { messageOf, TonstiftError } from '../base/errors.js';
import { holdFolder, type HeldFolder } from '../base/files/held-folder.js';
import { say } from '../base/language/sentence.js';

export interface VolumeRoot extends Pick<HeldFolder, 'path' | 'device' | 'at'> {
  /** @throws TonstiftError `no_pen` if the volume is no longer mounted */
  check(): Promise<void>;
  /** May be called twice. Until then, only a lazy unmount succeeds. */
  close(): Promise<void>;
}

export interface VolumeOptions {
  /**
   * True (the default) requires a mount point. False also allows a plain folder that the configuration lists as a pen;
   * a mount point is still held as one.
   */
  mounted?: boolean;
  platform?: NodeJS.Platform;
}

/** @throws TonstiftError `no_pen` if nothing is mounted */
export async function openVolume(
  path: string,
  { mounted = true, platform = process.platform }: VolumeOptions = {},
): Promise<VolumeRoot> {
  try {
    const real = await realpath(path);
    return await hold(real, mounted, platform);
  } catch (thrown) {
    if (thrown instanceof TonstiftError) throw thrown;
    throw new TonstiftError(
      'no_pen',
      say('error.pen_unopened', { path, why: messageOf(thrown) }),
      {},
      { cause: thrown },
    );
  }
}

/** Opens the volume, runs the task, and closes the volume in any case. */
export async function withVolume<T>(
  path: string,
  options: VolumeOptions,
  task: (root: VolumeRoot) => Promise<T>,
): Promise<T> {
  const root = await openVolume(path, options);
  return task(root).finally(() => root.close());
}

/** An open folder stays on its volume, even after a lazy unmount when the path leads elsewhere. */
async function hold(path: string, mounted: boolean, platform: NodeJS.Platform): Promise<VolumeRoot> {
  const folder = await holdFolder(path, platform);
  try {
    const mount = folder.descriptor === undefined ? undefined : await mountIdOf(folder.descriptor);
    const isMountPoint =
      mount === undefined
        ? dirname(path) === path || (await stat(dirname(path))).dev !== folder.device
        : mount !== (await mountIdOfPath(dirname(path)));
    if (mounted && !isMountPoint) throw notMounted(path);
    return {
      path,
      device: folder.device,
      at: (relative) => folder.at(relative),
      async check() {
        const present = isMountPoint && mount !== undefined ? await isMounted(mount) : await folder.isStill();
        if (!present) throw pulledOut(path);
      },
      close: () => folder.close(),
    };
  } catch (thrown) {
    await folder.close();
    throw thrown;
  }
}

/**
 * Returns the id of the mount through which a file was opened. Unlike the device, it differs between two mounts of one
 * disk.
 */
async function mountIdOf(descriptor: number): Promise<string> {
  const facts = await readFile(`/proc/self/fdinfo/${descriptor}`, 'latin1');
  const id = /^mnt_id:\s*(\d+)$/m.exec(facts)?.[1];
  if (id === undefined) throw new Error('the system does not report its mount');
  return id;
}

async function mountIdOfPath(path: string): Promise<string> {
  await using folder = await open(path, constants.O_RDONLY | constants.O_DIRECTORY);
  return await mountIdOf(folder.fd);
}

/** A mount that we hold keeps its id and stays listed until it is unmounted, even lazily. */
const isMounted = async (mount: string): Promise<boolean> =>
  `\n${await readFile('/proc/self/mountinfo', 'latin1')}`.includes(`\n${mount} `);

const notMounted = (path: string): TonstiftError => new TonstiftError('no_pen', say('error.plain_folder', { path }));

const pulledOut = (path: string): TonstiftError => new TonstiftError('no_pen', say('error.pulled_out', { path }));
