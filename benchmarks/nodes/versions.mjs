/** Downloads other versions of Node.js, which npm has as packages, into `node_modules/.cache`. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cache = fileURLToPath(new URL('../../node_modules/.cache/tonstift-nodes/', import.meta.url));
const packageName = `node-${process.platform}-${process.arch}`;
const npm = (...words) => execFileSync('npm', words, { encoding: 'utf8', cwd: cache });

/**
 * Downloads the version, or uses the cached one.
 * @param {string} wanted a full version, or the beginning of one: the newest match is used
 * @returns {string} the path of the program. Throws if npm has no such version.
 */
export function nodeOfVersion(wanted) {
  mkdirSync(cache, { recursive: true });
  const all = /** @type {string[]} */ (JSON.parse(npm('view', packageName, 'versions', '--json')));
  const newest = all
    .filter((version) => version === wanted || version.startsWith(`${wanted}.`))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .at(-1);
  if (newest === undefined) throw new Error(`npm has no ${packageName}@${wanted}.`);
  const folder = join(cache, `v${newest}`);
  if (!existsSync(folder)) {
    const own = mkdtempSync(join(cache, 'new-'));
    npm('pack', '--silent', '--pack-destination', own, `${packageName}@${newest}`);
    execFileSync('sh', ['-c', 'tar -xzf *.tgz && rm *.tgz'], { cwd: own });
    renameSync(own, folder);
    rmSync(own, { recursive: true, force: true });
  }
  return join(folder, 'package', 'bin', 'node');
}
