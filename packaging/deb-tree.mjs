/** Fills the folder of the Debian package: the program, the packages that its architecture needs, and Node.js. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The Node.js in the package: npm has a package for each version. Checksums are SHA-512 of its tarballs. */
export const node = {
  version: '24.21.0',
  nameFor: (cpu) => `node-linux-${cpu}`,
  sums: {
    x64: '3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
    arm64: 'FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  },
};

/** The compiler's name for each architecture, in front of its `strip`. */
const targets = { x64: 'x86_64-linux-gnu', arm64: 'aarch64-linux-gnu' };

/** Files that no program loads. Licences stay, also as `LICENSE.md`. */
const unneededFiles =
  /^(?!licen[cs]e|copying|notice).*\.(map|[cm]?ts|md|markdown|flow|html|snap|c|cc|cpp|h|gyp|sln|vcxproj.*)$|^\./i;

/** Paths that no program loads on Linux: copies for browsers, tests, examples, sources of compiled code. */
const unneededPaths = [
  '@ffmpeg/core/dist/esm/ffmpeg-core.wasm',
  '@mixmark-io/domino/test',
  '@modelcontextprotocol/sdk/dist/cjs/examples',
  '@modelcontextprotocol/sdk/dist/esm/examples',
  '@swc/helpers/scripts',
  'await-to-js/dist/docs',
  'bintrees/test',
  'exif-parser/test',
  'gifwrap/test',
  'gpt-tokenizer/data',
  'gpt-tokenizer/dist',
  'gpt-tokenizer/src',
  'openai/src',
  'pdfmake/build',
  'usb/libusb',
];

const npm = (cwd, ...words) =>
  execFileSync('npm', [...words, '--silent'], { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
const lastLine = (text) => text.trim().split('\n').at(-1) ?? '';
const unpack = (tarball, folder, ...words) =>
  execFileSync('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1', '--no-same-owner', ...words]);

/**
 * @param {string} root of the checkout
 * @param {string} tree folder to fill
 * @param {{ cpu: 'x64' | 'arm64', tarball?: string }} options
 */
export function fillTree(root, tree, { cpu, tarball }) {
  mkdirSync(tree, { recursive: true });
  const folder = mkdtempSync(join(tmpdir(), 'tonstift-npm-'));
  try {
    const packed = tarball ?? join(folder, lastLine(npm(root, 'pack', '--pack-destination', folder)));
    unpack(packed, tree);
    // The lock file names every version, so that two builds of one commit install the same.
    copyFileSync(join(root, 'package-lock.json'), join(tree, 'package-lock.json'));
    const platform = ['--os=linux', `--cpu=${cpu}`, '--libc=glibc'];
    npm(tree, 'ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', ...platform);
    for (const file of ['package-lock.json', 'node_modules/.package-lock.json', 'node_modules/.bin'])
      rmSync(join(tree, file), { recursive: true });
    addNode(folder, tree, cpu);
  } finally {
    rmSync(folder, { recursive: true });
  }
  prune(join(tree, 'node_modules'), cpu);
}

/** Strips it as Debian's own packages are: symbols for debuggers go, those for native modules stay. */
function addNode(folder, tree, cpu) {
  const spec = `${node.nameFor(cpu)}@${node.version}`;
  const tarball = join(folder, lastLine(npm(folder, 'pack', spec)));
  const sum = createHash('sha512').update(readFileSync(tarball)).digest('base64');
  if (sum !== node.sums[cpu]) throw new Error(`${spec} has another checksum than packaging/deb-tree.mjs: ${sum}`);
  unpack(tarball, tree, 'package/bin/node');
  unpack(tarball, join(tree, 'bin'), 'package/LICENSE');
  const strip = `${targets[cpu]}-strip`;
  try {
    execFileSync(strip, ['--strip-unneeded', join(tree, 'bin/node')]);
  } catch (error) {
    throw new Error(`Could not run ${strip}. Install binutils-${targets[cpu].replace('_', '-')}.`, { cause: error });
  }
}

function prune(modules, cpu) {
  for (const path of unneededPaths) {
    if (!existsSync(join(modules, path)))
      throw new Error(`There is no ${path} to remove. Compare packaging/deb-tree.mjs with the package's new version.`);
    rmSync(join(modules, path), { recursive: true });
  }
  for (const name of readdirSync(join(modules, '@libsql')).filter((one) => one.endsWith('-musl')))
    rmSync(join(modules, '@libsql', name), { recursive: true });
  const builds = join(modules, 'usb/prebuilds');
  for (const path of readdirSync(builds, { recursive: true, encoding: 'utf8' }))
    if (path.endsWith('.node') && (!path.startsWith(`linux-${cpu}/`) || path.includes('musl')))
      rmSync(join(builds, path));
  removeUnneeded(modules);
}

/** Removes files, and folders that are empty then. */
function removeUnneeded(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) removeUnneeded(path);
    else if (unneededFiles.test(entry.name)) rmSync(path);
  }
  if (readdirSync(folder).length === 0) rmSync(folder, { recursive: true });
}
