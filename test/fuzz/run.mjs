/**
 * Gives changed copies of the kept files to every reader of strangers' bytes in the real program, and watches it: no
 * silence of /healthz over a second, no end, no answer 500, at most 1,500 MB, nothing left in a temporary folder. What
 * fails is written to a folder. Exits with 1 if anything has failed. Runs on `dist`; Linux only.
 *
 *   node test/fuzz/run.mjs [--minutes 10] [--seed 7] [--only json,gme] [--faults DIR]
 *   node test/fuzz/run.mjs --replay FILE   the same input again, alone
 *   node test/fuzz/run.mjs --corpus        the kept files, unchanged
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { randomOf } from '../../benchmarks/chaos/random.mjs';
import { startGround } from './ground.mjs';
import { mutated } from './mutate.mjs';
import { readers, seedsOf } from './readers.mjs';

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1e6) },
    only: { type: 'string', default: Object.keys(readers).join() },
    faults: { type: 'string', default: 'fuzz-faults' },
    replay: { type: 'string' },
    corpus: { type: 'boolean', default: false },
  },
});

/** Inputs for one home. */
const perHome = 1000;

/** @typedef {import('./ground.mjs').Ground} Ground */
/** @typedef {import('./mutate.mjs').Input & {reader: string, seed: number}} Given */

/** Gives one input. @param {Ground} ground @param {Given} given @returns {Promise<string[]>} its faults */
async function give(ground, given) {
  const { status, body } = await readers[given.reader].give(ground, given);
  if (status !== 0 && status !== 500) return [];
  return [`${status === 0 ? 'no answer' : 'the answer is 500'}: ${JSON.stringify(body ?? '').slice(0, 300)}`];
}

/** Gives one input alone. @param {Given} given */
async function alone(given) {
  const ground = await startGround();
  const faults = await give(ground, given);
  await sleep(1500);
  faults.push(...ground.faults(), ...errorsIn(ground));
  return [...faults, ...(await ground.end())];
}

