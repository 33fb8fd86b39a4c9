/**
 * A hold on a folder. Paths through it stay in that folder, even if another folder has its name by then. A link that
 * replaces it, or a folder below it, is not followed.
 *
 * On Linux the hold is an open descriptor (openat(2) by way of `/proc/self/fd`, since Node has no openat), so the
 * folder cannot change between check and write. On other systems it is the path, and `check` compares the folder's
 * device and inode.
 */
import { constants } from 'node:fs';
import { lstat, mkdir, open, realpath, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCodeOf, TonstiftError, unlessCode } from '../errors.js';
import { openedFacts } from './open-file.js';

export interface HeldFolder extends AsyncDisposable {
  /** Absolute, for messages only. */
  readonly path: string;
  /** Device from `stat`: a file system mounted below has another one. */
  readonly device: number;
  /** Undefined if the hold is a path. */
  readonly descriptor: number | undefined;
  /**
   * Absolute path of an entry in the folder, valid until `close`. The system may follow links in the folders between.
   * If others may write there, take one name at a time with `below`.
   * @param relative with `/`; empty for the folder itself
   * @throws TonstiftError `bad_field` if it leads out of the folder
   */
  at(relative: string): string;
  /** True if its path still leads to this folder. */
  isStill(): Promise<boolean>;
  /** @throws TonstiftError `conflict` if its path leads to another folder now */
  check(): Promise<void>;
  /**
   * Holds a folder in it. The caller must close it.
   * @param relative with `/`; empty for the folder itself
   * @throws TonstiftError `conflict` if it is a link or not a folder; the system's error
   */
  below(relative: string, options?: { make?: boolean }): Promise<HeldFolder>;
  /** May be called twice. */
  close(): Promise<void>;
}

/** Windows has neither flag. */
const folderOnly: number = constants.O_DIRECTORY ?? 0;
const noFollow: number = constants.O_NOFOLLOW ?? 0;

/**
 * Follows links on the way to `root`, because the caller may intend them. Does not follow links below it.
 * @throws the system's error
 */
export async function holdFolder(root: string, platform = process.platform): Promise<HeldFolder> {
  const real = await realpath(root);
  return platform === 'linux' ? byHandle(root, await open(real, folderOnly), stat) : byPath(real, stat);
}

/** Holds a folder below a root while a task uses it. @param relative with `/` */
export async function inFolder<Result>(
  root: string,
  relative: string,
  task: (folder: HeldFolder) => Promise<Result>,
  { make = false }: { make?: boolean } = {},
): Promise<Result> {
  await using top = await holdFolder(root);
  const folder = await top.below(relative, { make });
  return await task(folder)
    .catch((error: unknown) => {
      throw withPath(error, folder);
    })
    .finally(() => folder.close());
}

/**
 * Replaces the descriptor's path in the system's message by the folder's: a person needs it, and the descriptor's
 * number differs each time.
 */
function withPath(error: unknown, { at, path }: Pick<HeldFolder, 'at' | 'path'>): unknown {
  const held = at('');
  if (held === path || systemCodeOf(error) === undefined) return error;
  const { message } = error as Error;
  return Object.assign(error as Error, { message: message.replaceAll(held, join(path, '/')) });
}

/** `stat`, or `lstat` for a path that must not be a link. */
type Look = typeof stat;

async function byHandle(path: string, handle: FileHandle, look: Look): Promise<HeldFolder> {
  const { dev, ino } = await openedFacts(handle);
  const at = (relative: string): string => `/proc/self/fd/${handle.fd}/${inside(relative, path)}`;
  const one = async (name: string): Promise<HeldFolder> => {
    const flags = folderOnly | (name === '' ? 0 : noFollow);
    return byHandle(join(path, name), await open(at(name), flags), name === '' ? look : lstat);
  };
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => (closing ??= handle.close());
  return { ...holdOf({ path, dev, ino, look, at, one, close }), descriptor: handle.fd };
}

async function byPath(path: string, look: Look): Promise<HeldFolder> {
  const facts = await look(path);
  if (!facts.isDirectory()) throw Object.assign(new Error(`${path} is not a folder`), { code: 'ENOTDIR' });
  const at = (relative: string): string => join(path, inside(relative, path));
  const one = (name: string): Promise<HeldFolder> => byPath(at(name), name === '' ? look : lstat);
  const { dev, ino } = facts;
  const close = (): Promise<void> => Promise.resolve();
  return { ...holdOf({ path, dev, ino, look, at, one, close }), descriptor: undefined };
}

interface Hold extends Pick<HeldFolder, 'path' | 'at' | 'close'> {
  dev: number;
  ino: number;
  look: Look;
  /** Holds the folder with that name in it. */
  one: (name: string) => Promise<HeldFolder>;
}

function holdOf({ path, dev, ino, look, at, one, close }: Hold): Omit<HeldFolder, 'descriptor'> {
  const isStill = (): Promise<boolean> =>
    look(path).then(
      (facts) => facts.dev === dev && facts.ino === ino,
      () => false,
    );
  return {
    path,
    device: dev,
    at,
    close,
    [Symbol.asyncDispose]: close,
    isStill,
    async check() {
      if (!(await isStill())) throw new TonstiftError('conflict', `${path} was replaced by another folder.`);
    },
    async below(relative, { make = false } = {}) {
      const [name = '', ...rest] = inside(relative, path).split('/');
      const next = await (async () => {
        if (make && name !== '') await mkdir(at(name)).catch(unlessCode(['EEXIST'], undefined));
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
  if (!fine) throw new TonstiftError('bad_field', `${JSON.stringify(relative)} is not a path below ${path}.`);
  return relative;
}

/** open(2) fails with ELOOP for a link, or with ENOTDIR if a folder was requested. */
const notAFolder = (path: string) => (error: unknown) => {
  if (!['ELOOP', 'ENOTDIR', 'EMLINK'].includes(systemCodeOf(error) ?? '')) throw error;
  const why = 'For safety, links are not followed; replace it with a folder.';
  throw new TonstiftError('conflict', `${path} is a link, or not a folder. ${why}`, {}, { cause: error });
};
