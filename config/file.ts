/** The configuration file: read whole, replaced whole. */
import { readFile, realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import { writeDurably } from '../workers/base/files/durable.js';
import { makeFolder } from '../workers/base/files/make-folder.js';
import { hashPassword, isPasswordHash } from '../workers/base/password-hash.js';
import { jsonErrorPosition } from './json-position.js';
import { ConfigError } from './problems.js';

/** Null where there is none. Other failures of the system come through. */
export async function readConfigFile(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Other fields stay as they are. A crash leaves the old file or the new one. Mode 0600, for it may hold a password.
 * A plain password in it becomes a hash. Where the file is a link, what it points to is replaced.
 */
export async function changeConfigFile(path: string, changes: Readonly<Record<string, unknown>>): Promise<void> {
  const parsed = parseFile((await readConfigFile(path)) ?? '');
  if ('problem' in parsed) throw new ConfigError([{ field: null, source: path, what: parsed.problem }]);
  makeFolder(dirname(path), 0o700);
  const target = await realpath(path).catch(() => path);
  const fields = { ...parsed.fields, ...changes };
  await writeDurably(target, `${JSON.stringify({ ...fields, ...(await hashed(fields)) }, null, 2)}\n`, 0o600);
}

/** A password that somebody wrote there as it is. */
async function hashed({ password }: Readonly<Record<string, unknown>>): Promise<{ password?: string }> {
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
