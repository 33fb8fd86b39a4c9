/** The file of changes beside the file of records: lines are added at its end, and on the disk once answered. */
import { constants } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { systemCodeOf } from '../../base/errors.js';
import { syncFolder } from '../../base/files/durable.js';
import type { HeldFolder } from '../../base/files/held-folder.js';
import { openItself } from '../../base/files/seen-file.js';

/** Of a file of records. */
const changesName = (name: string): string => `${name}.changes`;

const { O_APPEND, O_CREAT, O_EXCL, O_WRONLY } = constants;
/** Windows does not know it. */
const noFollow: number = constants.O_NOFOLLOW ?? 0;

/** @returns null where there is none. @throws the system's error */
export async function readChanges(library: HeldFolder, name: string): Promise<string | null> {
  try {
    const file = await openItself(library.at(changesName(name)));
    return await file.readFile('utf8').finally(() => file.close());
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Adds a line, or leaves the file as it was. @param isFirst there is no file yet. @throws the system's error */
export async function addChange(library: HeldFolder, name: string, line: string, isFirst: boolean): Promise<void> {
  const flags = O_WRONLY | O_APPEND | noFollow | (isFirst ? O_CREAT | O_EXCL : 0);
  const file = await open(library.at(changesName(name)), flags, 0o644);
  try {
    const { size } = await file.stat();
    try {
      await file.appendFile(line);
      await file.datasync();
      if (isFirst) await syncFolder(library.at(''));
    } catch (error) {
      // Nobody is told that it is kept, so it must not come back.
      await file.truncate(size).catch(() => undefined);
      throw error;
    }
  } finally {
    await file.close();
  }
}

/** Lets the changes of one file of records be those of another; that has none where there are none. */
export async function passChanges(library: HeldFolder, from: string, to: string): Promise<void> {
  await rename(library.at(changesName(from)), library.at(changesName(to))).catch(async (error: unknown) => {
    if (systemCodeOf(error) !== 'ENOENT') throw error;
    await rm(library.at(changesName(to)), { force: true });
  });
}
