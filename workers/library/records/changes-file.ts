/** The changes file that a former version wrote next to the file of records. */
import { rename, rm } from 'node:fs/promises';
import { systemCodeOf, unlessCode } from '../../base/errors.js';
import type { HeldFolder } from '../../base/files/held-folder.js';
import { readText } from '../../base/files/seen-file.js';

/** Returns the name of the changes file for a file of records. */
const changesName = (name: string): string => `${name}.changes`;

/** @returns null if there is none. @throws the system's error */
export const readChanges = (library: HeldFolder, name: string): Promise<string | null> =>
  readText(library.at(changesName(name))).catch(unlessCode(['ENOENT'], null));

/** Moves the changes file of one file of records to another. Deletes the other's if there is none to move. */
export async function passChanges(library: HeldFolder, from: string, to: string): Promise<void> {
  await rename(library.at(changesName(from)), library.at(changesName(to))).catch(async (error: unknown) => {
    if (systemCodeOf(error) !== 'ENOENT') throw error;
    await rm(library.at(changesName(to)), { force: true });
  });
}
