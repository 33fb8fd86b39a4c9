import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** All files below a folder with an ending. */
export function globSync(folder: string, ending: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => join(entry.parentPath, entry.name));
}
