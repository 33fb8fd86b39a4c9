/**
 * Builds the Debian package in `dist` and prints its path: `npm run deb`. The package contains Node.js, because no
 * release of Debian has one that is new enough. It is for the architecture of the machine that builds it.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync } from 'node:fs';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { sbomOf, shippedPart } from './sbom.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (...path) => readFileSync(join(root, ...path), 'utf8');
const { version, description, license } = JSON.parse(read('package.json'));
const architecture = { x64: 'amd64', arm64: 'arm64' }[process.arch];
if (process.platform !== 'linux' || architecture === undefined)
  throw new Error(`Build the Debian package on Linux, amd64 or arm64. This is ${process.platform} ${process.arch}.`);

/** The Node.js version in the package; npm has a package for each version. */
const node = { name: `node-linux-${process.arch}`, version: '24.21.0' };

const stage = mkdtempSync(join(tmpdir(), 'tonstift-deb-'));
const tree = join(stage, 'usr/lib/tonstift');
const own = '/usr/lib/tonstift';

function put(path, content, mode = 0o644) {
  mkdirSync(dirname(join(stage, path)), { recursive: true });
  writeFileSync(join(stage, path), content, { mode });
  chmodSync(join(stage, path), mode);
}

/** Installs the packed program with npm, as a user would, and moves it to `tree` together with Node.js. */
function install() {
  const folder = mkdtempSync(join(tmpdir(), 'tonstift-npm-'));
  const npm = (...words) =>
    execFileSync('npm', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  const quietly = ['--silent', '--no-audit', '--no-fund', '--prefix', folder];
  const tarball = npm('pack', '--silent', '--pack-destination', folder).trim().split('\n').at(-1) ?? '';
  npm('install', '--global', ...quietly, join(folder, tarball));
  npm('install', ...quietly, `${node.name}@${node.version}`);
  cpSync(join(folder, 'lib/node_modules/tonstift'), tree, { recursive: true, verbatimSymlinks: true });
  mkdirSync(join(tree, 'bin'));
  copyFileSync(join(folder, 'node_modules', node.name, 'bin/node'), join(tree, 'bin/node'));
  chmodSync(join(tree, 'bin/node'), 0o755);
  rmSync(folder, { recursive: true });
}

/** Lists exactly what this package contains; the list from the tarball covers all platforms. */
function addSbom() {
  const manifest = join(tree, 'package.json');
  const text = readFileSync(manifest, 'utf8');
  writeFileSync(manifest, JSON.stringify(shippedPart(JSON.parse(text))));
  const document = sbomOf(tree);
  writeFileSync(manifest, text);
  const purl = `pkg:npm/${node.name}@${node.version}`;
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
  const { completionFor } = await import(join(tree, 'dist/daemon/cli/completion.js'));
  const { commands } = await import(join(tree, 'dist/daemon/features.js'));
  const packed = (path) => readFileSync(join(tree, path), 'utf8');
  put('usr/share/man/man1/tonstift.1.gz', gzipSync(packed('dist/tonstift.1'), { level: 9 }));
  put('usr/share/bash-completion/completions/tonstift', completionFor('bash', commands));
  put('usr/share/zsh/vendor-completions/_tonstift', completionFor('zsh', commands));
  put('usr/share/fish/vendor_completions.d/tonstift.fish', completionFor('fish', commands));
  put('usr/share/doc/tonstift/changelog.gz', gzipSync(read('CHANGELOG.md'), { level: 9 }));
  put('usr/share/doc/tonstift/copyright', `${packed('LICENSE')}\n${packed('dist/LICENCES.txt')}`);
}

function addControl() {
  const size = execFileSync('du', ['-sk', '--exclude=DEBIAN', stage], { encoding: 'utf8' }).split('\t')[0];
  put(
    'DEBIAN/control',
    [
      'Package: tonstift',
      `Version: ${version}`,
      `Architecture: ${architecture}`,
      'Maintainer: Tonstift <tonstift@localhost>',
      'Section: sound',
      'Priority: optional',
      `Installed-Size: ${size}`,
      'Depends: libc6 (>= 2.28), libgcc-s1, libstdc++6, libatomic1',
      'Recommends: systemd (>= 247), udev, ffmpeg',
      'Suggests: espeak-ng',
      `Description: ${description}`,
      ' A daemon for people with a tiptoi pen, and for people who read papers. "tonstift service install" starts it',
      ' for the current user, "sudo tonstift service install --system" for the machine.',
      ` Licence: ${license}. /usr/share/doc/tonstift/copyright has the licences of the packages that it contains, and`,
      ` ${own}/dist/sbom.cdx.json lists them in CycloneDX.`,
      '',
    ].join('\n'),
  );
  for (const script of ['postinst', 'prerm', 'postrm'])
    put(`DEBIAN/${script}`, read('service-units/debian', script), 0o755);
}

try {
  install();
  addSbom();
  put('usr/bin/tonstift', `#!/bin/sh\nexec ${own}/bin/node ${own}/dist/daemon/main.js "$@"\n`, 0o755);
  addUnits();
  await addDocuments();
  addControl();
  chmodSync(stage, 0o755);
  const name = `tonstift_${version}_${architecture}.deb`;
  const target = join(root, 'dist', name);
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zxz', '--build', stage, `${target}.new`], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  renameSync(`${target}.new`, target);
  console.log(target);
} finally {
  rmSync(stage, { recursive: true, force: true });
}
