import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { say } from '../../base/language/sentence.js';
import { unreadable } from './format.js';
import { broken, type OpenBackup } from './read.js';

/**
 * Opens a file with the data of a feature, after reading it once to check it.
 * @returns undefined if the backup has no such file
 * @throws TonstiftError `unreadable_backup` if its bytes are not those of the manifest; the signal's reason
 */
export async function openLines(
  { manifest, read }: OpenBackup,
  name: string,
  signal: AbortSignal,
): Promise<Readable | undefined> {
  const listed = manifest.others.find((other) => other.name === name);
  if (listed === undefined) return undefined;
  const digest = createHash('sha256');
  try {
    for await (const chunk of await read(name, listed.size)) {
      signal.throwIfAborted();
      digest.update(chunk as Uint8Array);
    }
  } catch (error) {
    signal.throwIfAborted();
    broken(error);
  }
  if (digest.digest('hex') !== listed.sha256)
    throw unreadable(say('backup.other_bytes', { name: JSON.stringify(name) }));
  return read(name, listed.size);
}
