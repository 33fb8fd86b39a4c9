/** mozjpeg as WebAssembly, compiled once for all threads that use it: what is compiled of it, 1 MB, stays. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** A module of WebAssembly, which the types of Node leave to those of browsers; threads share it. */
export type CompiledJpegWriter = object;
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<CompiledJpegWriter> };

let compiled: Promise<CompiledJpegWriter> | undefined;

async function compile(): Promise<CompiledJpegWriter> {
  const path = createRequire(import.meta.url).resolve('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm');
  return WebAssembly.compile(await readFile(path));
}

export function compiledJpegWriter(): Promise<CompiledJpegWriter> {
  compiled ??= compile().catch((error: unknown) => {
    compiled = undefined;
    throw error;
  });
  return compiled;
}
