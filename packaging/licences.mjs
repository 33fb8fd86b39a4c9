/**
 * Writes `dist/LICENCES.txt`: the packages that npm installs with the program, their licences and licence texts.
 * It fails on a licence that is in neither list below.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** These licences only require that their text is included. */
const permissive = new Set([
  ...['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', '0BSD', 'Unlicense', 'BlueOak-1.0.0', 'MIT-0'],
  ...['(MIT OR CC0-1.0)', '(BSD-3-Clause OR GPL-2.0)', 'MIT AND ISC', '(MIT AND Zlib)', 'CC0-1.0', 'Python-2.0'],
]);

/** Packages with another licence, or with none in their package.json: what we found and decided. */
const others = new Map([
  ['png-js', 'MIT, by its LICENSE. Its package.json names no licence.'],
  ['exif-parser', 'MIT, by its LICENSE.md. Its package.json names no licence.'],
  [
    '@ffmpeg/core',
    'GPL-2.0-or-later. This is ffmpeg as WebAssembly: a separate program, installed next to this one and run in its ' +
      'own threads. This program contains no line of it, and the MIT licence of this program is compatible with it.\n\n' +
      'The source of this build, with the recipe that names the versions of ffmpeg and of its libraries: ' +
      'https://github.com/ffmpegwasm/ffmpeg.wasm. For three years after you received it, the maintainers of Tonstift ' +
      'also send the complete source on a medium, for the price of the medium: ask in an issue of the project.',
  ],
]);

/** Licence texts of packages that do not include them. */
const texts = new Map([['@ffmpeg/core', 'packaging/GPL-2.0.txt']]);

const fonts = 'workers/print/fonts';
const root = fileURLToPath(new URL('..', import.meta.url));

function writeLicences() {
  const entries = shippedPackages()
    .map(shippedPackage)
    .filter((one, at, all) => all.findIndex(({ title }) => title === one.title) === at)
    .sort((a, b) => (a.title < b.title ? -1 : 1));
  const unknown = entries.filter(({ name, licence }) => !permissive.has(licence) && !others.has(name));
  if (unknown.length > 0)
    throw new Error(
      `Unknown licences: ${unknown.map(({ title, licence }) => `${title} (${licence})`).join(', ')}. ` +
        'Read them, and add them to packaging/licences.mjs.',
    );
  const parts = [
    'Tonstift consists of its own code, under the MIT licence (LICENSE), and of the packages and fonts below.',
    ...entries.map(({ title, name, licence, text }) => `${title}\n${others.get(name) ?? licence}\n\n${text}`),
    ...readdirSync(join(root, fonts))
      .filter((name) => name.startsWith('LICENSE'))
      .map((name) => `Fonts (${fonts}/README.md), ${name}\n\n${readFileSync(join(root, fonts, name), 'utf8').trim()}`),
  ];
  writeFileSync(join(root, 'dist', 'LICENCES.txt'), `${parts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`);
}

/** Folders and entries of package-lock.json of the packages that npm installs with the program, on any platform. */
function shippedPackages() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(packages).filter(([folder, { dev }]) => folder !== '' && !dev);
}

/** Optional packages for other platforms are not installed here, so the file has their licence without its text. */
function shippedPackage([folder, locked]) {
  const path = join(root, folder);
  if (existsSync(path)) return packageIn(path);
  const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
  return { name, title: `${name} ${locked.version}`, licence: locked.license ?? 'no licence', text: '' };
}

/** Returns the name, licence and licence texts of the package in a folder. */
export function packageIn(path) {
  const { name, version, license } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
  const files = readdirSync(path)
    .filter((one) => /^(licen[cs]e|copying|notice)/i.test(one) && !/\.(js|json|d\.ts)$/.test(one))
    .map((one) => join(path, one));
  const lacking = texts.get(name);
  if (files.length === 0 && lacking !== undefined) files.push(join(root, lacking));
  const text = files.map((file) => readFileSync(file, 'utf8').trim()).join('\n\n');
  return { name, title: `${name} ${version}`, licence: license ?? 'no licence', text };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeLicences();
