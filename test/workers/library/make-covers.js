/**
 * Makes covers of all files it is given at once, and prints what came, how long it took, the most memory that the
 * process has had and whether it loaded ffmpeg; run by cover.slow.test.ts.
 */
import { readFileSync } from 'node:fs';

/** @type {{ compile: (bytes: Uint8Array) => Promise<object> }} */
const wasm = Reflect.get(globalThis, 'WebAssembly');
const { compile } = wasm;
let usesFfmpeg = false;
wasm.compile = (bytes) => {
  usesFfmpeg = true;
  return compile(bytes);
};
const { makeCoverOfFile } = await import('../../../dist/workers/library/cover.js');

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
const megabytes = Number(kilobytes) / 1024;
process.stdout.write(JSON.stringify({ results, ms: performance.now() - begun, megabytes, usesFfmpeg }));
process.exit();
