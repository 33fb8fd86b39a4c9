/**
 * Kills processes with SIGKILL during single kinds of work, at random moments from a seeded generator: imports of
 * papers, embedding, restoring, GME files and takeovers. After each kill and a restart nothing acknowledged is lost, no
 * temporary file and no process is left, and the same work succeeds. Runs on `dist`; Linux only.
 *
 *   node benchmarks/chaos/works.mjs [--kills 300] [--seed 7] [--only inbox,takeover]
 */
import { parseArgs } from 'node:util';
import { randomOf } from './random.mjs';
import { Site } from './site.mjs';
import { works } from './work-kinds.mjs';

const { values: options } = parseArgs({
  options: {
    kills: { type: 'string', default: '300' },
    seed: { type: 'string', default: '7' },
    only: { type: 'string', default: Object.keys(works).join() },
  },
});

/** Kills in one home. */
const perHome = 16;

/** @type {Record<string, number>} */
const counts = {};
/** @type {string[]} */
const faults = [];
const names = options.only.split(',');
const random = randomOf(Number(options.seed));
const begun = performance.now();
let kills = 0;
let rounds = 0;

// A process may end before it is killed: such a round does not count.
while (kills < Number(options.kills) && rounds < 2 * Number(options.kills)) {
  const seed = random.below(1e9);
  const site = new Site(randomOf(seed));
  try {
    for (let n = 0; n < perHome && kills < Number(options.kills); n++) {
      const name = names[rounds++ % names.length];
      const before = site.kills;
      const found = await works[name](site).catch((error) => [String(error.stack)]);
      if (found.length === 0) await site.start();
      found.push(...(await site.faults().catch((error) => [String(error.stack)])));
      const isKilled = site.kills > before;
      kills += Number(isKilled);
      counts[name] = (counts[name] ?? 0) + Number(isKilled);
      const seconds = ((performance.now() - begun) / 1000).toFixed(0);
      console.log(`${kills}/${options.kills} ${name}, seed ${seed}, ${seconds} s${found.length > 0 ? ' FAULT' : ''}`);
      for (const one of found) console.log(`  ${one}`);
      faults.push(...found.map((one) => `${name}: ${one}`));
      if (found.length > 0) break;
    }
  } finally {
    await site.remove();
  }
}
console.log(`\n${kills} kills in ${((performance.now() - begun) / 1000).toFixed(0)} s`);
for (const [name, count] of Object.entries(counts)) console.log(`  ${name.padEnd(12)} ${String(count).padStart(5)}`);
console.log(`${faults.length} faults`);
if (faults.length > 0) process.exitCode = 1;
