/**
 * Compiles `scan.as.ts` to `scan-wasm.ts`. With `--check` it writes nothing and ends with status 1
 * where the committed file is not what the source gives.
 */
import { readFile, writeFile } from 'node:fs/promises';
import asc from 'assemblyscript/asc';

const source = await readFile(new URL('scan.as.ts', import.meta.url), 'utf8');
const target = new URL('scan-wasm.ts', import.meta.url);

let binary;
const { error, stderr } = await asc.main(
  [
    'scan.ts', '--outFile', 'scan.wasm', '--runtime', 'stub', '-O3', '--noAssert', '--enable', 'simd', '--enable', 'threads',
    '--importMemory', '--sharedMemory', '--initialMemory', '1', '--maximumMemory', '65536',
  ],
  {
    readFile: (name) => (name === 'scan.ts' ? source : null),
    writeFile: (name, contents) => {
      if (name.endsWith('.wasm')) binary = contents;
    },
    listFiles: () => [],
  },
);
if (error !== null || binary === undefined) throw new Error(`scan.as.ts does not compile: ${stderr.toString()}`);

const lines = Buffer.from(binary).toString('base64').match(/.{1,100}/g);
const text = [
  '/** Made from `scan.as.ts` by `node workers/vectors/local/compile-scan.mjs`; do not edit. */',
  'export const scanWasm = [',
  ...lines.map((line) => `  '${line}',`),
  "].join('');",
  '',
].join('\n');

if (!process.argv.includes('--check')) {
  await writeFile(target, text);
} else if ((await readFile(target, 'utf8')) !== text) {
  process.stderr.write('scan-wasm.ts is not what scan.as.ts compiles to\n');
  process.exitCode = 1;
}
