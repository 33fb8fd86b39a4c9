/** The changes file that a former version wrote next to the file of records. */
import { rename, rm } from 'node:fs/promises';
import { systemCodeOf } from '../../base/errors.js';
import type { HeldFolder } from '../../base/files/held-folder.js';
import { openItself } from '../../base/files/seen-file.js';

/** Returns the name of the changes file for a file of records. */
const changesName = (name: string): string => `${name}.changes`;

/** @returns null if there is none. @throws the system's error */
export async function readChanges(library: HeldFolder, name: string): Promise<string | null> {
  try {
    const file = await openItself(library.at(changesName(name)));
    return await file.readFile('utf8').finally(() => file.close());
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Moves the changes file of one file of records to another. Deletes the other's if there is none to move. */
export async function passChanges(library: HeldFolder, from: string, to: string): Promise<void> {
  await rename(library.at(changesName(from)), library.at(changesName(to))).catch(async (error: unknown) => {
    if (systemCodeOf(error) !== 'ENOENT') throw error;
    await rm(library.at(changesName(to)), { force: true });
  });
}
