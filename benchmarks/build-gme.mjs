/**
 * Measures the build of a GME of 24 tracks of 2.9 MB, against `cp` of the same files and `sync -d` of the copies, and
 * its memory beyond that of an idle process. Runs on `dist`.
 *
 *   node benchmarks/build-gme.mjs [--rounds 9] [--folder DIR]
 *
 * `--folder` chooses the disk.
 */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { writeGme } from '../dist/workers/build/write-gme.js';

const trackBytes = 2_900_000;
const limits = { timeRatio: 3, megabytes: 60 };
/** @type {import('../dist/workers/gme/header.js').GmeAlbum} */
const album = { productId: 920, language: 'GERMAN', date: '19700101', mode: 'music' };

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    folder: { type: 'string', default: tmpdir() },
    memory: { type: 'string' },
  },
});

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];

const sourcesIn = (folder) =>
  readdirSync(folder)
    .sort()
    .map((name) => ({ path: join(folder, name), start: 0, end: trackBytes }));

function makeTracks(folder, count) {
  mkdirSync(folder);
  for (let i = 0; i < count; i++)
    writeFileSync(join(folder, `track_${String(i).padStart(2, '0')}.mp3`), randomBytes(trackBytes));
  execFileSync('sync', ['-d', ...sourcesIn(folder).map(({ path }) => path)]);
}

function copy(sources, target) {
  mkdirSync(target);
  const started = performance.now();
  execFileSync('cp', [...sources.map(({ path }) => path), target]);
  execFileSync('sync', ['-d', ...sources.map(({ path }) => path.replace(/^.*\//, `${target}/`))]);
  const took = performance.now() - started;
  rmSync(target, { recursive: true });
  return took;
}

async function build(sources, target) {
  const started = performance.now();
  await writeGme(target, album, sources);
  const took = performance.now() - started;
  rmSync(target);
  return took;
}

/** Alternates copies and builds, so that both run under the same conditions of the disk. */
async function compare(folder, sources, rounds) {
  const copies = [];
  const builds = [];
  for (let round = 0; round < rounds; round++) {
    copies.push(copy(sources, join(folder, 'copies')));
    builds.push(await build(sources, join(folder, 'album.gme')));
  }
  return { copied: median(copies), built: median(builds), first: builds[0], ratio: median(builds) / median(copies) };
}

/** Runs in its own process: peak resident megabytes of a build beyond those of the idle process. */
async function measureMemory(folder) {
  const status = (name) =>
    Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(readFileSync('/proc/self/status', 'latin1'))?.[1]) / 1024;
  await new Promise((resolve) => setTimeout(resolve, 300));
  const idle = status('VmRSS');
  writeFileSync('/proc/self/clear_refs', '5'); // resets the peak
  await writeGme(join(folder, '..', 'memory.gme'), album, sourcesIn(folder));
  return status('VmHWM') - idle;
}

function memoryInChild(tracks) {
  const script = fileURLToPath(import.meta.url);
  return Number(execFileSync(process.execPath, [script, '--memory', tracks], { encoding: 'utf8' }));
}

async function main() {
  const folder = mkdtempSync(join(options.folder, 'tonstift-bench-'));
  try {
    const tracks = join(folder, 'tracks');
    makeTracks(tracks, 24);
    const sources = sourcesIn(tracks);
    const rounds = Number(options.rounds);

    const { copied, built, first, ratio } = await compare(folder, sources, rounds);
    console.log(
      `time: ${ratio.toFixed(2)} times cp + sync -d (${built.toFixed(0)} ms against ${copied.toFixed(0)} ms, ` +
        `median of ${rounds}; the first build ${first.toFixed(0)} ms); at most ${limits.timeRatio}`,
    );
    const megabytes = memoryInChild(tracks);
    const manyTracks = join(folder, 'many');
    makeTracks(manyTracks, 96);
    const megabytesOfMany = memoryInChild(manyTracks);
    console.log(
      `memory: ${(megabytes / limits.megabytes).toFixed(2)} times the limit ` +
        `(${megabytes.toFixed(1)} MB more than idle, ` +
        `${megabytesOfMany.toFixed(1)} MB for an album four times as long; at most ${limits.megabytes})`,
    );
    if (ratio > limits.timeRatio || Math.max(megabytes, megabytesOfMany) > limits.megabytes) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (options.memory === undefined) await main();
else console.log(await measureMemory(options.memory));
