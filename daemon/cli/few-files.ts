import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageRoot } from '../../workers/base/package-root.js';

/** Open files that are allowed; below that the program's own, all opened at once, could be too many. */
const enough = 256;

/**
 * Loads the files of the daemon one after the other where few may be open (`ulimit -n 80`): Node.js opens all that a
 * module imports at once, of the bundle some seventy.
 */
export async function loadOneByOne(): Promise<void> {
  if (filesAllowed() >= enough) return;
  const chunks = join(packageRoot, 'dist', 'chunks');
  for (const name of JSON.parse(readFileSync(join(chunks, 'order.json'), 'utf8')) as string[])
    await import(pathToFileURL(join(chunks, name)).href);
}

/** proc(5), "limits"; where it is not told, as many as are needed. */
function filesAllowed(): number {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1')) ?? [];
    return soft === undefined ? Infinity : Number(soft);
  } catch {
    return Infinity;
  }
}
