/** The library's file on the disk, as an adapter for lowdb. */
import { link, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Adapter } from 'lowdb';
import { messageOf, systemCodeOf, TonstiftError } from '../base/errors.js';
import { writeDurably } from '../base/files/durable.js';
import type { Log } from '../base/ports.js';
import { readLibraryData, type LibraryData } from './data.js';
import { inPlace, libraryFileName, type Place } from './place.js';

/**
 * Reads the file, or its backup where the file is broken or gone; null where there is neither.
 * Writes by temporary name, fsync and rename, after the file so far has become the backup: at every
 * moment one of the two is whole. Nothing is written where the place is another folder by now.
 * @param folder the place's folder, held open while it is read
 */
export function libraryFile(place: Place, folder: string, log: Log): Adapter<LibraryData> {
  const [path, backup] = pathsIn(place.path);
  /** A broken file must not take the place of a good backup. */
  let mainIsGood = false;

  return {
    async read() {
      const [mainHeld, backupHeld] = pathsIn(folder);
      const main = await readOne(mainHeld, path);
      if (main instanceof TonstiftError) throw main;
      if (main !== null && !(main instanceof Error)) {
        mainIsGood = true;
        return main;
      }
      const second = await readOne(backupHeld, backup);
      if (second instanceof TonstiftError) throw second;
      if (second !== null && !(second instanceof Error)) {
        if (main instanceof Error) {
          const ending = `.broken-${Date.now()}`;
          await rename(mainHeld, mainHeld + ending);
          log.error(`${path} ${main.message}; the backup copy is used. The broken file is kept as ${path}${ending}.`);
        } else {
          log.warn(`${path} is missing; the backup copy is used.`);
        }
        return second;
      }
      if (main === null && second === null) return null;
      const why = [main, second].map((problem, n) =>
        problem instanceof Error ? `${[path, backup][n]} ${problem.message}` : `${[path, backup][n]} is missing`,
      );
      throw new TonstiftError(
        'library_unavailable',
        `The library cannot be read: ${why.join('; ')}. Nothing was changed.`,
      );
    },

    async write(data) {
      await inPlace(place, async (now) => {
        const [target, second] = pathsIn(now);
        if (mainIsGood) await keepAsBackup(target, second);
        await writeDurably(target, JSON.stringify(data));
      });
      mainIsGood = true;
    },
  };
}

const pathsIn = (folder: string): readonly [string, string] => [
  join(folder, libraryFileName),
  join(folder, `${libraryFileName}.bak`),
];

/** @param path as a sentence names the file */
async function readOne(file: string, path: string): Promise<LibraryData | Error | null> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return null;
    throw new TonstiftError(
      'library_unavailable',
      `The library file ${path} cannot be read: ${messageOf(error)}.`,
      {},
      { cause: error },
    );
  }
  try {
    return readLibraryData(JSON.parse(text));
  } catch (error) {
    if (error instanceof TonstiftError) return error;
    return new Error(error instanceof SyntaxError ? `is broken (${error.message})` : messageOf(error));
  }
}

/** By link and rename, not by `replaceFile`: the file is on the disk as it is, and only gets a second name. */
async function keepAsBackup(path: string, backup: string): Promise<void> {
  const second = `${backup}.tmp`;
  await rm(second, { force: true });
  try {
    await link(path, second);
    await rename(second, backup);
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return;
    // No hard links here: between these two renames only the backup is there, which is whole.
    await rename(path, backup);
  }
}
