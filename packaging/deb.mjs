/**
 * Builds the Debian package and prints its path: `npm run deb -- --arch arm64`. The package contains Node.js, because
 * that of Debian 12 and Ubuntu 24.04 is too old. Both architectures can be built on either one. The same commit and
 * the same binutils give the same bytes.
 *
 * `--arch amd64|arm64`: the machine's by default. `--tarball FILE`: an npm package that is already packed.
 * `--out DIR`: `dist` by default.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, lutimesSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { changelog, control, copyright, libraries } from './deb-control.mjs';
import { fillTree, node } from './deb-tree.mjs';
import { commitTime } from './release-time.mjs';
import { sbomOf, shippedPart } from './sbom.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (...path) => readFileSync(join(root, ...path), 'utf8');
const manifest = JSON.parse(read('package.json'));
const names = { amd64: 'x64', arm64: 'arm64' };
const { values } = parseArgs({
  options: {
    arch: { type: 'string', default: process.arch === 'x64' ? 'amd64' : process.arch },
    tarball: { type: 'string' },
    out: { type: 'string', default: join(root, 'dist') },
  },
});
const architecture = values.arch;
const cpu = names[architecture];
if (cpu === undefined) throw new Error(`--arch must be one of ${Object.keys(names).join(', ')}, not ${architecture}.`);

const own = '/usr/lib/tonstift';
const stage = mkdtempSync(join(tmpdir(), 'tonstift-deb-'));
const tree = join(stage, own);
const seconds = commitTime(root);

function put(path, content, mode = 0o644) {
  mkdirSync(dirname(join(stage, path)), { recursive: true });
  writeFileSync(join(stage, path), content, { mode });
}

/** Lists exactly what this package contains; the list from the tarball covers all platforms. */
function addSbom() {
  const file = join(tree, 'package.json');
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, JSON.stringify(shippedPart(JSON.parse(text))));
  const document = sbomOf(tree);
  writeFileSync(file, text);
  const purl = `pkg:npm/${node.nameFor(cpu)}@${node.version}`;
  document.components.push({ 'bom-ref': purl, type: 'platform', name: 'node', version: node.version, purl });
  put(join(own, 'dist/sbom.cdx.json'), `${JSON.stringify(document, null, 1)}\n`);
}

/** Adds the units for users and for the system. The package enables none of them. */
function addUnits() {
  const start = (unit) =>
    read('service-units', unit).replace(/^ExecStart=.*$/m, `ExecStart=${own}/bin/node ${own}/dist/daemon/main.js run`);
  put('usr/lib/systemd/user/tonstift.service', start('systemd/tonstift.service'));
  put('usr/lib/systemd/system/tonstift.service', start('systemd/tonstift-system.service'));
  put('usr/lib/systemd/system/tonstift-pen@.service', read('service-units/pen/tonstift-pen@.service'));
  put('usr/lib/udev/rules.d/69-tonstift-pen.rules', read('service-units/pen/69-tonstift-pen.rules'));
  put('usr/lib/sysusers.d/tonstift.conf', read('service-units/systemd/sysusers.conf'));
}

async function addDocuments() {
  // From the checkout, because the packages in the tree may be for another architecture.
  const built = (path) => import(join(root, 'dist', path));
  const { completionFor } = await built('daemon/cli/completion.js');
  const { commands } = await built('daemon/features.js');
  const zipped = (text) => gzipSync(text, { level: 9 });
  const docs = 'usr/share/doc/tonstift';
  put('usr/share/man/man1/tonstift.1.gz', zipped(readFileSync(join(tree, 'dist/tonstift.1'))));
  put('usr/share/bash-completion/completions/tonstift', completionFor('bash', commands));
  put('usr/share/zsh/vendor-completions/_tonstift', completionFor('zsh', commands));
  put('usr/share/fish/vendor_completions.d/tonstift.fish', completionFor('fish', commands));
  put(`${docs}/changelog.gz`, zipped(read('CHANGELOG.md')));
  put(`${docs}/changelog.Debian.gz`, zipped(changelog(manifest, seconds)));
  put(`${docs}/copyright`, copyright(tree, own, manifest));
  put('usr/share/lintian/overrides/tonstift', read('packaging/lintian-overrides'));
}

/** Gives every file the mode that Debian expects and the time of the commit. */
function level(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) level(path);
    else if (entry.isFile()) chmodSync(path, mustRun(path) ? 0o755 : 0o644);
    lutimesSync(path, seconds, seconds);
  }
  chmodSync(folder, 0o755);
}

const mustRun = (path) => path === join(tree, 'bin/node') || readFileSync(path).subarray(0, 2).toString() === '#!';

function addControl() {
  const size = execFileSync('du', ['-sk', '--apparent-size', stage], { encoding: 'utf8' }).split('\t')[0];
  put('DEBIAN/control', control(manifest, { architecture, size, depends: libraries(tree) }));
  for (const script of ['postinst', 'prerm', 'postrm']) put(`DEBIAN/${script}`, read('service-units/debian', script));
}

try {
  fillTree(root, tree, { cpu, tarball: values.tarball });
  addSbom();
  put('usr/bin/tonstift', `#!/bin/sh\nexec ${own}/bin/node ${own}/dist/daemon/main.js "$@"\n`);
  addUnits();
  await addDocuments();
  addControl();
  level(stage);
  mkdirSync(values.out, { recursive: true });
  // Not the version of Debian: GitHub replaces a tilde in the name of a file.
  const target = join(resolve(values.out), `tonstift_${manifest.version}-1_${architecture}.deb`);
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zxz', '--build', stage, `${target}.new`], {
    env: { ...process.env, SOURCE_DATE_EPOCH: String(seconds) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  renameSync(`${target}.new`, target);
  console.log(target);
} finally {
  rmSync(stage, { recursive: true, force: true });
}
