/** Memory that threads share and WebAssembly can scan; plain shared memory where a machine has no WebAssembly SIMD. */
import { blockBytes } from './scan/geometry.js';
import { scanWasm } from './scan/scan-wasm.js';

/** The part of the global that is used here; the types of Node and of the language leave it out. */
declare const WebAssembly: {
  readonly Module: new (binary: Uint8Array) => WasmModule;
  readonly Memory: new (limits: { initial: number; maximum: number; shared: true }) => WasmMemory;
  readonly Instance: new (
    module: WasmModule,
    imports: { env: { memory: object } },
  ) => { readonly exports: ScanExports };
};
interface WasmModule {
  readonly [Symbol.toStringTag]: string;
}
interface WasmMemory {
  readonly buffer: SharedArrayBuffer;
  grow(pages: number): number;
}

/** See `scan.as.ts`. */
interface ScanExports {
  // oxlint-disable-next-line max-params -- WebAssembly takes numbers only
  estimate: (query: number, row: number, bytes: number, count: number, into: number) => void;
  square: (query: number, row: number, bytes: number) => number;
  // oxlint-disable-next-line max-params -- the same
  unpack: (
    copy: number,
    copyBytes: number,
    row: number,
    rowBytes: number,
    into: number,
    bytes: number,
    count: number,
  ) => void;
  // oxlint-disable-next-line max-params -- the same
  bounds: (
    query: number,
    scale: number,
    norm: number,
    error: number,
    row: number,
    bytes: number,
    count: number,
    reach: number,
    lower: number,
    upper: number,
    which: number,
  ) => number;
}

export interface SharedMemory {
  readonly buffer: SharedArrayBuffer;
  /** What threads get by message. */
  readonly handle: MemoryHandle;
  /** At most to `blockBytes`. What is new is zero, and takes no memory before it is written. */
  growTo(bytes: number): void;
}

export type MemoryHandle = { kind: 'wasm'; memory: object } | { kind: 'plain'; buffer: SharedArrayBuffer };

const pageBytes = 65_536;
type Growable = SharedArrayBuffer & { grow(bytes: number): void };
const GrowableBuffer = SharedArrayBuffer as unknown as new (
  bytes: number,
  options: { maxByteLength: number },
) => Growable;

export function newMemory(forcePlain = false): SharedMemory {
  if (!forcePlain && compiled() !== undefined) {
    try {
      const memory = new WebAssembly.Memory({ initial: 1, maximum: blockBytes / pageBytes, shared: true });
      return {
        get buffer() {
          return memory.buffer;
        },
        handle: { kind: 'wasm', memory },
        growTo: (bytes) =>
          void memory.grow(
            Math.max(0, Math.ceil((Math.min(bytes, blockBytes) - memory.buffer.byteLength) / pageBytes)),
          ),
      };
    } catch {
      // A limit on address space (ulimit -v) leaves no room for the guard pages around the memory.
    }
  }
  const buffer = new GrowableBuffer(pageBytes, { maxByteLength: blockBytes });
  return {
    buffer,
    handle: { kind: 'plain', buffer },
    growTo: (bytes) => buffer.grow(Math.max(buffer.byteLength, Math.min(bytes, blockBytes))),
  };
}

/** The scan on such a memory; undefined where it must be done in JavaScript. */
export function instantiate(handle: MemoryHandle): ScanExports | undefined {
  const module = handle.kind === 'wasm' ? compiled() : undefined;
  return module && new WebAssembly.Instance(module, { env: { memory: (handle as { memory: object }).memory } }).exports;
}

export function bufferOf(handle: MemoryHandle): SharedArrayBuffer {
  return handle.kind === 'wasm' ? (handle.memory as WasmMemory).buffer : handle.buffer;
}

let scanModule: WasmModule | null | undefined;

/** Undefined where the machine has no WebAssembly SIMD (processors without SSE4.1, Node with --jitless). */
function compiled(): WasmModule | undefined {
  if (scanModule === undefined) {
    try {
      scanModule = new WebAssembly.Module(Buffer.from(scanWasm, 'base64'));
    } catch {
      scanModule = null;
    }
  }
  return scanModule ?? undefined;
}
