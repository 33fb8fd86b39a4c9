/**
 * Runs steady work for an hour, with two minutes of rest after each quarter: imports, edits, builds, sheets,
 * searches, uploads, a disk that is pulled out and plugged in, moves of the library, two pens. Reads memory, handles
 * and threads from /proc every ten seconds. Runs on `dist`; needs Linux and root, for real mounts.
 *
 *   node benchmarks/chaos/soak.mjs [--minutes 60] [--rest 2] [--rests 4] [--seed 7] [--own-ffmpeg] [--bare]
 *
 * The memory at work depends on the current task: a linear fit over an hour is uncertain by about 15 MB. Permanent
 * growth shows at rest, to a few MB.
 *
 * The built-in ffmpeg converts audio. It takes more memory of the process than an installed one; `--own-ffmpeg` uses
 * that of the machine. `--bare` starts the daemon without the environment of the systemd unit.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { factsOf, unitEnvironment } from './daemon.mjs';
import { embeddingServer, Reader } from './reading.mjs';
import { leftToNamespace, mayMount } from './mounts.mjs';
import { World } from './world.mjs';

/** Limits of resident megabytes at work, and at the end of a rest. */
const mostAtWork = 600;
const mostAtRest = 300;
const sampleMs = 10_000;
/** Samples before this time are ignored, because the program warms up. */
const warmMs = 300_000;
/** Growth per hour that still counts as flat: megabytes, handles, threads. */
const flat = { resident: 20, files: 6, threads: 4 };

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    rest: { type: 'string', default: '2' },
    rests: { type: 'string', default: '4' },
    seed: { type: 'string', default: '7' },
    'own-ffmpeg': { type: 'boolean', default: false },
    bare: { type: 'boolean', default: false },
  },
});

/** @typedef {{at: number} & ReturnType<typeof factsOf>} Sample */

const hour = 3_600_000;
/** Longer than any single task, so that the means of two blocks are comparable. */
const blockMs = 300_000;
const mean = (values) => values.reduce((sum, one) => sum + one, 0) / values.length;

/**
 * Fits a line by least squares: returns the growth per hour, and its standard error.
 * @param {readonly {at: number}[]} samples
 */
function slope(samples, name) {
  const [at, value] = [mean(samples.map((one) => one.at)), mean(samples.map((one) => one[name]))];
  const over = samples.reduce((sum, one) => sum + (one.at - at) ** 2, 0);
  const gained = samples.reduce((sum, one) => sum + (one.at - at) * (one[name] - value), 0);
  const rate = over === 0 ? 0 : gained / over;
  const left = samples.reduce((sum, one) => sum + (one[name] - value - rate * (one.at - at)) ** 2, 0);
  const error = samples.length > 2 && over > 0 ? Math.sqrt(left / (samples.length - 2) / over) : Infinity;
  return { hourly: rate * hour, error: error * hour };
}

/**
 * Averages the samples of each block of `blockMs`.
 * @param {readonly Sample[]} samples
 * @returns {Sample[]}
 */
function blocksOf(samples) {
  const blocks = [];
  for (const one of samples) (blocks[Math.floor(one.at / blockMs)] ??= []).push(one);
  return blocks.map((block) => {
    const of = (name) => mean(block.map((one) => one[name]));
    const [at, resident, anonymous, files, threads] = ['at', 'resident', 'anonymous', 'files', 'threads'].map(of);
    return { at, resident, anonymous, files, threads };
  });
}

/** Prints the maximum of each five minutes. */
function printCurve(samples, workMs) {
  const names = ['resident', 'anonymous', 'files', 'threads'];
  console.log(['minute', ...names].map((name) => name.padStart(10)).join(''));
  const rowMs = Math.max(60_000, Math.min(300_000, workMs / 5));
  for (let from = 0; samples.some(({ at }) => at >= from); from += rowMs) {
    const row = samples.filter(({ at }) => at >= from && at < from + rowMs);
    const most = names.map((name) => Math.max(...row.map((sample) => sample[name])).toFixed(0));
    if (row.length > 0) console.log([(from / 60_000).toFixed(0), ...most].map((cell) => cell.padStart(10)).join(''));
  }
}

