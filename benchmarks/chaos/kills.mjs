/**
 * Kills the program with SIGKILL at random moments, many times, during random work from a seeded generator. After
 * each start, everything that was added and acknowledged must exist. Runs on `dist`; needs Linux and root, for real
 * mounts.
 *
 *   node benchmarks/chaos/kills.mjs [--kills 1000] [--seed 7] [--kills-each 40] [--patience 100]
 *     [--kinds lost,edits] [--keep]
 *
 * The kills are divided among homes, each with its own seed, which is printed with a fault:
 * `--kills 40 --seed <seed>` repeats the same work. `--keep` keeps the home of a fault, and the daemon's output.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { atAnyMoment, atRest, kinds, settle } from './check.mjs';
import { filesIn } from './digests.mjs';
import { leftToNamespace, mayMount } from './mounts.mjs';
import { randomOf } from './random.mjs';
import { World } from './world.mjs';

const { values: options } = parseArgs({
  options: {
    kills: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '7' },
    'kills-each': { type: 'string', default: '40' },
    // Seconds until unsettled work counts as a fault; some pauses take a minute.
    patience: { type: 'string', default: '100' },
    keep: { type: 'boolean', default: false },
    kinds: { type: 'string', default: kinds.join() },
  },
});

/** Kinds of faults that fail the run. */
const asked = kinds.filter((kind) => options.kinds.split(',').includes(kind));

/** @typedef {Partial<Record<import('./check.mjs').Kind, string[]>>} Faults */

/** Kills the program once or several times. @param {World} world */
async function killed(world, most) {
  const { random } = world;
  let kills = 0;
  do {
    const daemon = world.daemon.isDead() || kills > 0 ? world.start() : world.daemon;
    const inStart = kills > 0 && random.chance(0.6);
    const ms = inStart ? random.between(0, 900) : random.between(50, 1600);
    let over = false;
    if (!inStart) await daemon.url.catch(() => undefined);
    const working = world.work(() => over);
    await sleep(ms);
    if (daemon.isDead()) world.seen.push(`the program ended unexpectedly:\n${daemon.output().slice(-2000)}`);
    await daemon.end();
    over = true;
    await working;
    kills++;
  } while (kills < most && random.chance(0.7));
  return kills;
}

/** Starts the program, plugs everything in before or after the start, and waits until everything has settled. */
async function settled(world) {
  const { random } = world;
  const late = [...world.disks, ...world.pens].filter((one) => !one.isPlugged);
  const before = late.filter(() => random.chance(0.7));
  for (const one of before) world.plug(one);
  let isSlow = false;
  const started = performance.now();
  const daemon = world.start();
  await daemon.url;
  for (const one of late) world.plug(one);
  for (;;) {
    if (daemon.isDead()) return { faults: { answers: [`it ended unexpectedly:\n${daemon.output().slice(-2000)}`] } };
    /** @type {Faults} */
    const faults = await atRest(world).catch((error) => ({ unsettled: [String(error.stack)] }));
    const ms = performance.now() - started;
    if (asked.every((kind) => (faults[kind] ?? []).length === 0)) return { faults: null, ms };
    if (ms > 10_000 && !isSlow) {
      isSlow = true;
      const why = asked.flatMap((kind) => faults[kind] ?? []).join('; ');
      console.log(`not settled in 10 s, seed ${world.seed}: ${why.slice(0, 600)}`);
    }
    if (ms > Number(options.patience) * 1000 || (faults.answers ?? []).length > 0) return { faults, ms };
    await sleep(60);
  }
}

/** @type {World | null} */
let atWork = null;

/** Runs one home until its kills are done or a fault is found. */
async function campaign(seed, kills, tell) {
  const world = new World(seed);
  atWork = world;
  const none = /** @type {Faults | null} */ (null);
  const result = { seed, kills: 0, faults: none, settled: 0, slowest: 0, world };
  try {
    await world.makePens();
    world.start();
    await world.daemon.url;
    for (const pen of world.pens) pen.plug();
    while (result.kills < kills && result.faults === null) {
      result.kills += await killed(world, kills - result.kills);
      const now = atAnyMoment(world);
      if (now.lost.length + now.pens.length > 0) result.faults = now;
      if (result.faults !== null) break;
      const { faults, ms = 0 } = await settled(world);
      result.faults = faults;
      result.settled = Math.round(ms);
      result.slowest = Math.max(result.slowest, ms);
      if (faults === null) settle(world);
      tell(result);
    }
  } finally {
    const keep = options.keep && result.faults !== null;
    if (keep) writeFileSync(join(world.folder, 'daemon.log'), world.daemon.output());
    if (keep) writeFileSync(join(world.folder, 'tree.txt'), filesIn(world.folder).join('\n'));
    if (keep) console.log(`kept: ${world.folder} (its mounts go with this process)`);
    await world.remove({ keep });
  }
  return result;
}

function print(results, started) {
  const sum = (of) => results.reduce((total, one) => total + of(one), 0);
  const kills = sum((one) => one.kills);
  const seconds = (performance.now() - started) / 1000;
  const count = (name) => sum(({ world }) => world.promises.counts[name]);
  console.log(`\n${kills} kills in ${seconds.toFixed(0)} s (one per ${(seconds / kills).toFixed(1)} s)`);
  for (const name of ['files', 'uploads', 'edits', 'deletes', 'moves'])
    console.log(`  ${name.padEnd(10)} ${String(count(name)).padStart(7)} given or acknowledged`);
  for (const kind of kinds)
    console.log(`  ${kind.padEnd(10)} ${String(sum(({ faults }) => faults?.[kind]?.length ?? 0)).padStart(7)} faults`);
  console.log(`  slowest to settle: ${(Math.max(...results.map((one) => one.slowest)) / 1000).toFixed(1)} s`);
  for (const { seed, kills: after, faults } of results.filter((one) => one.faults !== null)) {
    console.log(`\nseed ${seed}, after ${after} kills:`);
    for (const kind of kinds) for (const one of faults[kind] ?? []) console.log(`  ${kind}: ${one}`);
  }
  return results.every(({ faults }) => faults === null);
}

async function main() {
  const [kills, seed, each] = [options.kills, options.seed, options['kills-each']].map(Number);
  const seeds = randomOf(seed);
  const started = performance.now();
  const results = [];
  for (let left = kills, next = seed; left > 0; next = seeds.below(1e9)) {
    const before = kills - left;
    const tell = (one) => {
      const seconds = ((performance.now() - started) / 1000).toFixed(0);
      console.log(`${before + one.kills}/${kills} kills, seed ${one.seed}, ${seconds} s; settled in ${one.settled} ms`);
    };
    const result = await campaign(next, Math.min(each, left), tell);
    results.push(result);
    left -= Math.max(1, result.kills);
    if (result.faults !== null)
      console.log(`fault, seed ${result.seed}: ${JSON.stringify(result.faults).slice(0, 600)}`);
  }
  if (!print(results, started)) process.exitCode = 1;
}

if (!mayMount()) console.log('Only root on Linux may mount: the kills are skipped.');
else if (!(await leftToNamespace())) {
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.on(signal, () => void (atWork?.remove() ?? Promise.resolve()).finally(() => process.exit(130)));
  await main();
}
