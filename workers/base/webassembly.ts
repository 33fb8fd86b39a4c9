/**
 * The part of the WebAssembly global that is used with shared memory. The types of Node and of the language lack it.
 */
declare const WebAssembly: {
  readonly Module: new (binary: Uint8Array) => object;
  readonly Memory: new (limits: { initial: number; maximum: number; shared: true }) => SharedMemory;
  readonly Instance: new (module: object, imports: { env: { memory: SharedMemory } }) => { readonly exports: object };
};

export interface SharedMemory {
  readonly buffer: SharedArrayBuffer;
  /** @param pages number of pages of 64 KiB */
  grow(pages: number): number;
}

export const pageBytes = 65_536;

export const newSharedMemory = (initial: number, maximum: number): SharedMemory =>
  new WebAssembly.Memory({ initial, maximum, shared: true });

/** @param base64 the text that `compile-assembly-script.mjs` writes */
export const compileKernel = (base64: string): object => new WebAssembly.Module(Buffer.from(base64, 'base64'));

export const instantiateKernel = <Exports extends object>(module: object, memory: SharedMemory): Exports =>
  new WebAssembly.Instance(module, { env: { memory } }).exports as Exports;
