/** Finds the folder of this package: sources, compiled files and the bundle are at different depths below it. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Returns the nearest folder with a package.json, from one upwards. Throws if there is none. */
function rootAbove(from: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder;
    if (folder === dirname(folder)) throw new Error(`There is no package.json above ${from}.`);
  }
}

/** The folder of package.json. */
export const packageRoot = rootAbove(dirname(fileURLToPath(import.meta.url)));
