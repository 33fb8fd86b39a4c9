/**
 * An hour of steady work, and two minutes of rest: imports, edits, builds, sheets, searches, uploads, a disk that comes
 * and goes, moves of the library, two pens. Memory, handles and threads are read from /proc every ten seconds. Runs on
 * `dist`; needs Linux and root, for real mounts.
 *
 *   node benchmarks/chaos/soak.mjs [--minutes 60] [--rest 2] [--seed 7] [--own-ffmpeg] [--bare]
 *
 * Sound is converted by the built-in ffmpeg, which takes more memory of the process than one that is installed;
 * `--own-ffmpeg` uses that of the machine. `--bare` starts the daemon without the environment of the systemd unit.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { factsOf, unitEnvironment } from './daemon.mjs';
import { embeddingServer, Reader } from './reading.mjs';
import { leftToNamespace, mayMount } from './mounts.mjs';
import { World } from './world.mjs';

/** Megabytes that may be resident at work, and at the end of the rest. */
const mostAtWork = 300;
const mostAtRest = 150;
const sampleMs = 10_000;
/** Until then it warms up. */
const warmMs = 300_000;
/** What a flat line may still rise in an hour: megabytes, handles, threads. */
const flat = { resident: 20, files: 6, threads: 4 };

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    rest: { type: 'string', default: '2' },
    seed: { type: 'string', default: '7' },
    'own-ffmpeg': { type: 'boolean', default: false },
    bare: { type: 'boolean', default: false },
  },
});

/** @typedef {{at: number} & ReturnType<typeof factsOf>} Sample */

/** By least squares: what is gained in an hour. @param {readonly Sample[]} samples */
function slope(samples, name) {
  const mean = (of) => samples.reduce((sum, one) => sum + of(one), 0) / samples.length;
  const [at, value] = [mean((one) => one.at), mean((one) => one[name])];
  const over = samples.reduce((sum, one) => sum + (one.at - at) ** 2, 0);
  const gained = samples.reduce((sum, one) => sum + (one.at - at) * (one[name] - value), 0);
  return over === 0 ? 0 : (gained / over) * 3_600_000;
}

/** The most of each five minutes. */
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

/** @param {readonly Sample[]} samples @param {number} workMs */
function judge(samples, workMs) {
  const atWork = samples.filter(({ at }) => at <= workMs);
  const warm = atWork.filter(({ at }) => at >= Math.min(warmMs, workMs / 2));
  const most = Math.max(...atWork.map(({ resident }) => resident));
  const rest = samples.at(-1)?.resident ?? 0;
  let isFine = most <= mostAtWork && rest <= mostAtRest;
  for (const [name, limit] of Object.entries(flat)) {
    const hourly = slope(warm, name);
    // A short run has too few samples for an hour's line: what it has gained counts.
    const gained = hourly * Math.min(1, (workMs - Math.min(warmMs, workMs / 2)) / 3_600_000);
    isFine &&= gained <= limit;
    const verdict = gained <= limit ? 'flat' : 'rises';
    console.log(`${name}: ${hourly.toFixed(1)} an hour by the linear fit, ${gained.toFixed(1)} here: ${verdict}`);
  }
  console.log(`at work: ${most.toFixed(0)} MB resident at most; the limit is ${mostAtWork}`);
  console.log(`after ${options.rest} min at rest: ${rest.toFixed(0)} MB resident; the limit is ${mostAtRest}`);
  return isFine;
}

async function main() {
  const [workMs, restMs] = [Number(options.minutes) * 60_000, Number(options.rest) * 60_000];
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
    const samples = [];
    const started = performance.now();
    const now = () => performance.now() - started;
    const sampling = setInterval(() => {
      if (!daemon.isDead()) samples.push({ at: now(), ...factsOf(daemon.child.pid) });
    }, sampleMs);
    const isOver = () => now() >= workMs || daemon.isDead();
    const reader = new Reader(world, world.random.fork());
    await Promise.all([world.work(isOver, 4), reader.work(isOver)]);
    for (const one of [...world.disks, ...world.pens]) if (!one.isPlugged) world.plug(one);
    await sleep(restMs);
    clearInterval(sampling);
    if (daemon.isDead()) world.seen.push(`the program ended by itself:\n${daemon.output().slice(-2000)}`);
    printCurve(samples, workMs);
    console.log([...world.answers].map(([what, n]) => `${n} × ${what}`).join('; '));
    const isFine = judge(samples, workMs);
    for (const one of world.seen) console.log(`fault: ${one}`);
    if (!isFine || world.seen.length > 0) process.exitCode = 1;
  } finally {
    await world.remove();
    api.close();
  }
}

if (!mayMount()) console.log('Only root on Linux may mount: the soak is left out.');
else if (!(await leftToNamespace())) await main();
