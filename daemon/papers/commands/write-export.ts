import { rm, writeFile } from 'node:fs/promises';
import { isOfSystem, messageOf, systemCodeOf, TonstiftError } from '../../../workers/base/errors.js';

/** Writes a new file, and leaves no part of one that cannot be written whole. */
export async function writeExport(path: string, json: AsyncIterable<string | Uint8Array>): Promise<void> {
  try {
    await writeFile(path, json, { flag: 'wx' });
  } catch (error) {
    const code = systemCodeOf(error);
    if (code !== 'EEXIST') await rm(path, { force: true }).catch(() => undefined);
    // ECONNRESET: the connection to the daemon broke.
    if (!isOfSystem(error) || code === 'ECONNRESET') throw error;
    const isFull = code === 'ENOSPC' || code === 'EDQUOT';
    throw new TonstiftError(isFull ? 'no_space' : 'conflict', `Cannot write ${path}: ${messageOf(error)}.`);
  }
}
