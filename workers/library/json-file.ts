/** The library's file on the disk, as an adapter for lowdb. */
import { rename, rm } from 'node:fs/promises';
import type { Adapter } from 'lowdb';
import { systemCodeOf } from '../base/errors.js';
import { linkOrCopy, temporaryName, writeDurably } from '../base/files/durable.js';
import type { HeldFolder } from '../base/files/held-folder.js';
import type { Log } from '../base/ports.js';
import type { LibraryData } from './data.js';
import { inPlace, libraryFileName, type Place } from './place.js';
import { backupsFolder, keepBackup } from './records/backups.js';
import { passChanges } from './records/changes-file.js';
import { checkedBytes } from './records/checked-text.js';
import { backupName, type Loaded } from './records/load.js';

/**
 * Reads what `loaded` has found. Writes the records by temporary name, fsync and rename, after the file so far has
 * become the backup: at every moment one of the two is whole. Writes nothing if the place is another folder by now.
 */
export function libraryFile(place: Place, loaded: Loaded | null, log: Log, now = Date.now): Adapter<LibraryData> {
  /** A broken file must not take the place of a good backup. */
  let mainIsGood = loaded?.isMainGood ?? false;

  async function writeAll(folder: HeldFolder, data: LibraryData): Promise<void> {
    const all = await checkedBytes(data);
    if (mainIsGood) await keepAsSecond(folder);
    await replaceMain(folder, all).catch(async (error: unknown) => {
      // The new file may be there although its folder could not be synced.
      if (mainIsGood) await rename(folder.at(backupName), folder.at(libraryFileName)).catch(() => undefined);
      throw error;
    });
    mainIsGood = true;
  }

  return {
    read: async () => loaded?.data ?? null,
    write: (data) =>
      inPlace(place, async (folder) => {
        if (mainIsGood) await keepBackup(folder, libraryFileName, now(), log);
        await writeAll(folder, data);
      }),
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
