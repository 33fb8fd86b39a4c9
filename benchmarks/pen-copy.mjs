/**
 * Measures the speed of copies to a pen, against `cp` of the same file and `sync -f` of the same volume, alternating
 * in one run. The time for reading back is printed separately. Runs on `dist`.
 *
 *   node benchmarks/pen-copy.mjs [--rounds 9] [--megabytes 70] [--folder DIR]
 *
 * Root gets its own volumes: in memory, and disks in files (ext4, and FAT if mkfs.vfat and the kernel support it).
 * `--folder` names another target, such as a real pen; without root it is the only one.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { giveName } from '../dist/workers/pen/transfer/copy.js';
import { verifyCopy } from '../dist/workers/pen/transfer/verify.js';
import { withVolume } from '../dist/workers/pen/volume-root.js';
import { writeTemporary } from '../dist/workers/pen/transfer/write-temporary.js';

const leastSpeed = 0.8;
const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    megabytes: { type: 'string', default: '70' },
    folder: { type: 'string' },
  },
});
const megabytes = Number(options.megabytes);
const name = '920_Benchmark.gme';

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
const works = (program, ...parameters) => spawnSync(program, parameters, { stdio: 'ignore' }).status === 0;

async function timed(task) {
  const started = performance.now();
  await task();
  return performance.now() - started;
}

/** Alternates both copies, so that they run under the same conditions of the disk. */
async function compare(volume, wanted) {
  /** @type {Record<'theirs' | 'ours' | 'verified', number[]>} Milliseconds. */
  const { theirs, ours, verified } = { theirs: [], ours: [], verified: [] };
  let way = '';
  for (let round = 0; round < Number(options.rounds); round++) {
    const copy = join(volume, 'copy.bin');
    theirs.push(
      await timed(() => {
        execFileSync('cp', [wanted.source, copy]);
        execFileSync('sync', ['-f', volume]);
      }),
    );
    rmSync(copy);
    execFileSync('sync', ['-f', volume]);
    await withVolume(volume, { mounted: false }, async (root) => {
      ours.push(await timed(async () => giveName(root, await writeTemporary(root, wanted), name)));
      verified.push(await timed(async () => (way = await verifyCopy(root.at(name), wanted))));
    });
    rmSync(join(volume, name));
    execFileSync('sync', ['-f', volume]);
  }
  return { theirs: median(theirs), ours: median(ours), verified: median(verified), way };
}

/** Mounts each kind of volume that this machine supports; `use` runs while it is mounted. */
async function onVolumes(folder, use) {
  if (options.folder !== undefined) return use(options.folder, options.folder);
  const point = join(folder, 'pen');
  mkdirSync(point);
  if (process.getuid?.() !== 0) {
    console.log('Only root may mount volumes: measured in the temporary folder.');
    return use(point, 'the temporary folder');
  }
  const size = 2 * megabytes + 32;
  const image = join(folder, 'disk');
  const kinds = [
    { what: 'memory', make: () => true, mount: ['-t', 'tmpfs', '-o', `size=${size}m`, 'tmpfs'] },
    { what: 'a disk with ext4', make: () => works('mkfs.ext4', '-q', image), mount: ['-o', 'loop', image] },
    {
      what: 'a disk with FAT',
      make: () => works('mkfs.vfat', '-F', '32', '-s', '8', image),
      mount: ['-o', 'loop', '-t', 'vfat', image],
    },
  ];
  for (const { what, make, mount } of kinds) {
    rmSync(image, { force: true });
    writeFileSync(image, '');
    truncateSync(image, size * 2 ** 20);
    if (!make() || !works('mount', ...mount, point)) {
      console.log(`${what}: skipped, this machine cannot make or mount it`);
      continue;
    }
    try {
      await use(point, what);
    } finally {
      execFileSync('umount', [point]);
    }
  }
}

const folder = mkdtempSync(join(tmpdir(), 'tonstift-bench-'));
try {
  const source = join(folder, 'album.gme');
  const bytes = randomBytes(Math.round(megabytes * 1e6));
  writeFileSync(source, bytes);
  const wanted = {
    oid: 920,
    title: 'Benchmark',
    source,
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  };
  await onVolumes(folder, async (volume, what) => {
    const { theirs, ours, verified, way } = await compare(volume, wanted);
    const speed = theirs / ours;
    console.log(
      `${what}: ${speed.toFixed(2)} times the speed of cp + sync -f ` +
        `(${megabytes} MB in ${ours.toFixed(0)} ms against ${theirs.toFixed(0)} ms, median of ${options.rounds}); ` +
        `at least ${leastSpeed}; read back in ${verified.toFixed(0)} ms (${way})`,
    );
    if (speed < leastSpeed) process.exitCode = 1;
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
