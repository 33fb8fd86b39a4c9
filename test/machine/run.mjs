/**
 * Tonstift on a whole machine: a Debian of its own with its own kernel, in software, driven over its consoles. Makes
 * it, installs the packed package on it, and lives with it: `npm run test:machine`.
 *
 *   node test/machine/run.mjs [--short] [--only PATTERN] [--keep]
 *
 * Needs root, debootstrap, qemu-system-x86, dosfstools, exfatprogs and mtools. What takes minutes is kept in
 * ~/.cache/tonstift-machine (TONSTIFT_MACHINE_CACHE). `--keep` leaves the disk and the sticks of the run there.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installed } from './install.mjs';
import { Life } from './life.mjs';
import { chapters } from './chapters.mjs';

const { values: options } = parseArgs({
  options: { short: { type: 'boolean' }, only: { type: 'string' }, keep: { type: 'boolean' } },
});

const missing = ['debootstrap', 'qemu-system-x86_64', 'mkfs.vfat', 'mkfs.exfat', 'fsck.fat', 'mcopy'].filter(
  (program) => spawnSync(program, ['--version']).error !== undefined,
);
if (missing.length > 0 || process.getuid?.() !== 0) {
  const why = missing.length > 0 ? `${missing.join(', ')} not being installed` : 'this not being run by root';
  console.log(`The whole machine is left out, ${why}.`);
  process.exit(1);
}

const cache = process.env.TONSTIFT_MACHINE_CACHE || join(homedir(), '.cache', 'tonstift-machine');
mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(join(cache, 'run-'));
const begun = Date.now();
const clock = () => `${String(Math.round((Date.now() - begun) / 1000)).padStart(5)} s`;

let [passed, failed] = [0, 0];
const leftOut = [];
console.log(`${clock()}  A Debian is made, and Tonstift installed on it …`);
const life = new Life(await installed(cache, folder), folder);
try {
  for (const { what, isShort = false, isFirst = false, live } of chapters) {
    const isWanted =
      isFirst || ((options.only === undefined || new RegExp(options.only).test(what)) && (!options.short || isShort));
    if (!isWanted) {
      leftOut.push(what);
      continue;
    }
    try {
      await life.ready();
      await live(life);
      passed++;
      console.log(`${clock()}  ✓ ${what}`);
    } catch (error) {
      failed++;
      console.log(`${clock()}  ✗ ${what}\n${error instanceof Error ? error.message : String(error)}`);
      console.log(await life.journal());
      await life.pullAll();
    }
  }
} finally {
  await life.end();
  if (!options.keep) rmSync(folder, { recursive: true, force: true });
}
for (const what of leftOut) console.log(`Left out: ${what}`);
console.log(`${clock()}  ${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
