/** The library's file on the disk, as an adapter for lowdb. */
import { rename, rm } from 'node:fs/promises';
import type { Adapter } from 'lowdb';
import { messageOf, systemCodeOf } from '../base/errors.js';
import { linkOrCopy, temporaryName, writeDurably } from '../base/files/durable.js';
import type { HeldFolder } from '../base/files/held-folder.js';
import type { Log } from '../base/ports.js';
import type { LibraryData } from './data.js';
import { inPlace, libraryFileName, type Place } from './place.js';
import { backupsFolder, backupsIn, isDue, keepBackup } from './records/backups.js';
import { changeLine } from './records/changes.js';
import { addChange, passChanges } from './records/changes-file.js';
import { checkedBytes } from './records/checked-text.js';
import { backupName, type Loaded } from './records/load.js';

/** Bytes. Up to here all records are written each time; above, a change is a line (`records/changes.ts`). */
const smallFile = 64 * 1024;
/** Bytes of lines, above which all is written anew. */
const mostChanges = 1024 * 1024;

export interface RecordsFile extends Adapter<LibraryData> {
  /** Takes what stands beside the file into it, where the disk lets it. */
  compact(): Promise<void>;
}

/**
 * Reads what `loaded` has found. Writes a line of what has changed, or all by temporary name, fsync and rename, after
 * the file so far has become the backup: at every moment one of the two is whole. Nothing is written where the place is
 * another folder by now.
 */
export function libraryFile(
  place: Place,
  loaded: Loaded | null,
  log: Log,
  { small = smallFile, now = Date.now }: { small?: number; now?: () => number } = {},
): RecordsFile {
  /** A broken file must not take the place of a good backup. */
  let mainIsGood = loaded?.isMainGood ?? false;
  /** As the file and its changes are; null where a change could not be added to them. */
  let onDisk = loaded?.isPlain === true ? loaded.data : null;
  let bytes = loaded?.bytes ?? 0;
  let changesBytes = 0;

  async function writeAll(folder: HeldFolder, data: LibraryData): Promise<void> {
    const all = await checkedBytes(data);
    onDisk = null;
    if (mainIsGood) await keepAsSecond(folder);
    await replaceMain(folder, all).catch(async (error: unknown) => {
      // The new file may be there although its folder could not be synced.
      if (mainIsGood) await rename(folder.at(backupName), folder.at(libraryFileName)).catch(() => undefined);
      throw error;
    });
    [mainIsGood, onDisk, bytes, changesBytes] = [true, data, all.length, 0];
  }

  /** @returns whether it is on the disk */
  async function writeChange(folder: HeldFolder, data: LibraryData): Promise<boolean> {
    if (onDisk === null || bytes <= small) return false;
    const line = changeLine(onDisk, data);
    const length = Buffer.byteLength(line ?? '');
    if (line === undefined || changesBytes + length > mostChanges) return false;
    try {
      await addChange(folder, libraryFileName, line, changesBytes === 0);
    } catch (error) {
      log.debug(`A change cannot be added to ${folder.path}/${libraryFileName}: ${messageOf(error)}`);
      onDisk = null;
      return false;
    }
    changesBytes += length;
    onDisk = data;
    return true;
  }

  async function keepHour(folder: HeldFolder): Promise<void> {
    if (!mainIsGood) return;
    const at = now();
    // A backup is one file.
    if (changesBytes > 0 && onDisk !== null && isDue(await backupsIn(folder), at)) await writeAll(folder, onDisk);
    await keepBackup(folder, libraryFileName, at, log);
  }

  return {
    read: async () => loaded?.data ?? null,
    write: (data) =>
      inPlace(place, async (folder) => {
        await keepHour(folder);
        if (!(await writeChange(folder, data))) await writeAll(folder, data);
      }),
    compact: async () => {
      const data = onDisk;
      if (data === null || changesBytes === 0) return;
      await inPlace(place, (folder) => writeAll(folder, data)).catch((error: unknown) =>
        log.debug(`The changes stay beside ${place.path}/${libraryFileName}: ${messageOf(error)}`),
      );
    },
  };
}

/**
 * Moves a file that cannot be used out of the way, with changes that follow none that can, and what of it was set aside
 * beside it. For a person to look at.
 */
export async function keepBroken(
  folder: HeldFolder,
  { isMainGood, missed, setAside }: Loaded,
  log: Log,
): Promise<void> {
  const ending = `broken-${Date.now()}`;
  if (!isMainGood || missed > 0) await passChanges(folder, libraryFileName, `${libraryFileName}.${ending}`);
  if (!isMainGood) {
    const kept = `${libraryFileName}.${ending}`;
    const moved = await rename(folder.at(libraryFileName), folder.at(kept)).then(
      () => true,
      (error: unknown) => {
        if (systemCodeOf(error) !== 'ENOENT') throw error;
        return false;
      },
    );
    if (moved) log.error(`The broken file is kept as ${folder.path}/${kept}.`);
  }
  if (setAside.length === 0) return;
  const backups = await folder.below(backupsFolder, { make: true });
  const name = `set-aside-${ending}.json`;
  await writeDurably(backups.at(name), `${JSON.stringify(setAside, null, 1)}\n`).finally(() => backups.close());
  log.error(`What was set aside is kept in ${folder.path}/${backupsFolder}/${name}.`);
}

async function replaceMain(folder: HeldFolder, all: Uint8Array): Promise<void> {
  await writeDurably(folder.at(libraryFileName), all);
  await passChanges(folder, libraryFileName, backupName);
}

/**
 * The file is on the disk as it is, and only gets a second name, or a second copy where the disk knows no links. Its
 * own name stays: what comes after may fail, or be cut off.
 */
async function keepAsSecond(folder: HeldFolder): Promise<void> {
  const [path, backup] = [folder.at(libraryFileName), folder.at(backupName)];
  const second = folder.at(temporaryName());
  try {
    await linkOrCopy(path, second);
    await rename(second, backup);
  } catch (error) {
    if (systemCodeOf(error) !== 'ENOENT') throw error;
  } finally {
    // rename(2) leaves it where both are the same file already.
    await rm(second, { force: true });
  }
}
