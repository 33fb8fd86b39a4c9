/**
 * Makes covers of all files it is given at once, and prints the results and whether ffmpeg was loaded. Run by
 * cover.slow.test.ts.
 */

/** @type {{ compile: (bytes: Uint8Array) => Promise<object> }} */
const wasm = Reflect.get(globalThis, 'WebAssembly');
const { compile } = wasm;
let usesFfmpeg = false;
wasm.compile = (bytes) => {
  usesFfmpeg = true;
  return compile(bytes);
};
const { makeCoverOfFile } = await import('../../../dist/workers/library/cover.js');

const results = await Promise.all(
  process.argv.slice(2).map((path) =>
    makeCoverOfFile(path, 'picture').then(
      (jpeg) => ({ bytes: jpeg.length }),
      (error) => ({ reason: error.message }),
    ),
  ),
);
process.stdout.write(JSON.stringify({ results, usesFfmpeg }));
process.exit();

export {};
