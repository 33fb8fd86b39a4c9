/** Two page-aligned buffers, as O_DIRECT requires. Node's own buffers are not aligned; the memory of WebAssembly is. */

/** Bytes per buffer. */
export const chunkBytes = 1024 * 1024;

/** The parts of the global that are used here; the types of Node and TypeScript lack them. */
declare const WebAssembly:
  | { readonly Memory: new (limits: { initial: number; maximum: number }) => { readonly buffer: ArrayBuffer } }
  | undefined;

/** Reused between files, because the garbage collector frees such memories late. */
let spare: ArrayBuffer | undefined;

/** Returns twice `chunkBytes`; unaligned without WebAssembly (Node with --jitless). */
export function borrowPages(): ArrayBuffer {
  const pages = spare ?? allocate();
  spare = undefined;
  return pages;
}

export function giveBackPages(pages: ArrayBuffer): void {
  spare = pages;
}

function allocate(): ArrayBuffer {
  if (typeof WebAssembly === 'undefined') return new ArrayBuffer(2 * chunkBytes);
  const count = (2 * chunkBytes) / 65_536;
  return new WebAssembly.Memory({ initial: count, maximum: count }).buffer;
}
