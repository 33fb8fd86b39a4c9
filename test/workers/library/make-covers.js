/**
 * Makes covers of all files it is given at once, and prints what came, how long it took and the most memory that the
 * process has had; run by cover.test.ts.
 */
import { readFileSync } from 'node:fs';
import { makeCoverOfFile } from '../../../dist/workers/library/cover.js';

const begun = performance.now();
const results = await Promise.all(
  process.argv.slice(2).map((path) =>
    makeCoverOfFile(path, 'picture').then(
      (jpeg) => ({ bytes: jpeg.length }),
      (error) => ({ reason: error.message }),
    ),
  ),
);
// Not what `resourceUsage` says: that counts from before the program was begun.
const [, kilobytes] = /^VmHWM:\s*(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
process.stdout.write(JSON.stringify({ results, ms: performance.now() - begun, megabytes: Number(kilobytes) / 1024 }));
process.exit();
