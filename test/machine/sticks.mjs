/** USB sticks that stand for pens: files with a file system, and what is on them. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * @param {string} image
 * @param {{ type?: 'vfat' | 'exfat', megabytes?: number, label?: string }} [kind]
 */
export function makeStick(image, { type = 'vfat', megabytes = 256, label = 'tiptoi' } = {}) {
  rmSync(image, { force: true });
  execFileSync('truncate', ['-s', `${megabytes}M`, image]);
  if (type === 'vfat') execFileSync('mkfs.vfat', ['-F', '32', '-n', label.toUpperCase(), image], { stdio: 'ignore' });
  else execFileSync('mkfs.exfat', ['-L', label, image], { stdio: 'ignore' });
}

export const typeOf = (image) =>
  spawnSync('blkid', ['-o', 'value', '-s', 'TYPE', image], { encoding: 'utf8' }).stdout.trim();

/** What checkers say of each stick, or of one that was not unmounted: they mark it while it is mounted. */
const usual = [
  /^fsck\.fat \d/,
  /^exfatprogs version/,
  /Dirty bit is set/,
  /Automatically removing dirty bit/,
  /unmounted properly/,
  /^\*\*\* Filesystem was changed/,
  /Leaving filesystem unchanged/,
  /: \d+ files, \d+\/\d+ clusters/,
  /clean\. directories/,
  /not dirty|dirty\. directories|marked as dirty/,
  // The mark is in the first boot sector alone.
  /differences between boot sector and its backup/,
  /mostly harmless\. Differences/,
  /^ +65:01\/00$/,
  /Not automatically fixing this/,
];
/** A stick that was pulled out during a write has the file under its temporary name, and unfinished clusters. */
const cutOff = [
  /^\/~tonstift-\d+\.tmp$/,
  /^ +File size is \d+ bytes, cluster chain length is/,
  /^ERROR: \/~tonstift-\d+\.tmp: /,
  /: corrupted\. directories \d+, files \d+$/,
  /: files corrupted \d+, files fixed \d+$/,
  /^ +Contains a free cluster \(\d+\)\. Assuming EOF\.$/,
  /^ +Truncating file to \d+ bytes/,
  /FATs differ but appear to be intact/,
  /Using first FAT/,
  /Reclaimed \d+ unused clusters?/,
  /Free cluster summary wrong/,
  /Auto-correcting/,
];

/**
 * What the checker of its file system finds; null where all is well. The lines are looked at one by one: a damaged
 * album, or folder, is one that is not known here.
 * @param {string} image
 * @param {{ isCut?: boolean }} [life] whether it was pulled out while something was written
 * @returns {string | null}
 */
export function faultsOf(image, { isCut = false } = {}) {
  const [program, ...words] = typeOf(image) === 'vfat' ? ['fsck.fat', '-n', image] : ['fsck.exfat', '-n', image];
  const { stdout, stderr, status } = spawnSync(program, words, { encoding: 'utf8' });
  if (status === 0) return null;
  const known = isCut ? [...usual, ...cutOff] : usual;
  const faults = `${stdout}${stderr}`
    .split('\n')
    .filter((line) => line.trim() !== '' && !known.some((one) => one.test(line)));
  return faults.length === 0 ? null : faults.join('\n');
}

/**
 * The GME files in the main folder of one with FAT, by name, with the SHA-256 of each. The kernel here may not know it.
 * @param {string} image
 * @returns {Map<string, string>}
 */
export function albumsOn(image) {
  const folder = mkdtempSync(join(tmpdir(), 'tonstift-stick-'));
  try {
    execFileSync('mcopy', ['-n', '-i', image, '::*.gme', folder], { stdio: ['ignore', 'ignore', 'inherit'] });
    const digest = (name) =>
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex');
    return new Map(
      readdirSync(folder)
        .sort()
        .map((name) => [name, digest(name)]),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
