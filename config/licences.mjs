/**
 * Writes `dist/LICENCES.txt`: the packages that are installed with the program, their licences and the texts of these.
 * The build fails on a licence that is in neither list below.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** These licences ask only for their text to be included. */
const permissive = new Set([
  ...['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', '0BSD', 'Unlicense', 'BlueOak-1.0.0', 'MIT-0'],
  ...['(MIT OR CC0-1.0)', '(BSD-3-Clause OR GPL-2.0)', 'MIT AND ISC', '(MIT AND Zlib)', 'CC0-1.0', 'Python-2.0'],
]);

/** Packages with another licence or none in package.json, each with the text that was found or decided. */
const others = new Map([
  ['png-js', 'MIT. Its package.json says nothing, its LICENSE does.'],
  ['exif-parser', 'MIT. Its package.json says nothing, its LICENSE.md does.'],
  [
    '@ffmpeg/core',
    'GPL-2.0-or-later. A program of its own, ffmpeg as WebAssembly, that is installed beside this one and run in ' +
      'threads of its own, where a file of a stranger can do nothing but fail. No line of it is in this program, ' +
      'whose licence goes along with it. Its source: the repository that its package.json names, and those of ' +
      'ffmpeg and its libraries.',
  ],
]);

const fonts = 'workers/print/fonts';
const root = fileURLToPath(new URL('..', import.meta.url));

function writeLicences() {
  const entries = shippedPackages()
    .map(packageIn)
    .filter((one, at, all) => all.findIndex(({ title }) => title === one.title) === at)
    .sort((a, b) => (a.title < b.title ? -1 : 1));
  const unknown = entries.filter(({ name, licence }) => !permissive.has(licence) && !others.has(name));
  if (unknown.length > 0)
    throw new Error(
      `Unknown licences: ${unknown.map(({ title, licence }) => `${title} (${licence})`).join(', ')}. ` +
        'Read them, and add them to config/licences.mjs.',
    );
  const parts = [
    'Tonstift consists of its own code, under the MIT licence (LICENSE), and of what follows.',
    ...entries.map(({ title, name, licence, text }) => `${title}\n${others.get(name) ?? licence}\n\n${text}`),
    ...readdirSync(join(root, fonts))
      .filter((name) => name.startsWith('LICENSE'))
      .map((name) => `Fonts (${fonts}/README.md), ${name}\n\n${readFileSync(join(root, fonts, name), 'utf8').trim()}`),
  ];
  writeFileSync(join(root, 'dist', 'LICENCES.txt'), `${parts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`);
}

/** Folders of the packages that npm installs with the program. Optional ones for other machines are not here. */
function shippedPackages() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(packages)
    .filter(([folder, { dev, devOptional }]) => folder !== '' && !dev && !devOptional)
    .map(([folder]) => folder)
    .filter((folder) => existsSync(join(root, folder)));
}

function packageIn(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const files = readdirSync(join(root, folder)).filter((one) => /^(licen[cs]e|copying|notice)/i.test(one));
  const texts = files
    .filter((one) => !/\.(js|json|d\.ts)$/.test(one))
    .map((one) => readFileSync(join(root, folder, one), 'utf8').trim());
  return { name, title: `${name} ${version}`, licence: license ?? 'no licence', text: texts.join('\n\n') };
}

writeLicences();
