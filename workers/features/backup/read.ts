/** Reads an untrusted backup file. */
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import yauzl from 'yauzl';
import { runInProcess, SilenceError } from '../../base/async/processes.js';
import { ThreadError, threadScript } from '../../base/async/threads.js';
import { isOfSystem, messageOf, systemCodeOf, TonstiftError } from '../../base/errors.js';
import { say } from '../../base/language/sentence.js';
import { isPlainPath } from '../../library/records/plain-names.js';
import { manifestName, unreadable, type Manifest } from './format.js';
import type { ReadManifest } from './manifest-process.js';

export interface OpenBackup extends Disposable {
  manifest: Manifest;
  /**
   * Reads a file of the backup.
   * @param path from `pathInBackup`
   * @param size bytes, exactly
   * @throws TonstiftError `unreadable_backup` if there is no such file of that size
   */
  read: (path: string, size: number) => Promise<Readable>;
}

/** Each album has at most 99 tracks and 99 pictures; it may have many extras. */
const mostEntries = 1_000_000;
/** In bytes. The manifest of 992 albums with 99 tracks each has 20 MB. */
const largestManifest = 64 * 1024 ** 2;
/** Megabytes for it, and milliseconds. */
const limits = { heap: 512, memory: 768, silence: 30_000 };

/**
 * @throws TonstiftError `unreadable_backup` if the file is not a backup of ours, truncated, encrypted, of a newer
 *   version, or contains paths that leave the folder; the system's error if it cannot be read
 */
export async function openBackup(path: string): Promise<OpenBackup> {
  const zip = await yauzl
    .openPromise(path, { decodeStrings: false, lazyEntries: true, validateEntrySizes: true, autoClose: false })
    .catch((error: unknown) => {
      if (systemCodeOf(error) !== undefined) throw error;
      throw unreadable(say('backup.no_zip', { why: withoutStop(error) }), error);
    });
  try {
    const entries = await entriesOf(zip);
    // A Mac that packs a backup again decomposes the names.
    const composed = new Map([...entries].map(([name, entry]) => [name.normalize('NFC'), entry]));
    const read = (name: string, size: number): Promise<Readable> =>
      open(zip, entries.get(name) ?? composed.get(name.normalize('NFC')), { name, size });
    const list = entries.get(manifestName);
    if (list === undefined) throw unreadable(say('backup.not_ours'));
    if (list.uncompressedSize > largestManifest) throw unreadable(say('backup.list_broken'));
    const manifest = await manifestIn(await buffer(await read(manifestName, list.uncompressedSize)).catch(broken));
    for (const [name, entry] of entries) checkEntry(name, entry);
    return { manifest, read, [Symbol.dispose]: () => zip.close() };
  } catch (error) {
    zip.close();
    throw error instanceof TonstiftError ? error : broken(error);
  }
}

/** The list of a hostile file of 100 kB may have 100 million brackets: a separate process parses it. */
async function manifestIn(bytes: Uint8Array): Promise<Manifest> {
  const script = threadScript('workers/features/backup/manifest-process');
  return runInProcess<ReadManifest>(script, bytes, limits).catch((error: unknown) => {
    const hasFailed = error instanceof ThreadError || error instanceof SilenceError;
    throw hasFailed ? unreadable(say('backup.list_broken'), error) : error;
  });
}

async function entriesOf(zip: yauzl.ZipFile): Promise<Map<string, yauzl.Entry>> {
  if (zip.entryCount > mostEntries) throw unreadable(say('backup.list_broken'));
  const entries = new Map<string, yauzl.Entry>();
  for await (const entry of zip.eachEntry()) add(entries, entry.fileNameRaw.toString('utf8'), entry);
  return entries.has(manifestName) ? entries : belowFolder(entries);
}

function add(entries: Map<string, yauzl.Entry>, name: string, entry: yauzl.Entry): void {
  if (entries.has(name)) throw unreadable(say('backup.twice', { name: JSON.stringify(name) }));
  entries.set(name, entry);
}

/** Safari unpacks a download. If the folder is packed again, names begin with it, and a Mac adds `__MACOSX`. */
function belowFolder(entries: Map<string, yauzl.Entry>): Map<string, yauzl.Entry> {
  const isList = (name: string): boolean =>
    name.endsWith(`/${manifestName}`) && isPlainPath(name, { least: 2, most: 2 });
  const [list, second] = [...entries.keys()].filter(isList);
  if (list === undefined || second !== undefined) return entries;
  const folder = list.slice(0, -manifestName.length);
  const below = new Map<string, yauzl.Entry>();
  for (const [name, entry] of entries)
    if (name !== folder && !name.startsWith('__MACOSX/'))
      add(below, name.startsWith(folder) ? name.slice(folder.length) : name, entry);
  return below;
}

/** File type bits of the mode, if the entry was created on Unix. */
const kindOf = ({ externalFileAttributes }: yauzl.Entry): number => (externalFileAttributes >>> 16) & 0o170000;
const [link, plainFile, folder] = [0o120000, 0o100000, 0o040000];

function checkEntry(name: string, entry: yauzl.Entry): void {
  const shown = JSON.stringify(name.slice(0, 200));
  if (entry.isEncrypted()) throw unreadable(say('backup.encrypted', { name: shown }));
  if (kindOf(entry) === link) throw unreadable(say('backup.no_file', { name: shown }));
  const isFolder = name.endsWith('/') && entry.uncompressedSize === 0;
  if (![0, plainFile, folder].includes(kindOf(entry))) throw unreadable(say('backup.no_file', { name: shown }));
  const path = isFolder ? name.slice(0, -1) : name;
  if (!isPlainPath(path, { least: 1, most: 12 }) || path.includes('\\'))
    throw unreadable(say('backup.leads_out', { name: shown }));
}

async function open(
  zip: yauzl.ZipFile,
  entry: yauzl.Entry | undefined,
  { name, size }: { name: string; size: number },
): Promise<Readable> {
  const shown = JSON.stringify(name);
  if (entry === undefined) throw unreadable(say('backup.lacks', { name: shown }));
  if (entry.isEncrypted()) throw unreadable(say('backup.encrypted', { name: shown }));
  if (entry.uncompressedSize !== size)
    throw unreadable(say('backup.other_size', { name: shown, size: entry.uncompressedSize, wanted: size }));
  return zip.openReadStreamPromise(entry).catch(broken);
}

/** Wraps errors of the ZIP reader; the system's errors are thrown unchanged. */
export function broken(error: unknown): never {
  if (error instanceof TonstiftError || isOfSystem(error)) throw error;
  throw unreadable(say('backup.broken', { why: withoutStop(error) }), error);
}

/** The surrounding sentence has its own full stop. */
const withoutStop = (error: unknown): string => messageOf(error).replace(/\.$/, '');