const unexpected =
  /\b(TypeError|RangeError|ReferenceError|SyntaxError|unhandled '?(rejection|exception|error))\b|UnhandledPromise/i;

/** Returns unexpected errors in the log. @param {Ground} ground */
const errorsIn = ({ daemon }) =>
  daemon
    .output()
    .split('\n')
    .filter((line) => unexpected.test(line));

/** Gives changed inputs to one home until it has had enough, or fails. */
async function round(random, until, counts) {
  const ground = await startGround();
  const begun = Date.now();
  /** @type {Given[]} */
  const all = [];
  /** The inputs at work, by lane. @type {Map<string, Given>} */
  const atWork = new Map();
  /** @type {string[]} */
  const faults = [];
  const isOver = () => faults.length > 0 || all.length >= perHome || Date.now() > until;
  const names = options.only.split(',');
  const lanes = [...new Set(names.map((name) => readers[name].lane))];
  const work = lanes.map(async (lane) => {
    const own = random.fork();
    const mine = names.filter((name) => readers[name].lane === lane);
    while (!isOver()) {
      const reader = own.pick(mine);
      const seed = own.below(1e9);
      const { tokens } = readers[reader];
      const given = { reader, seed, ...mutated({ random: randomOf(seed), seeds: seedsOf(reader), tokens }) };
      all.push(given);
      atWork.set(lane, given);
      counts[reader] = (counts[reader] ?? 0) + 1;
      const before = performance.now();
      faults.push(...(await give(ground, given)));
      const ms = performance.now() - before;
      if (ms > 20_000) console.log(`${keep(given)} took ${(ms / 1000).toFixed(1)} s`);
    }
  });
  const watching = (async () => {
    while (!isOver()) {
      await sleep(100);
      faults.push(...ground.faults(), ...errorsIn(ground));
    }
  })();
  await Promise.race([Promise.all([...work, watching]), failed(faults)]);
  const suspects = [...atWork.values()];
  const left = await ground.end();
  console.log(`${all.length} inputs in ${((Date.now() - begun) / 1000).toFixed(0)} s`);
  return { faults: [...faults, ...left], suspects: faults.length > 0 ? suspects : all };
}

/** Resolves when there are faults; inputs at work may never be answered then. */
async function failed(faults) {
  while (faults.length === 0) await sleep(100, undefined, { ref: false });
}

/** Writes an input. @param {Given} given @returns {string} its path */
function keep({ reader, seed, name, bytes }) {
  mkdirSync(options.faults, { recursive: true });
  const path = join(options.faults, `${reader}.${seed}.${name}`);
  writeFileSync(path, bytes);
  return path;
}

/** Writes the inputs, and gives each of a few again alone. */
async function report(faults, suspects) {
  console.log(`FAULT: ${faults.slice(0, 5).join('\n')}`);
  for (const given of suspects) {
    const path = keep(given);
    if (suspects.length > 10) continue;
    const again = await alone(given);
    console.log(`  ${path}: ${again.length === 0 ? 'no fault when given alone' : again.join('; ').slice(0, 1000)}`);
  }
}

async function fuzz() {
  const random = randomOf(Number(options.seed));
  const until = Date.now() + Number(options.minutes) * 60_000;
  /** @type {Record<string, number>} */
  const counts = {};
  let failures = 0;
  console.log(`seed ${options.seed}`);
  while (Date.now() < until) {
    const { faults, suspects } = await round(random.fork(), until, counts);
    if (faults.length === 0) continue;
    failures++;
    await report(faults, suspects);
  }
  for (const [reader, count] of Object.entries(counts))
    console.log(`  ${reader.padEnd(12)} ${String(count).padStart(7)}`);
  console.log(`${Object.values(counts).reduce((sum, one) => sum + one, 0)} inputs, ${failures} faults`);
  if (failures > 0) process.exitCode = 1;
}

async function replay(path) {
  const [first = '', seed = '', ...rest] = basename(path).split('.');
  const folder = basename(dirname(path));
  const isKept = folder in readers;
  const reader = isKept ? folder : first;
  const name = isKept ? basename(path) : rest.join('.');
  const faults = await alone({ reader, seed: Number(seed), name, bytes: readFileSync(path) });
  console.log(faults.length === 0 ? 'no fault' : faults.join('\n'));
  if (faults.length > 0) process.exitCode = 1;
}

/**
 * Gives every kept file, unchanged. Those that once found a fault (`fault-…`) may be refused; the others are accepted,
 * or get the status in their name (`patch.404.txt`).
 */
async function corpus() {
  const ground = await startGround();
  const faults = [];
  let count = 0;
  for (const reader of options.only.split(','))
    for (const input of seedsOf(reader)) {
      count++;
      const begun = performance.now();
      const { status, body } = await readers[reader].give(ground, input);
      console.log(`${reader}/${input.name}: ${status}, ${(performance.now() - begun).toFixed(0)} ms`);
      const mayRefuse = input.name.startsWith('fault-');
      const expected = /\.(\d{3})\.[^.]+$/.exec(input.name)?.[1];
      const isWrong = expected === undefined ? status >= 400 && !mayRefuse : status !== Number(expected);
      if (status === 0 || status === 500 || isWrong)
        faults.push(`${reader}/${input.name}: ${status} ${JSON.stringify(body)}`);
      const found = ground.faults().map((fault) => `${reader}/${input.name}: ${fault}`);
      // On a busy machine another process may have caused a silence.
      if (found.length > 0 && (await alone({ reader, seed: 0, ...input })).length > 0) faults.push(...found);
    }
  faults.push(...errorsIn(ground), ...(await ground.end()));
  console.log([...faults, `${count} files, ${faults.length} faults`].join('\n'));
  if (faults.length > 0) process.exitCode = 1;
}

if (options.replay !== undefined) await replay(options.replay);
else if (options.corpus) await corpus();
else await fuzz();
