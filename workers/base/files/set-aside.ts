import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { systemCodeOf } from '../errors.js';
import { syncFolder } from './durable.js';

/**
 * Renames a broken file to `<name>.broken`, or `<name>.broken-2` and so on if an earlier one is there.
 * @returns the new name; undefined if the file is gone
 * @throws the system's error
 */
export async function setAside(path: string): Promise<string | undefined> {
  const folder = dirname(path);
  for (let number = 1; ; number++) {
    const name = `${basename(path)}.broken${number === 1 ? '' : `-${number}`}`;
    try {
      // Reserves the name: a rename alone would replace an earlier file.
      await (await open(join(folder, name), 'wx')).close();
    } catch (error) {
      if (systemCodeOf(error) === 'EEXIST') continue;
      throw error;
    }
    try {
      await rename(path, join(folder, name));
    } catch (error) {
      await rm(join(folder, name), { force: true });
      if (systemCodeOf(error) === 'ENOENT') return undefined;
      throw error;
    }
    await syncFolder(folder);
    return name;
  }
}
