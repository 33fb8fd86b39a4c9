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
import { checkedBytes } from './records/checked-text.js';
import { backupName, type Loaded } from './records/load.js';

/**
 * Reads what `loaded` has found. Writes by temporary name, fsync and rename, after the file so far has become the
 * backup: at every moment one of the two is whole. Nothing is written where the place is another folder by now.
 */
export function libraryFile(place: Place, loaded: Loaded | null, log: Log): Adapter<LibraryData> {
  /** A broken file must not take the place of a good backup. */
  let mainIsGood = loaded?.isMainGood ?? false;
  return {
    read: async () => loaded?.data ?? null,
    async write(data) {
      await inPlace(place, async (folder) => {
        if (mainIsGood) {
          await keepBackup(folder, libraryFileName, Date.now(), log);
          await keepAsSecond(folder);
        }
        await writeDurably(folder.at(libraryFileName), await checkedBytes(data));
      });
      mainIsGood = true;
    },
  };
}

/** Moves a file that cannot be used out of the way, and what of it was set aside beside it. For a person to look at. */
export async function keepBroken(folder: HeldFolder, { isMainGood, setAside }: Loaded, log: Log): Promise<void> {
  const ending = `broken-${Date.now()}`;
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
