/**
 * Makes a package for Debian and what comes of it: `npm run deb`, which prints its path. It has Node.js in it, since no
 * release of Debian has one that is new enough, and is made on the kind of machine that it is for.
 * That Node.js comes from npm: which one makes the package is no matter.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync } from 'node:fs';
import { rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const root = fileURLToPath(new URL('..', import.meta.url));
/** As in `man-page.mjs`. */
const built = (path) => import(join(root, 'dist', path));
const { completionFor } = await built('daemon/cli/completion.js');
const { commands } = await built('daemon/cli/table.js');
const read = (...path) => readFileSync(join(root, ...path), 'utf8');
const { version, description, license } = JSON.parse(read('package.json'));
const architecture = { x64: 'amd64', arm64: 'arm64' }[process.arch];
if (process.platform !== 'linux' || architecture === undefined)
  throw new Error(`A package for Debian is made on amd64 or arm64, not on ${process.platform} ${process.arch}.`);

/** Of the line that is supported longest among those that all of it was tried on. */
const bundledNode = '22.23.3';

const stage = mkdtempSync(join(tmpdir(), 'tonstift-deb-'));
const tree = join(stage, 'usr/lib/tonstift');
const own = '/usr/lib/tonstift';

function put(path, content, mode = 0o644) {
  mkdirSync(dirname(join(stage, path)), { recursive: true });
  writeFileSync(join(stage, path), content, { mode });
  chmodSync(join(stage, path), mode);
}

/** As npm installs it from the packed package, without what only other machines use. */
function install() {
  const folder = mkdtempSync(join(tmpdir(), 'tonstift-npm-'));
  const npm = (...words) =>
    execFileSync('npm', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  const tarball = npm('pack', '--silent', '--pack-destination', folder).trim().split('\n').at(-1) ?? '';
  npm('install', '--global', '--silent', '--no-audit', '--no-fund', '--prefix', folder, join(folder, tarball));
  mkdirSync(dirname(tree), { recursive: true });
  cpSync(join(folder, 'lib/node_modules/tonstift'), tree, { recursive: true, verbatimSymlinks: true });
  const node = `node-linux-${process.arch}`;
  npm('install', '--silent', '--no-audit', '--no-fund', '--prefix', folder, `${node}@${bundledNode}`);
  const packages = createRequire(join(tree, 'package.json'));
  // Of the two forms of ffmpeg one is loaded, and Debian's C library is that of GNU.
  const used = dirname(packages.resolve('@ffmpeg/core/wasm'));
  const forms = ['esm', 'umd'].map((form) => join(dirname(used), form)).filter((form) => form !== used);
  const others = ['x64', 'arm64'].map((arch) => join(tree, 'node_modules/@libsql', `linux-${arch}-musl`));
  for (const path of [...forms, ...others]) rmSync(path, { recursive: true, force: true });
  mkdirSync(join(tree, 'bin'));
  copyFileSync(join(folder, 'node_modules', node, 'bin/node'), join(tree, 'bin/node'));
  chmodSync(join(tree, 'bin/node'), 0o755);
  rmSync(folder, { recursive: true });
}

/** What starts it: units of both kinds, none of which is enabled. */
function addUnits() {
  const start = (unit) =>
    read('service-units', unit).replace(/^ExecStart=.*$/m, `ExecStart=${own}/bin/node ${own}/dist/daemon/main.js run`);
  put('usr/lib/systemd/user/tonstift.service', start('systemd/tonstift.service'));
  put('usr/lib/systemd/system/tonstift.service', start('systemd/tonstift-system.service'));
  put('usr/lib/systemd/system/tonstift-pen@.service', read('service-units/pen/tonstift-pen@.service'));
  put('usr/lib/udev/rules.d/69-tonstift-pen.rules', read('service-units/pen/69-tonstift-pen.rules'));
  put('usr/lib/sysusers.d/tonstift.conf', read('service-units/systemd/sysusers.conf'));
}

function addDocuments() {
  put('usr/share/man/man1/tonstift.1.gz', gzipSync(read('dist/tonstift.1'), { level: 9 }));
  put('usr/share/bash-completion/completions/tonstift', completionFor('bash', commands));
  put('usr/share/zsh/vendor-completions/_tonstift', completionFor('zsh', commands));
  put('usr/share/fish/vendor_completions.d/tonstift.fish', completionFor('fish', commands));
  put('usr/share/doc/tonstift/changelog.gz', gzipSync(read('CHANGELOG.md'), { level: 9 }));
  put('usr/share/doc/tonstift/copyright', `${read('LICENSE')}\n${read('dist/LICENCES.txt')}`);
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
      `Description: ${description}`,
      ' A daemon for people with a tiptoi pen, and for people who read papers. "tonstift service install" has it run',
      ' for who is logged in, "sudo tonstift service install --system" for the machine.',
      ` Licence: ${license}; what comes with it is named in /usr/share/doc/tonstift/copyright.`,
      '',
    ].join('\n'),
  );
  for (const script of ['postinst', 'prerm', 'postrm'])
    put(`DEBIAN/${script}`, read('service-units/debian', script), 0o755);
}

try {
  install();
  mkdirSync(join(stage, 'usr/bin'), { recursive: true });
  put('usr/bin/tonstift', `#!/bin/sh\nexec ${own}/bin/node ${own}/dist/daemon/main.js "$@"\n`, 0o755);
  addUnits();
  addDocuments();
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
