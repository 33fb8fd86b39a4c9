/**
 * Allows one process per folder. The lock is a file that names its holder. It is stale when that process has ended,
 * even by a crash or a power failure.
 *
 * A stale lock is replaced without a gap. The right to replace it is a second file, named after the stale one's
 * content and made by link(2), which only one process can win. The winner checks again that the stale lock is still
 * the lock, and renames its own over it. A winner that died midway is itself a stale holder: the right to continue is
 * then a file named after *it*, and so on.
 *
 * The lock works among the processes of one machine that see each other's process ids. On a network folder, or
 * between containers, a holder elsewhere looks as if it had ended: give each its own folder.
 *
 * Node has no flock(2). proper-lockfile relies on a file's time, which the holder renews: a holder that was
 * suspended, or busy for ten seconds, would share the folder with the next.
 */
import { createHash, randomBytes } from 'node:crypto';
import { link, open, readdir, realpath, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { namingFile, temporaryName, writeDurably } from './durable.js';
import { makeFolder } from './make-folder.js';
import { TonstiftError, systemCodeOf } from '../errors.js';
import { jsonIn } from '../input/json.js';
import { isRecord } from '../input/record.js';
import { isRunning, thisProcess, type ProcessIdentity } from '../process-identity.js';

export interface LockOptions {
  /** The holder, for a sentence: `the daemon`, `tonstift import`. */
  purpose: string;
  /** URL of the holder's HTTP server. */
  address?: string;
  /** An alternative for the user if the folder is locked: the end of a sentence. */
  otherwise?: string;
  /** False: the folder must exist. */
  make?: boolean;
}

export interface Lock {
  /** Writes the holder's URL, once that is known. */
  setAddress(address: string): Promise<void>;
  /** Removes the file if it is still ours. May be called again, for example if its disk was missing. */
  release(): Promise<void>;
}

interface LockRecord extends ProcessIdentity, Omit<LockOptions, 'otherwise' | 'make'> {
  /** ISO 8601, UTC. */
  since: string;
  nonce: string;
  /** The path at which the lock was made; a copy of the folder contains it too. Former versions did not write it. */
  path?: string;
}

interface LockFile {
  /** Undefined if the content is not ours: a crash interrupted the write. */
  record: LockRecord | undefined;
  /** Identifies this lock: a digest of its content and its time. */
  mark: string;
  ageMs: number;
}

/** Milliseconds for which an unreadable file counts as a lock that is just being written. */
const writingMs = 5000;

/**
 * Nonces of attempts that failed, by path. The file may be written already, for example if its disk is pulled out then.
 * The next attempt has the same nonce, and so recognizes it.
 */
const failed = new Map<string, string>();

/** If more attempts than this fail, the folder behaves like no file system we know. */
const mostTries = 50;

/** @throws TonstiftError `locked` while another process holds it */
export async function acquireLock(
  path: string,
  { otherwise = 'give this one a home of its own with --home', make = true, ...options }: LockOptions,
): Promise<Lock> {
  if (make) makeFolder(dirname(path), 0o700);
  const nonce = failed.get(path) ?? randomBytes(12).toString('hex');
  failed.delete(path);
  try {
    const since = new Date().toISOString();
    const record: LockRecord = { ...(await thisProcess()), ...options, since, nonce, path: await realPath(path) };
    await take(path, record, otherwise);
    return heldLock(path, record);
  } catch (error) {
    failed.set(path, nonce);
    throw error;
  }
}

async function take(path: string, record: LockRecord, otherwise: string): Promise<void> {
  for (let tries = 0; tries < mostTries; tries++) {
    const current = await readLock(path);
    if (current === undefined ? await create(path, record) : await takeOver(path, current, record, otherwise))
      return removeRights(path);
  }
  throw new TonstiftError('locked', `The lock ${path} keeps changing and could not be acquired. Try again.`);
}

/**
 * Waits for other processes that hold the lock for a moment.
 * @param patience milliseconds
 * @throws TonstiftError `locked` if one still holds it then
 */
export async function acquireLockInTime(path: string, options: LockOptions, patience: number): Promise<Lock> {
  const end = performance.now() + patience;
  for (;;) {
    try {
      return await acquireLock(path, options);
    } catch (error) {
      if (!(error instanceof TonstiftError) || error.code !== 'locked' || performance.now() >= end) throw error;
      // A random delay, so that waiting processes do not all retry at once.
      await pause(10 + Math.random() * 40);
    }
  }
}

/** Returns the URL of a lock's holder; undefined if it is not held, or the holder has no server. */
export async function holderAddress(path: string): Promise<string | undefined> {
  const record = (await readLock(path))?.record;
  if (record === undefined || !(await isRunning(record)) || (await isCopied(path, record))) return undefined;
  return record.address;
}

function heldLock(path: string, record: LockRecord): Lock {
  let held: LockRecord | undefined = record;
  return {
    async setAddress(address) {
      if (held === undefined) return;
      held = { ...held, address };
      await replace(path, held);
    },
    async release() {
      held = undefined;
      if ((await readLock(path))?.record?.nonce === record.nonce) await rm(path, { force: true });
    },
  };
}

/** Returns false if another process was faster; throws if the holder runs. */
async function takeOver(path: string, stale: LockFile, record: LockRecord, otherwise: string): Promise<boolean> {
  let holder = stale;
  for (;;) {
    if (holder.record?.nonce !== record.nonce) await refuseIfHeld(path, holder, otherwise);
    const right = rightPath(path, holder);
    if (await create(right, record)) {
      const still = (await readLock(path))?.mark === stale.mark;
      if (still) await replace(path, record);
      else await rm(right, { force: true });
      return still;
    }
    const next = await readLock(right);
    if (next === undefined) return false;
    holder = next;
  }
}

async function refuseIfHeld(path: string, { record, ageMs }: LockFile, otherwise: string): Promise<void> {
  if (record === undefined) {
    if (ageMs >= 0 && ageMs < writingMs)
      throw new TonstiftError(
        'locked',
        `Another process is locking ${dirname(path)} right now. Try again in a few seconds.`,
      );
    return;
  }
  if (!(await isRunning(record)) || (await isCopied(path, record))) return;
  const where = record.address === undefined ? '' : ` and answers at ${record.address}`;
  throw new TonstiftError(
    'locked',
    `${dirname(path)} is in use: ${record.purpose} runs as process ${record.pid} since ${record.since}${where}. ` +
      `Stop it first (kill ${record.pid}), or ${otherwise}.`,
  );
}

const realPath = async (path: string): Promise<string> => join(await realpath(dirname(path)), basename(path));

/**
 * True if the lock was copied with its folder, and its holder holds the original. If in doubt, false: one folder may
 * have several paths, and may be moved while it is held.
 */
async function isCopied(path: string, { path: made, nonce }: LockRecord): Promise<boolean> {
  if (made === undefined || made === (await realPath(path))) return false;
  try {
    await stat(dirname(made));
    const original = await readLock(made);
    if (original?.record?.nonce !== nonce) return true;
    const [here, there] = await Promise.all([stat(path), stat(made)]);
    return here.dev !== there.dev || here.ino !== there.ino;
  } catch {
    return false;
  }
}

const rightPath = (path: string, { mark }: LockFile): string => `${path}.after-${mark}`;

/**
 * Once the lock is ours, rights to replace earlier locks are useless: a process that wins one finds that the lock has
 * changed.
 */
async function removeRights(path: string): Promise<void> {
  const prefix = `${basename(path)}.after-`;
  const names = (await readdir(dirname(path))).filter((name) => name.startsWith(prefix));
  await Promise.all(names.map((name) => rm(join(dirname(path), name), { force: true })));
}

async function readLock(path: string): Promise<LockFile | undefined> {
  try {
    await using file = await open(path, 'r');
    const content = await file.readFile('utf8');
    const { mtimeMs } = await file.stat();
    const mark = createHash('sha256').update(`${mtimeMs}\n${content}`).digest('hex').slice(0, 24);
    return { record: parseRecord(content), mark, ageMs: Date.now() - mtimeMs };
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function parseRecord(content: string): LockRecord | undefined {
  const record = jsonIn(content);
  if (!isRecord(record)) return undefined;
  const { pid, started, boot, since, nonce, purpose } = record;
  const isKnown =
    Number.isSafeInteger(pid) &&
    Number(pid) > 0 &&
    [started, boot, since, nonce, purpose].every((text) => typeof text === 'string');
  return isKnown ? (record as unknown as LockRecord) : undefined;
}

/**
 * Makes a complete file under a new name, or returns false if the name is taken. Uses a link, since a rename would
 * replace it.
 */
async function create(path: string, record: LockRecord): Promise<boolean> {
  const whole = join(dirname(path), temporaryName());
  try {
    await write(whole, record);
    await link(whole, path);
    return true;
  } catch (error) {
    const code = systemCodeOf(error) ?? '';
    if (code === 'EEXIST') return false;
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(code)) throw namingFile(error, path, whole);
    // On a file system without links (exFAT) the name is just as exclusive, but the file is empty for a moment.
    return await write(path, record).then(
      () => true,
      (failure: unknown) => {
        if (systemCodeOf(failure) === 'EEXIST') return false;
        throw failure;
      },
    );
  } finally {
    await rm(whole, { force: true });
  }
}

async function write(path: string, record: LockRecord): Promise<void> {
  await using file = await open(path, 'wx', 0o600);
  await file.writeFile(textOf(record));
  await file.sync();
}

const replace = (path: string, record: LockRecord): Promise<void> => writeDurably(path, textOf(record), 0o600);

const textOf = (record: LockRecord): string => `${JSON.stringify(record, null, 2)}\n`;
