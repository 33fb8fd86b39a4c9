import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

/** All files of ours below a folder with an ending. */
export function globSync(folder: string, ending: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .filter((entry) => !relative(folder, entry.parentPath).split(/[/\\]/).includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name));
}
