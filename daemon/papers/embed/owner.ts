/** The name by which daemons that share a paper database distinguish each other. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '../../../workers/base/files/durable.js';
import { makeFolder } from '../../../workers/base/files/make-folder.js';
import { unlessGone } from '../../../workers/base/files/walk.js';

/** Created once, so that after a crash the daemon still owns its former claims. */
export async function ownName(data: string): Promise<string> {
  const path = join(data, 'papers-owner');
  const known = (await readFile(path, 'utf8').catch(unlessGone(''))).trim();
  if (/^[0-9a-f-]{36}$/.test(known)) return known;
  const name = randomUUID();
  makeFolder(data, 0o700);
  await writeDurably(path, `${name}\n`);
  return name;
}
