/** Watches a folder as the user who runs this, and prints each wake and log line; run by watch-folder.test.ts. */
import { watchFolder } from '../../../dist/daemon/reconcile/watch-folder.js';
import { silentLog, systemClock } from '../../../dist/workers/base/ports.js';

const say = (what) => process.stdout.write(`${JSON.stringify(what)}\n`);
await watchFolder(process.argv[2] ?? '', {
  unwatched: { note() {} },
  wake: (names) => say({ woken: [...names] }),
  sweep: () => undefined,
  clock: systemClock,
  log: { ...silentLog, info: (info) => say({ info }) },
});