/**
 * @param {readonly Sample[]} samples at work
 * @param {readonly Sample[]} rests the last sample of each rest
 * @param {number} workMs
 */
function judge(samples, rests, workMs) {
  const warm = blocksOf(samples.filter(({ at }) => at >= Math.min(warmMs, workMs / 2)));
  const most = Math.max(...samples.map(({ resident }) => resident));
  const hours = workMs / hour;
  let isFine = most <= mostAtWork && rests.every(({ resident }) => resident <= mostAtRest);
  for (const [name, limit] of Object.entries(flat)) {
    const { hourly, error } = slope(warm, name);
    // A short run has too few samples for a slope per hour: its total growth counts.
    const gained = hourly * Math.min(1, hours);
    const stayed = (rests.at(-1)?.[name] ?? 0) - (rests[0]?.[name] ?? 0);
    const isFlat = (gained <= limit || hourly <= 2 * error) && stayed <= limit;
    isFine &&= isFlat;
    const fit = `${hourly.toFixed(1)} ± ${error.toFixed(1)} an hour at work`;
    console.log(`${name}: ${fit}, ${stayed.toFixed(1)} from the first rest to the last: ${isFlat ? 'flat' : 'rises'}`);
  }
  console.log(`at work: ${most.toFixed(0)} MB resident at most; the limit is ${mostAtWork}`);
  const atRest = rests.map(({ resident }) => resident.toFixed(0)).join(', ');
  console.log(`after ${options.rest} min at rest, each time: ${atRest} MB resident; the limit is ${mostAtRest}`);
  return isFine;
}

async function main() {
  const [workMs, restMs] = [Number(options.minutes) * 60_000, Number(options.rest) * 60_000];
  const turns = Number(options.rests);
  const world = new World(Number(options.seed));
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.on(signal, () => void world.remove().finally(() => process.exit(130)));
  const api = await embeddingServer();
  try {
    await world.makePens();
    for (const pen of world.pens) pen.plug();
    const flags = {
      'llm-backend-url': `http://127.0.0.1:${/** @type {any} */ (api.address()).port}`,
      'requests-per-minute': 0,
    };
    const daemon = world.start(flags, {
      ...(options.bare ? {} : unitEnvironment()),
      ...(options['own-ffmpeg'] ? {} : { PATH: '/nowhere' }),
    });
    await daemon.url;
    /** @type {Sample[]} */
    const samples = [];
    /** @type {Sample[]} */
    const rests = [];
    let [worked, isResting] = [0, false];
    const sample = () => ({ at: worked, ...factsOf(daemon.child.pid) });
    const sampling = setInterval(() => {
      if (daemon.isDead() || isResting) return;
      worked += sampleMs;
      samples.push(sample());
    }, sampleMs);
    const reader = new Reader(world, world.random.fork());
    for (let turn = 1; turn <= turns && !daemon.isDead(); turn++) {
      const isOver = () => worked >= (workMs * turn) / turns || daemon.isDead();
      await Promise.all([world.work(isOver, 4), reader.work(isOver)]);
      for (const one of [...world.disks, ...world.pens]) if (!one.isPlugged) world.plug(one);
      isResting = true;
      await sleep(restMs);
      if (!daemon.isDead()) rests.push(sample());
      isResting = false;
    }
    clearInterval(sampling);
    if (daemon.isDead()) world.seen.push(`the program ended unexpectedly:\n${daemon.output().slice(-2000)}`);
    printCurve(samples, workMs);
    console.log([...world.answers].map(([what, n]) => `${n} × ${what}`).join('; '));
    const isFine = judge(samples, rests, workMs);
    for (const one of world.seen) console.log(`fault: ${one}`);
    if (!isFine || world.seen.length > 0) process.exitCode = 1;
  } finally {
    await world.remove();
    api.close();
  }
}

if (!mayMount()) console.log('Only root on Linux may mount: the soak is skipped.');
else if (!(await leftToNamespace())) await main();
