/** Reads a matrix once with all cores: the lower bound for a search that reads each float. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { compile } from '../../workers/compile-assembly-script.mjs';

/** Four independent sums, so that the processor computes them in parallel. */
const source = `
export function read(from: usize, to: usize): i32 {
  let a = i64x2.splat(0), b = i64x2.splat(0), c = i64x2.splat(0), d = i64x2.splat(0);
  for (; from < to; from += 64) {
    a = v128.xor(a, v128.load(from));
    b = v128.xor(b, v128.load(from, 16));
    c = v128.xor(c, v128.load(from, 32));
    d = v128.xor(d, v128.load(from, 48));
  }
  return i32x4.extract_lane(v128.xor(v128.xor(a, b), v128.xor(c, d)), 0);
}`;

const thread = `
const { parentPort, workerData } = require('node:worker_threads');
const { memory, wasm } = workerData;
const { read } = new WebAssembly.Instance(new WebAssembly.Module(wasm), { env: { memory } }).exports;
parentPort.on('message', ([from, to]) => parentPort.postMessage(read(from, to)));
`;

/** @type {any} The types of Node leave it out. */
const { WebAssembly } = globalThis;

const flags = ['--runtime', 'stub', '-O3', '--noAssert', '--importMemory', '--enable', 'simd', '--enable', 'threads'];
const memoryFlags = ['--sharedMemory', '--initialMemory', '1', '--maximumMemory', '65536'];

/** @param bytes size of the matrix, a multiple of 64 */
export async function createReading(bytes) {
  const pages = Math.ceil(bytes / 65_536) + 1;
  const memory = new WebAssembly.Memory({ initial: pages, maximum: 65_536, shared: true });
  // Pages that were never written take no memory, and reading them would be too fast.
  new Uint8Array(memory.buffer).fill(7);
  const wasm = await compile('read', source, [...flags, ...memoryFlags]);
  const threads = Array.from(
    { length: availableParallelism() },
    () => new Worker(thread, { eval: true, workerData: { memory, wasm } }),
  );
  const part = (i) => 65_536 + Math.floor((bytes * i) / threads.length / 64) * 64;
  return {
    read: () =>
      Promise.all(
        threads.map(
          (worker, i) =>
            new Promise((resolve) => {
              worker.once('message', resolve);
              worker.postMessage([part(i), part(i + 1)]);
            }),
        ),
      ),
    close: () => Promise.all(threads.map((worker) => worker.terminate())),
  };
}
