/** Backups for tests: written to a file, read, and changed by hand. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import yauzl from 'yauzl';
import type { Manifest } from '../../workers/features/backup/format.js';
import { openBackup } from '../../workers/features/backup/read.js';
import { restoreBackup } from '../../workers/features/backup/restore.js';
import type { Restored, RestoreContext } from '../../workers/features/backup/restored.js';
import { openSource, type BackupSource } from '../../workers/features/backup/source.js';
import { writeBackup, type BackupOrder } from '../../workers/features/backup/write.js';
import { silentLog } from '../../workers/base/ports.js';
import { checkedText } from '../../workers/library/records/checked-text.js';
import type { Library } from '../../workers/library/library.js';
import { zipOf } from './zip.js';

const noon = Date.UTC(2026, 10, 23, 12);

export const sourceOf = (library: Library): BackupSource => openSource(library, (_, work) => work());

export function backUp(source: BackupSource, path: string, more: Partial<BackupOrder> = {}): Promise<Manifest> {
  return writeBackup({ source, program: '0.1.0', now: noon, settings: {}, ...more }, createWriteStream(path));
}

export async function restore(path: string, library: Library, more: Partial<RestoreContext> = {}): Promise<Restored> {
  using backup = await openBackup(path);
  return await restoreBackup(backup, { library, log: silentLog, alone: (_, work) => work(), ...more });
}

/** By name. */
export async function entriesOf(path: string): Promise<Record<string, Buffer>> {
  const zip = await yauzl.openPromise(path, { lazyEntries: true, autoClose: false });
  const entries: Record<string, Buffer> = {};
  for await (const entry of zip.eachEntry())
    entries[entry.fileName] = await buffer(await zip.openReadStreamPromise(entry));
  zip.close();
  return entries;
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The backup with other files in it, under another name. */
export async function changed(
  path: string,
  to: string,
  change: (entries: Record<string, Buffer>, manifest: Manifest) => void,
): Promise<string> {
  const entries = await entriesOf(path);
  const { sha256: _, ...manifest } = JSON.parse(String(entries['tonstift-backup.json'])) as Manifest & {
    sha256: string;
  };
  const before = JSON.stringify(manifest);
  change(entries, manifest);
  if (JSON.stringify(manifest) !== before) entries['tonstift-backup.json'] = Buffer.from(checkedText(manifest));
  await writeFile(to, zipOf(entries));
  return to;
}

/** With bytes exchanged as they stand in the file. */
export async function patched(path: string, to: string, patch: (bytes: Buffer) => Buffer): Promise<string> {
  await writeFile(to, patch(await readFile(path)));
  return to;
}
