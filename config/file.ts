/** The configuration file: read and replaced as a whole. */
import { lstat, readFile, readlink, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Owner } from '../workers/base/files/durable.js';
import { JsonStore } from '../workers/base/files/json-store.js';
import { acquireLockInTime } from '../workers/base/files/lock.js';
import { makeFolder } from '../workers/base/files/make-folder.js';
import { hashPassword, isPasswordHash } from '../workers/base/password-hash.js';
import { jsonErrorPosition } from './json-position.js';
import { ConfigError } from './problems.js';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Null if there is no file. Throws other system errors, and if the file is a link to nothing: its disk may not be
 * mounted, and the defaults would have no password.
 */
export async function readConfigFile(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    if ((await lstat(path).catch(() => null))?.isSymbolicLink() !== true) return null;
    throw new Error(
      `it is a link to ${await readlink(path)}, which does not exist. Mount its disk, create it, or remove the link`,
      { cause: error },
    );
  }
}

/** Milliseconds to wait for other changes. */
const patience = 10_000;

/**
 * Changes fields, and removes those that are undefined; others stay as they are. After a crash, the file is the old or
 * the new one. Mode 0600, because it may contain a password. A plain password is replaced by a hash. If the file is a
 * link, its target is replaced. Changes by several processes wait for each other.
 * @throws ConfigError if the file is not JSON, TonstiftError `locked` if another change does not end
 */
export async function changeConfigFile(path: string, changes: Fields): Promise<void> {
  makeFolder(dirname(path), 0o700);
  const target = await realpath(path).catch(() => path);
  const lock = await acquireLockInTime(`${target}.lock`, { purpose: 'a change of the settings' }, patience);
  try {
    await changeLocked(path, target, changes);
  } finally {
    await lock.release();
  }
}

async function changeLocked(path: string, target: string, changes: Fields): Promise<void> {
  // Throws for a link to nothing. The store would treat it as a missing file and replace it.
  await readConfigFile(path);
  const store = await JsonStore.open<Fields>({
    path: target,
    // `fields.ts` checks the known fields; unknown fields are kept.
    schema: { parse: (fields) => fields as Fields },
    fallback: {},
    parse: (text) => {
      const parsed = parseFile(text);
      if ('fields' in parsed) return parsed.fields;
      throw new ConfigError([{ field: null, source: path, what: parsed.problem }]);
    },
    // Never replace a user's file by a fallback.
    onBroken: (_, error) => {
      throw error;
    },
    ...{ mode: 0o600, indent: 2, owner: await ownerOf(target) },
  });
  await store.set(await withHash({ ...store.value, ...changes }));
}

/** Undefined unless root writes a file of another account, which it would otherwise lock out. */
async function ownerOf(target: string): Promise<Owner | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const { uid, gid } = await stat(target).catch(() => stat(dirname(target)));
  return uid === 0 ? undefined : { uid, gid };
}

/** Replaces a plain password by a hash: a new password is stored only as a hash, also in memory. */
export async function withHash<Given extends { password?: unknown }>(fields: Given): Promise<Given> {
  const { password } = fields;
  const isPlain = typeof password === 'string' && password !== '' && !isPasswordHash(password);
  return isPlain ? { ...fields, password: await hashPassword(password) } : fields;
}

/** Accepts a byte order mark and an empty file. `problem` is a predicate with its full stop. */
export function parseFile(text: string): { fields: Record<string, unknown> } | { problem: string } {
  const json = text.replace(/^\uFEFF/, '');
  if (json.trim() === '') return { fields: {} };
  try {
    const fields: unknown = JSON.parse(json);
    if (typeof fields === 'object' && fields !== null && !Array.isArray(fields))
      return { fields: fields as Record<string, unknown> };
    return { problem: 'must contain one JSON object, such as {"port": 10020}.' };
  } catch {
    const at = jsonErrorPosition(json);
    return { problem: `must be JSON. The error is at line ${at?.line ?? 1}, column ${at?.column ?? 1}.` };
  }
}
