/** The configuration file: read whole, replaced whole. */
import { lstat, readFile, readlink, realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import { JsonStore } from '../workers/base/files/json-store.js';
import { acquireLockInTime } from '../workers/base/files/lock.js';
import { makeFolder } from '../workers/base/files/make-folder.js';
import { hashPassword, isPasswordHash } from '../workers/base/password-hash.js';
import { jsonErrorPosition } from './json-position.js';
import { ConfigError } from './problems.js';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Null where there is none. Throws the other failures of the system, and where the file is a link that leads nowhere:
 * its disk may be away, and the defaults in its place have no password.
 */
export async function readConfigFile(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    if ((await lstat(path).catch(() => null))?.isSymbolicLink() !== true) return null;
    throw new Error(
      `it is a link to ${await readlink(path)}, which is not there. Mount its disk, make that file, or remove the link`,
      { cause: error },
    );
  }
}

/** Milliseconds that a change waits for others. */
const patience = 10_000;

/**
 * Other fields stay as they are. A crash leaves the old file or the new one. Mode 0600, for it may hold a password.
 * A plain password in it becomes a hash. Where the file is a link, what it points to is replaced. Changes by several
 * processes wait for each other.
 * @throws ConfigError for a file that is no JSON, TonstiftError `locked` where another change does not end
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
  // Throws for a link that leads nowhere; the store would take it for no file, and replace it.
  await readConfigFile(path);
  const store = await JsonStore.open<Fields>({
    path: target,
    // `fields.ts` checks what it knows; fields that it does not know stay.
    schema: { parse: (fields) => fields as Fields, encode: (fields) => fields },
    fallback: {},
    parse: (text) => {
      const parsed = parseFile(text);
      if ('fields' in parsed) return parsed.fields;
      throw new ConfigError([{ field: null, source: path, what: parsed.problem }]);
    },
    // A person's file is never replaced by a fallback.
    onBroken: (_, error) => {
      throw error;
    },
    ...{ mode: 0o600, indent: 2 },
  });
  const fields = { ...store.value, ...changes };
  await store.set({ ...fields, ...(await hashed(fields)) });
}

/** A password that somebody wrote there as it is. */
async function hashed({ password }: Fields): Promise<{ password?: string }> {
  const isPlain = typeof password === 'string' && password !== '' && !isPasswordHash(password);
  return isPlain ? { password: await hashPassword(password) } : {};
}

/** A byte order mark and an empty file are tolerated. `problem` is a predicate with its full stop. */
export function parseFile(text: string): { fields: Record<string, unknown> } | { problem: string } {
  const json = text.replace(/^\uFEFF/, '');
  if (json.trim() === '') return { fields: {} };
  try {
    const fields: unknown = JSON.parse(json);
    if (typeof fields === 'object' && fields !== null && !Array.isArray(fields))
      return { fields: fields as Record<string, unknown> };
    return { problem: 'must hold one JSON object, such as {"port": 10020}.' };
  } catch {
    const at = jsonErrorPosition(json);
    return { problem: `must be JSON, and is not at line ${at?.line ?? 1}, column ${at?.column ?? 1}.` };
  }
}
