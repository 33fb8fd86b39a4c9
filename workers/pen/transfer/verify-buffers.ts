/**
 * Two buffers on page boundaries, as O_DIRECT wants them:
 * Node's own lie anywhere, the memory of WebAssembly begins on one.
 */

/** Bytes of one buffer. */
export const chunkBytes = 1024 * 1024;

/** The part of the global that is used here; the types of Node and of the language leave it out. */
declare const WebAssembly:
  | { readonly Memory: new (limits: { initial: number; maximum: number }) => { readonly buffer: ArrayBuffer } }
  | undefined;

/** Kept from file to file: such memories are garbage that the collector is slow to see. */
let spare: ArrayBuffer | undefined;

/** Twice `chunkBytes`; anywhere where the machine has no WebAssembly (Node with --jitless). */
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
