/** The configuration file: read whole, replaced whole. */
import { open, readFile, realpath, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { randomBytes } from 'node:crypto';
import { makeFolder } from '../workers/base/files/make-folder.js';

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
 * Writes beside the file, syncs, renames: a crash leaves the old file or the new one. Mode 0600, for it may
 * hold a password. Where the file is a link, what it points to is replaced.
 */
export async function writeConfigFile(path: string, fields: Readonly<Record<string, unknown>>): Promise<void> {
  makeFolder(dirname(path), 0o700);
  const target = await realpath(path).catch(() => path);
  const temporary = `${target}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(`${JSON.stringify(fields, null, 2)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
