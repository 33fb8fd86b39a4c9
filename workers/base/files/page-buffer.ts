/** Buffers for reading files. */

/**
 * The C library starts a large block 16 bytes after the start of a page. A copy from a page of a file to memory at
 * nearly the same offset of another page takes twice as long on some processors (AMD's of 2023). So the buffer starts
 * at the next page.
 */
const toPage = 4096 - 16;

/** Returns a buffer with arbitrary content, for large parts of files. @param bytes some hundred thousand */
export const pageBuffer = (bytes: number): Buffer => Buffer.allocUnsafeSlow(toPage + bytes).subarray(toPage);
