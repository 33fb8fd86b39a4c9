/** Identifies a vector store by its content instead of its path. Notes about embedded papers refer to it. */
import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessCode } from '../../base/errors.js';
import { writeDurably } from '../../base/files/durable.js';
import { makeFolder } from '../../base/files/make-folder.js';
import { identityFile } from '../vectors/local/collection-folders.js';

/**
 * The identity of a folder is in a file there, which moves with the folder.
 * @param embeddingDb a folder, or the URL of a server
 * @param options.make creates the identity of a folder that has none
 * @returns 16 hex digits; "none" for a folder without identity, for which no notes exist
 */
export async function storeIdentity(embeddingDb: string, { make }: { make: boolean }): Promise<string> {
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(embeddingDb))
    return createHash('sha256').update(addressOf(embeddingDb)).digest('hex').slice(0, 16);
  const path = join(embeddingDb, identityFile);
  const found = await readFile(path, 'utf8').catch(unlessCode(['ENOENT'], ''));
  if (found.trim() !== '') return found.trim();
  if (!make) return 'none';
  const made = randomBytes(8).toString('hex');
  makeFolder(embeddingDb);
  await writeDurably(path, `${made}\n`);
  return made;
}

/** Ignores name, password and parameters, because a new password leads to the same vectors. */
function addressOf(url: string): string {
  const { protocol, host, pathname } = new URL(url.replace(/^[a-z][a-z0-9+.-]+(?=:)/i, 'http'));
  return `${protocol}//${host}${pathname}`;
}
