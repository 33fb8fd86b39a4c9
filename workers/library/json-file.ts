/** The library's file on the disk, as an adapter for lowdb. */
import { rename, rm } from 'node:fs/promises';
import type { Adapter } from 'lowdb';
import { systemCodeOf, unlessCode } from '../base/errors.js';
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
 * Returns `loaded` when read. Writes the records by temporary name, fsync and rename, after the current file has
 * become the backup: one of the two is complete at every moment. Writes nothing if the path is another folder now.
 */
export function libraryFile(place: Place, loaded: Loaded | null, log: Log, now = Date.now): Adapter<LibraryData> {
  /** A broken file must not replace a good backup. */
  let mainIsGood = loaded?.isMainGood ?? false;

  async function writeAll(folder: HeldFolder, data: LibraryData): Promise<void> {
    const all = await checkedBytes(data);
    if (mainIsGood) await keepAsSecond(folder);
    await replaceMain(folder, all).catch(async (error: unknown) => {
      // The new file may exist although its folder could not be synced.
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
 * Renames a file that cannot be used, and moves its changes file if those changes do not fit the records. Saves
 * rejected records in `backups/`, so that a person can look at them.
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
      unlessCode(['ENOENT'], false),
    );
    if (moved) log.error(`The broken file is kept as ${folder.path}/${kept}.`);
  }
  if (setAside.length === 0) return;
  const backups = await folder.below(backupsFolder, { make: true });
  const name = `set-aside-${ending}.json`;
  await writeDurably(backups.at(name), `${JSON.stringify(setAside, null, 1)}\n`).finally(() => backups.close());
  log.error(`The rejected records are kept in ${folder.path}/${backupsFolder}/${name}.`);
}

async function replaceMain(folder: HeldFolder, all: Uint8Array): Promise<void> {
  await writeDurably(folder.at(libraryFileName), all);
  await passChanges(folder, libraryFileName, backupName);
}

/**
 * The file is already on the disk and gets a second name, or is copied if the disk has no hard links. It keeps its
 * own name, because the next step may fail or be interrupted.
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
    // rename(2) keeps the source if both names are the same file already.
    await rm(second, { force: true });
  }
}
