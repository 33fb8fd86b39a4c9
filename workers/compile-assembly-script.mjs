/** Compiles `<name>.as.ts` to `<name>-wasm.ts` beside it: a text that holds the module. */
import { readFile, writeFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importFetched } from '../test/support/fetched.js';

const common = ['--runtime', 'stub', '-O3', '--noAssert', '--enable', 'simd', '--importMemory'];

/**
 * With `--check` on the command line it writes nothing, and the process ends with status 1 where the committed file is
 * not what the source gives.
 * @param script `import.meta.url` of the script that calls
 */
export async function compileBeside(script, name, options = []) {
  const source = await readFile(new URL(`${name}.as.ts`, script), 'utf8');
  const target = new URL(`${name}-wasm.ts`, script);
  const binary = await compile(name, source, [...common, ...options]);
  const lines =
    Buffer.from(binary)
      .toString('base64')
      .match(/.{1,100}/g) ?? [];
  const here = relative(fileURLToPath(new URL('..', import.meta.url)), fileURLToPath(script)).replaceAll('\\', '/');
  const text = [
    `/** Made from \`${name}.as.ts\` by \`node ${here}\`; do not edit. */`,
    `export const ${name}Wasm = [`,
    ...lines.map((line) => `  '${line}',`),
    "].join('');",
    '',
  ].join('\n');
  if (!process.argv.includes('--check')) return writeFile(target, text);
  if ((await readFile(target, 'utf8')) === text) return undefined;
  process.stderr.write(`${name}-wasm.ts is not what ${name}.as.ts compiles to\n`);
  process.exitCode = 1;
  return undefined;
}

/**
 * The compiler is fetched from npm on first use: it is 102 MB, and only those who change a source need it.
 * @returns {Promise<Uint8Array>} the WebAssembly module
 */
export async function compile(name, source, options) {
  /** @type {any} */
  const { default: asc } = await importFetched('assemblyscript', 'assemblyscript/dist/asc.js');
  let binary;
  const { error, stderr } = await asc.main([`${name}.ts`, '--outFile', `${name}.wasm`, ...options], {
    readFile: (file) => (file === `${name}.ts` ? source : null),
    writeFile: (file, contents) => {
      if (file.endsWith('.wasm')) binary = contents;
    },
    listFiles: () => [],
  });
  if (error !== null || binary === undefined) throw new Error(`${name}.as.ts does not compile: ${stderr.toString()}`);
  return binary;
}
