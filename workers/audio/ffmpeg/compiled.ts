/** The ffmpeg that comes with the package, compiled once for all threads that use it at the same time. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** A `WebAssembly.Module`, whose type only the DOM library declares. Threads share its code. */
export type CompiledFfmpeg = object;
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<CompiledFfmpeg> };

/** Milliseconds without a user after which the module is released: its code takes some 100 MB. */
const idleTime = 10_000;

let compiled: Promise<CompiledFfmpeg> | undefined;
let timer: NodeJS.Timeout | undefined;

async function compile(): Promise<CompiledFfmpeg> {
  return WebAssembly.compile(await readFile(createRequire(import.meta.url).resolve('@ffmpeg/core/wasm')));
}

/** Compiles the module, or returns the one that is in use. Rejects if its file cannot be read. */
export function compiledFfmpeg(): Promise<CompiledFfmpeg> {
  clearTimeout(timer);
  if (compiled === undefined) {
    const own = compile();
    compiled = own;
    own.catch(() => {
      if (compiled === own) compiled = undefined;
    });
  }
  const asked = compiled;
  const rest = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => (compiled = undefined), idleTime).unref();
  };
  // The idle time begins when the module is ready: a slow disk can take longer than that to read it.
  asked.then(rest, rest);
  return asked;
}
