/**
 * A hold on a folder. Paths that go through it lead into that folder, whatever stands under its name by then: a link
 * that somebody puts in its place, or in the place of a folder below it, is not followed.
 *
 * On Linux the hold is an open descriptor (openat(2) by way of `/proc/self/fd`, since Node has no openat), so there is
 * no moment between looking and writing. Elsewhere it is the path, and the folder's numbers are compared by `check`.
 */
import { constants } from 'node:fs';
import { lstat, mkdir, open, realpath, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCodeOf, TonstiftError } from '../errors.js';

export interface HeldFolder {
  /** Absolute, for messages only. */
  readonly path: string;
  /** Of `stat`: what is mounted below has another one. */
  readonly device: number;
  /** Undefined where the hold is a path. */
  readonly descriptor: number | undefined;
  /**
   * Absolute path of something in the folder, good until `close`. Folders between are followed as the system does it:
   * where others may write, take one name at a time, by `below`.
   * @param relative with `/`; empty for the folder itself
   * @throws TonstiftError `bad_field` where it leads out of the folder
   */
  at(relative: string): string;
  /** Whether its name still leads to it. */
  isStill(): Promise<boolean>;
  /** @throws TonstiftError `conflict` where its name leads elsewhere by now */
  check(): Promise<void>;
  /**
   * A hold on a folder in it, whose closing is the caller's.
   * @param relative with `/`; empty for the folder itself
   * @throws TonstiftError `conflict` where a link or something else stands there; the system's error
   */
  below(relative: string, options?: { make?: boolean }): Promise<HeldFolder>;
  /** May be called twice. */
  close(): Promise<void>;
}

/** Windows knows neither. */
const folderOnly: number = constants.O_DIRECTORY ?? 0;
const noFollow: number = constants.O_NOFOLLOW ?? 0;

/**
 * Links on the way to `root` are followed: whoever has named it may mean them. Those in it are not.
 * @throws the system's error
 */
export async function holdFolder(root: string, platform = process.platform): Promise<HeldFolder> {
  const real = await realpath(root);
  return platform === 'linux' ? byHandle(root, await open(real, folderOnly), stat) : byPath(real, stat);
}

/** Holds a folder below a root, has it used, and lets go. @param relative with `/` */
export async function inFolder<Result>(
  root: string,
  relative: string,
  task: (folder: HeldFolder) => Promise<Result>,
  { make = false }: { make?: boolean } = {},
): Promise<Result> {
  const top = await holdFolder(root);
  try {
    const folder = await top.below(relative, { make });
    return await task(folder)
      .catch((error: unknown) => {
        throw withPath(error, folder);
      })
      .finally(() => folder.close());
  } finally {
    await top.close();
  }
}

/** A person needs the path in the system's sentence, not the number of a descriptor, which differs each time. */
function withPath(error: unknown, { at, path }: Pick<HeldFolder, 'at' | 'path'>): unknown {
  const held = at('');
  if (held === path || systemCodeOf(error) === undefined) return error;
  const { message } = error as Error;
  return Object.assign(error as Error, { message: message.replaceAll(held, join(path, '/')) });
}

/** `lstat` for what must be no link. */
type Look = typeof stat;

async function byHandle(path: string, handle: FileHandle, look: Look): Promise<HeldFolder> {
  const { dev, ino } = await handle.stat();
  const at = (relative: string): string => `/proc/self/fd/${handle.fd}/${inside(relative, path)}`;
  const one = async (name: string): Promise<HeldFolder> => {
    const flags = folderOnly | (name === '' ? 0 : noFollow);
    return byHandle(join(path, name), await open(at(name), flags), name === '' ? look : lstat);
  };
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => (closing ??= handle.close());
  return { ...holdOf({ path, dev, ino, look, at, one }), descriptor: handle.fd, close };
}

async function byPath(path: string, look: Look): Promise<HeldFolder> {
  const facts = await look(path);
  if (!facts.isDirectory()) throw Object.assign(new Error(`${path} is no folder`), { code: 'ENOTDIR' });
  const at = (relative: string): string => join(path, inside(relative, path));
  const one = (name: string): Promise<HeldFolder> => byPath(at(name), name === '' ? look : lstat);
  const { dev, ino } = facts;
  return { ...holdOf({ path, dev, ino, look, at, one }), descriptor: undefined, close: async () => undefined };
}

interface Hold extends Pick<HeldFolder, 'path' | 'at'> {
  dev: number;
  ino: number;
  look: Look;
  /** A hold on the folder of that name in it. */
  one: (name: string) => Promise<HeldFolder>;
}

function holdOf({ path, dev, ino, look, at, one }: Hold): Omit<HeldFolder, 'descriptor' | 'close'> {
  const isStill = (): Promise<boolean> =>
    look(path).then(
      (facts) => facts.dev === dev && facts.ino === ino,
      () => false,
    );
  return {
    path,
    device: dev,
    at,
    isStill,
    async check() {
      if (!(await isStill())) throw new TonstiftError('conflict', `${path} is another folder by now.`);
    },
    async below(relative, { make = false } = {}) {
      const [name = '', ...rest] = inside(relative, path).split('/');
      const next = await (async () => {
        if (make && name !== '') await mkdir(at(name)).catch(unlessThere);
        return one(name).catch(notAFolder(join(path, name)));
      })().catch((error: unknown) => {
        throw withPath(error, { at, path });
      });
      if (rest.length === 0) return next;
      return next.below(rest.join('/'), { make }).finally(() => next.close());
    },
  };
}

function inside(relative: string, path: string): string {
  const parts = relative.split('/');
  const fine =
    relative === '' || parts.every((part) => part !== '' && part !== '.' && part !== '..' && !part.includes('\0'));
  if (!fine) throw new TonstiftError('bad_field', `${JSON.stringify(relative)} is no path below ${path}.`);
  return relative;
}

function unlessThere(error: unknown): void {
  if (systemCodeOf(error) !== 'EEXIST') throw error;
}

/** open(2) says ELOOP of a link, or ENOTDIR where a folder was asked for. */
const notAFolder = (path: string) => (error: unknown) => {
  if (!['ELOOP', 'ENOTDIR', 'EMLINK'].includes(systemCodeOf(error) ?? '')) throw error;
  const why = 'Nothing is read or written through it; put a folder in its place.';
  throw new TonstiftError('conflict', `${path} is a link, or no folder. ${why}`, {}, { cause: error });
};
