/**
 * Installs packages that only some commands and suites need, when they first run and when the lock file has changed:
 *
 *   node tools/install.mjs tools test/browser
 */
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * @param {string} place a folder with a package.json and a package-lock.json
 * @throws {Error} with what npm says
 */
export async function installed(place) {
  const folder = join(root, place);
  const lock = await readFile(join(folder, 'package-lock.json'), 'utf8');
  // A copy of the lock file that was installed.
  const copy = join(folder, 'node_modules/.installed.json');
  const isCurrent = async () => (await readFile(copy, 'utf8').catch(() => '')) === lock;
  if (await isCurrent()) return;
  process.stderr.write(`Installing the packages of ${place} from npm …\n`);
  const cache = join(root, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const beside = await mkdtemp(join(cache, 'installing-'));
  try {
    for (const name of ['package.json', 'package-lock.json']) await copyFile(join(folder, name), join(beside, name));
    await promisify(execFile)('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: beside });
    await copyFile(join(folder, 'package-lock.json'), join(beside, 'node_modules/.installed.json'));
    // Another process may have been faster.
    if (await isCurrent()) return;
    await rm(join(folder, 'node_modules'), { recursive: true, force: true });
    await rename(join(beside, 'node_modules'), join(folder, 'node_modules'));
  } catch (thrown) {
    if (await isCurrent()) return;
    const { stderr, message } = /** @type {Error & { stderr?: string }} */ (thrown);
    throw new Error(`Cannot install the packages of ${place}: ${stderr || message}`);
  } finally {
    await rm(beside, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const place of process.argv.slice(2))
    await installed(place).catch(({ message }) => {
      console.error(message);
      process.exitCode = 1;
    });
