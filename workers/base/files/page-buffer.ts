/** Memory for what is read from files. */

/**
 * The C library begins a large block 16 bytes behind the beginning of a page. A copy from a page of a file into memory
 * that lies just behind the same place of another page takes twice as long on some processors (AMD's of 2023), so the
 * beginning of the next page is used.
 */
const toPage = 4096 - 16;

/** A buffer with any content, for large pieces of files. @param bytes some hundred thousand */
export const pageBuffer = (bytes: number): Buffer => Buffer.allocUnsafeSlow(toPage + bytes).subarray(toPage);
