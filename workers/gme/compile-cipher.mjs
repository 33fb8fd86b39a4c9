/**
 * Compiles `cipher.as.ts` to `cipher-wasm.ts`. With `--check` it writes nothing and ends with status 1
 * where the committed file is not what the source gives.
 */
import { readFile, writeFile } from 'node:fs/promises';
import asc from 'assemblyscript/asc';

const source = await readFile(new URL('cipher.as.ts', import.meta.url), 'utf8');
const target = new URL('cipher-wasm.ts', import.meta.url);

let binary;
const { error, stderr } = await asc.main(
  ['cipher.ts', '--outFile', 'cipher.wasm', '--runtime', 'stub', '--importMemory', '--enable', 'simd', '-O3', '--noAssert'],
  {
    readFile: (name) => (name === 'cipher.ts' ? source : null),
    writeFile: (name, contents) => {
      if (name.endsWith('.wasm')) binary = contents;
    },
    listFiles: () => [],
  },
);
if (error !== null || binary === undefined) throw new Error(`cipher.as.ts does not compile: ${stderr.toString()}`);

const lines = Buffer.from(binary).toString('base64').match(/.{1,100}/g);
const text = [
  '/** Made from `cipher.as.ts` by `node workers/gme/compile-cipher.mjs`; do not edit. */',
  'export const cipherWasm = [',
  ...lines.map((line) => `  '${line}',`),
  "].join('');",
  '',
].join('\n');

if (!process.argv.includes('--check')) {
  await writeFile(target, text);
} else if ((await readFile(target, 'utf8')) !== text) {
  process.stderr.write('cipher-wasm.ts is not what cipher.as.ts compiles to\n');
  process.exitCode = 1;
}
