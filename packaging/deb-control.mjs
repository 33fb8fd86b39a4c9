/** The texts of the Debian package: control file, changelog and copyright. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { packageIn } from './licences.mjs';

/** The publisher of a package sets these variables, which are Debian's own. The default address gets no mail. */
const { DEBFULLNAME, DEBEMAIL } = process.env;
const maintainer = `${DEBFULLNAME || 'Tonstift'} <${DEBEMAIL || 'noreply@tonstift.invalid'}>`;

/** The package of each shared library that our programs link. */
const packages = {
  'libgcc_s.so.1': 'libgcc-s1',
  'libstdc++.so.6': 'libstdc++6',
  'libatomic.so.1': 'libatomic1',
  'libudev.so.1': 'libudev1',
};
const ofLibc = /^(libc|libm|libdl|libpthread|librt|ld-linux.*)\.so\.\d$/;

/** Returns the packages of the libraries that the binaries in `tree` link, with the libc that their symbols need. */
export function libraries(tree) {
  const all = readdirSync(tree, { recursive: true, encoding: 'utf8' });
  const binaries = all.filter((path) => path === 'bin/node' || path.endsWith('.node'));
  const paths = binaries.map((path) => join(tree, path));
  const text = execFileSync('readelf', ['-dVW', ...paths], { encoding: 'utf8', maxBuffer: 2 ** 26 });
  const linked = [...text.matchAll(/\(NEEDED\).*\[(.+)\]/g)].map(([, name = '']) => name);
  const others = [...new Set(linked.filter((name) => !ofLibc.test(name)))];
  const unknown = others.filter((name) => packages[name] === undefined);
  if (unknown.length > 0) throw new Error(`Add to packaging/deb-control.mjs the packages of ${unknown.join(', ')}.`);
  const minor = Math.max(...[...text.matchAll(/Name: GLIBC_2\.(\d+)/g)].map(([, digits]) => Number(digits)));
  return [`libc6 (>= 2.${minor})`, ...others.map((name) => packages[name]).sort()].join(', ');
}

/** A prerelease has a tilde: dpkg sorts `0.2.0~rc.1` before `0.2.0`, and `0.2.0-rc.1` after it. */
const debianVersion = (version) => `${version.replace('-', '~')}-1`;

/** @param {{ version: string, license: string }} manifest */
export const control = ({ version, license }, { architecture, size, depends }) =>
  [
    'Package: tonstift',
    `Version: ${debianVersion(version)}`,
    `Architecture: ${architecture}`,
    `Maintainer: ${maintainer}`,
    'Section: sound',
    'Priority: optional',
    `Installed-Size: ${size}`,
    `Depends: ${depends}`,
    'Recommends: systemd (>= 247), udev, ffmpeg',
    'Suggests: espeak-ng',
    'Description: albums for a tiptoi pen from folders of audio',
    ' A daemon that turns folders of audio into albums for a tiptoi pen, copies',
    ' them to the pen, and prints sheets to tap on. It also has a part for people',
    ' who read papers.',
    ' .',
    ' "tonstift service install" starts it for the current user, and',
    ' "sudo tonstift service install --system" for the machine.',
    ' .',
    ' Licences of its parts:',
    ` ${license}.`,
    '',
  ].join('\n');

export const changelog = ({ version }, seconds) =>
  [
    `tonstift (${debianVersion(version)}) unstable; urgency=medium`,
    `  * Version ${version}. /usr/share/doc/tonstift/changelog.gz says what changes.`,
    ` -- ${maintainer}  ${new Date(seconds * 1000).toUTCString().replace('GMT', '+0000')}\n`,
  ].join('\n\n');

/** The package.json files of the packages in a `node_modules` folder, at any depth. */
const foldersIn = (modules) =>
  readdirSync(modules, { recursive: true, encoding: 'utf8' })
    .filter((path) => /^(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+\/package\.json$/.test(path))
    .map((path) => join(modules, path, '..'))
    .filter((folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version !== undefined)
    .sort();

/** Texts that Debian has in /usr/share/common-licenses; packages must not repeat them. */
const common = [
  { name: 'GPL-2', text: /GNU GENERAL PUBLIC LICENSE\s+Version 2/ },
  { name: 'Apache-2.0', text: /Apache License\s+Version 2\.0[^]*TERMS AND CONDITIONS/ },
];

const fontFolder = 'workers/print/fonts';
const fonts = [
  { files: 'Noto*', licence: 'OFL-1.1', text: 'LICENSE-OFL-1.1-Noto.txt' },
  { files: 'Nanum*', licence: 'OFL-1.1', text: 'LICENSE-OFL-1.1-Nanum.txt' },
  { files: 'Droid*', licence: 'Apache-2.0', text: 'LICENSE-Apache-2.0.txt' },
];

function stanza(files, { licence, text }) {
  const found = common.find((one) => one.text.test(text));
  const lines = text.split('\n').map((line) => line.trim());
  const holders = lines.filter(
    (line) => /^(copyright|\(c\)|©).*\d{4}|^copyright \(c\)/i.test(line) && !/\[/.test(line),
  );
  const body = found === undefined ? lines : [`The text is in /usr/share/common-licenses/${found.name}.`];
  return [
    `Files: ${files.join('\n ')}`,
    `Copyright: ${[...new Set(holders)].join('\n ') || 'the authors that the package names'}`,
    // DEP-5 writes a licence's name without spaces, and joins several with "and" and "or".
    `License: ${licence.replace(/[()]/g, '').replace(/ (AND|OR) /g, (word) => word.toLowerCase())}`,
    ...body.map((line) => ` ${line === '' ? '.' : line}`),
  ].join('\n');
}

/** Returns the machine-readable copyright file (DEP-5) of everything in `tree`, which is installed in `own`. */
export function copyright(tree, own, { homepage }) {
  const read = (...path) => readFileSync(join(tree, ...path), 'utf8').trim();
  const installed = (path) => join(own, relative(tree, path)).slice(1);
  const groups = new Map();
  for (const folder of foldersIn(join(tree, 'node_modules'))) {
    const { licence, text } = packageIn(folder);
    const key = `${licence}\n${text}`;
    const group = groups.get(key) ?? { files: [], licence, text };
    group.files.push(`${installed(folder)}/*`);
    groups.set(key, group);
  }
  return [
    [
      'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/',
      'Upstream-Name: tonstift',
      `Source: ${homepage ?? 'the npm package tonstift'}`,
      `Comment: ${own}/dist/sbom.cdx.json lists all packages in CycloneDX, and`,
      ` ${own}/dist/LICENCES.txt has the offer of ffmpeg's source.`,
    ].join('\n'),
    stanza(['*'], { licence: 'MIT', text: read('LICENSE') }),
    ...fonts.map(({ files, licence, text }) =>
      stanza([installed(join(tree, fontFolder, files))], { licence, text: read(fontFolder, text) }),
    ),
    stanza([installed(join(tree, 'bin/*'))], {
      licence: 'MIT',
      text: `${own}/bin/LICENSE has the licences of all parts of Node.js.`,
    }),
    ...[...groups.values()].map((group) => stanza(group.files, group)),
    '',
  ].join('\n\n');
}
