/** Where this package lies: sources, their compiled form and the bundle are at different depths below it. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The nearest folder with a package.json, from one on and upwards. Throws where there is none. */
function rootAbove(from: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder;
    if (folder === dirname(folder)) throw new Error(`No package.json lies above ${from}.`);
  }
}

/** The folder of package.json. */
export const packageRoot = rootAbove(dirname(fileURLToPath(import.meta.url)));
