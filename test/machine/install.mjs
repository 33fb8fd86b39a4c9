/** A disk with a Debian on which Tonstift is installed as a person would: from the packed package. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mp3, png } from '../../benchmarks/chaos/sounds.mjs';
import { debian, diskOf, kernelOf } from './image.mjs';

const checkout = fileURLToPath(new URL('../..', import.meta.url));
const run = (program, words, options = {}) =>
  execFileSync(program, words, { stdio: ['ignore', 'ignore', 'inherit'], ...options });

/** Version of the package that the machine is updated to. */
export const newerVersion = '99.0.0';

/**
 * @param {string} cache where what takes minutes is kept
 * @param {string} folder of this run
 * @returns {Promise<{ disk: string, kernel: string, initrd: string }>}
 */
export async function installed(cache, folder) {
  const root = debian(cache);
  const plain = `${root}.disk`;
  if (!existsSync(plain)) diskOf(root, plain);
  const disk = join(folder, 'disk');
  run('cp', ['--sparse=always', plain, disk]);
  const mounted = mkdtempSync(join(tmpdir(), 'tonstift-machine-'));
  run('mount', ['-o', 'loop', disk, mounted]);
  try {
    const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
      cwd: checkout,
      encoding: 'utf8',
    });
    const tarball = join(folder, packed.trim().split('\n').at(-1) ?? '');
    run('npm', [
      'install',
      '--global',
      '--silent',
      '--no-audit',
      '--no-fund',
      '--prefix',
      join(mounted, 'usr/local'),
      tarball,
    ]);
    // Debian has an older one.
    copyFileSync(process.execPath, join(mounted, 'usr/bin/node'));
    chmodSync(join(mounted, 'usr/bin/node'), 0o755);
    newer(mounted);
    debs(join(mounted, 'srv/test'), folder);
    await things(join(mounted, 'srv/test'));
  } finally {
    run('umount', [mounted]);
    rmSync(mounted, { recursive: true });
  }
  return { disk, ...kernelOf(root) };
}

/** The same package under another version, to update to. */
function newer(mounted) {
  const [from, to] = [join(mounted, 'usr/local/lib/node_modules/tonstift'), join(mounted, 'srv/test/newer')];
  mkdirSync(join(to, '..'), { recursive: true });
  run('cp', ['-a', from, to]);
  const path = join(to, 'package.json');
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), version: newerVersion }));
}

/** The Debian package, and another one of a newer version; packed lightly, for a machine in software. */
function debs(to, folder) {
  const made = execFileSync('node', [join(checkout, 'packaging/deb.mjs')], { cwd: checkout, encoding: 'utf8' });
  const unpacked = join(folder, 'deb');
  run('dpkg-deb', ['-R', made.trim().split('\n').at(-1) ?? '', unpacked]);
  const pack = (name) => run('dpkg-deb', ['--root-owner-group', '-Zgzip', '-z1', '--build', unpacked, join(to, name)]);
  pack('tonstift.deb');
  const control = join(unpacked, 'DEBIAN/control');
  writeFileSync(control, readFileSync(control, 'utf8').replace(/^Version: .*$/m, `Version: ${newerVersion}`));
  const path = join(unpacked, 'usr/lib/tonstift/package.json');
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), version: newerVersion }));
  pack('tonstift-newer.deb');
  rmSync(unpacked, { recursive: true });
}

/** Frames a second of the sounds: 1152 samples of 44,100. */
const second = 38.3;

/** What is put into inboxes: a short album with a cover, long ones, papers. */
async function things(folder) {
  const album = async (title, { tracks, seconds }) => {
    mkdirSync(join(folder, title), { recursive: true });
    writeFileSync(join(folder, title, 'cover.png'), await png(300, [47, 107, 63]));
    for (let n = 1; n <= tracks; n++) {
      const sound = { frames: Math.round(seconds * second), offset: 97 * n + 13 * title.length };
      writeFileSync(join(folder, title, `${n}.mp3`), mp3({ ...sound, title: `Lied ${n}`, album: title, track: n }));
    }
  };
  await album('Im Wald', { tracks: 3, seconds: 20 });
  await album('Am Meer', { tracks: 3, seconds: 20 });
  await album('Im Gebirge', { tracks: 20, seconds: 400 });
  await album('Auf Reisen', { tracks: 10, seconds: 300 });
  const papers = Array.from({ length: 400 }, (_, n) => ({
    ...{ title: `Paper ${n}`, abstract: `What number ${n} is about, at some length. `.repeat(5) },
    ...{ year: 2020 + (n % 5), conference: 'ACL', authors: ['Ada Lovelace'] },
  }));
  writeFileSync(join(folder, 'papers.ndjson'), papers.map((paper) => `${JSON.stringify(paper)}\n`).join(''));
  cpSync(new URL('./embedding-api.mjs', import.meta.url), join(folder, 'embedding-api.mjs'));
}
