/**
 * The ffmpeg that comes with the package, compiled once for all threads that use it at the time: 32 MB are read, and
 * what is compiled of it takes some 50 more.
 */
import { open } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { collectGarbage } from '../../base/async/garbage.js';

/** A module of WebAssembly, which the types of Node leave to those of browsers; threads share it. */
export type CompiledFfmpeg = object;
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<CompiledFfmpeg> };
/** Of ECMAScript 2024; Node has it from 20 on. */
interface Resizable extends ArrayBuffer {
  resize(length: number): void;
}
type MakeResizable = new (length: number, options: { maxByteLength: number }) => Resizable;

/** Milliseconds after which what nobody has asked for is compiled anew. */
const idleTime = 10_000;

let compiled: Promise<CompiledFfmpeg> | undefined;
let timer: NodeJS.Timeout | undefined;

/**
 * A function is compiled when it is called for the first time, and by the optimizing compiler at once: all of them by
 * the quick one take 65 MB, of which a conversion needs a fraction. For all of the process; read when it is compiled.
 */
async function compile(): Promise<CompiledFfmpeg> {
  for (const flag of ['--wasm-lazy-compilation', '--no-liftoff']) setFlagsFromString(flag);
  const bytes = await readWasm();
  // It takes a copy at once, which stays with what it compiles.
  const compiling = WebAssembly.compile(new Uint8Array(bytes));
  bytes.resize(0);
  return compiling;
}

/** Can be given back at once; what the collector has to find stays for a minute. */
async function readWasm(): Promise<Resizable> {
  const file = await open(createRequire(import.meta.url).resolve('@ffmpeg/core/wasm'));
  try {
    const { size } = await file.stat();
    const bytes = new (ArrayBuffer as unknown as MakeResizable)(size, { maxByteLength: size });
    const view = new Uint8Array(bytes);
    for (let at = 0, read = -1; at < size && read !== 0; at += read)
      read = (await file.read(view, at, size - at, at)).bytesRead;
    return bytes;
  } finally {
    await file.close();
  }
}

function forget(): void {
  compiled = undefined;
  // Nothing else tells the collector how much hangs on it.
  collectGarbage();
}

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
    timer = setTimeout(forget, idleTime).unref();
  };
  // From when it is there: a slow card takes as long to read it.
  asked.then(rest, rest);
  return asked;
}
