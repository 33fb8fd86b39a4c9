/** The cipher on its own buffers, with WebAssembly SIMD if the machine supports it, otherwise in JavaScript. */
import { scramble as scrambleInJs } from './cipher.js';
import { cipherWasm } from './cipher-wasm.js';

export interface CipherBuffers {
  readonly kind: 'simd' | 'js';
  /** Files are read directly into these buffers and written directly from them. */
  readonly buffers: readonly Uint8Array[];
  /**
   * Scrambles the first `length` bytes of a buffer in place.
   * @returns the sum of the scrambled bytes modulo 2³²
   */
  scramble(buffer: number, length: number, key: number): number;
}

/** The parts of the global that are used here; the types of Node and TypeScript lack them. */
declare const WebAssembly: {
  readonly Module: new (binary: Uint8Array) => WasmModule;
  readonly Memory: new (limits: { initial: number; maximum: number }) => { readonly buffer: ArrayBuffer };
  readonly Instance: new (
    module: WasmModule,
    imports: { env: { memory: object } },
  ) => {
    readonly exports: { scramble(at: number, length: number, key: number): number };
  };
};
interface WasmModule {
  readonly [Symbol.toStringTag]: string;
}

const pageBytes = 65_536;

/**
 * @param size of each buffer, a multiple of 64 KiB
 * @param forceJs disables WebAssembly
 */
export function cipherBuffers(count: number, size: number, forceJs = false): CipherBuffers {
  if (count < 1 || size < pageBytes || size % pageBytes !== 0) {
    throw new RangeError(`${count} buffers of ${size} bytes cannot be made of whole pages`);
  }
  const module = forceJs ? undefined : compiled();
  if (module === undefined) return jsBuffers(count, size);
  try {
    return simdBuffers(module, count, size);
  } catch {
    // A limit on address space (ulimit -v) leaves no room for the guard pages around the memory.
    return jsBuffers(count, size);
  }
}

let simdModule: WasmModule | null | undefined;

/** Returns undefined without WebAssembly SIMD (processors without SSE4.1, Node with --jitless). */
function compiled(): WasmModule | undefined {
  if (simdModule === undefined) {
    try {
      simdModule = new WebAssembly.Module(Buffer.from(cipherWasm, 'base64'));
    } catch {
      simdModule = null;
    }
  }
  return simdModule ?? undefined;
}

function simdBuffers(module: WasmModule, count: number, size: number): CipherBuffers {
  const pages = (count * size) / pageBytes;
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  const buffers = Array.from({ length: count }, (_, i) => new Uint8Array(memory.buffer, i * size, size));
  return {
    kind: 'simd',
    buffers,
    scramble(buffer, length, key) {
      checkLength(length, size);
      return exports.scramble(buffer * size, length, key) >>> 0;
    },
  };
}

function jsBuffers(count: number, size: number): CipherBuffers {
  const buffers = Array.from({ length: count }, () => new Uint8Array(size));
  return {
    kind: 'js',
    buffers,
    scramble(buffer, length, key) {
      checkLength(length, size);
      return scrambleInJs((buffers[buffer] as Uint8Array).subarray(0, length), key);
    },
  };
}

/** The module trusts its arguments: past a buffer's end it would scramble the next buffer. */
function checkLength(length: number, size: number): void {
  if (!Number.isInteger(length) || length < 0 || length > size)
    throw new RangeError(`${length} bytes do not fit into a buffer of ${size}`);
}
