import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of package.json: the sources lie one level below it, the built files two. */
export const packageRoot = ((): string => {
  const folder = dirname(fileURLToPath(import.meta.url));
  return dirname(folder).endsWith('dist') ? dirname(dirname(folder)) : dirname(folder);
})();

export function readVersion(): string {
  const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { version: string };
  return version;
}
