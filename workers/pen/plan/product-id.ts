/** Identifies the album of a file on a pen. */
import { open } from 'node:fs/promises';
import { readFully } from '../../base/files/open-file.js';
import { gmeMagic } from '../../gme/header.js';

/** Bytes of a GME header. */
const headerSize = 0x200;

/**
 * Returns the product id of a header (u32 at 0x14); null if the magic number (u32 at 0x08) differs or the header is
 * truncated.
 */
function productIdOf(header: Uint8Array): number | null {
  if (header.length < headerSize) return null;
  const view = new DataView(header.buffer, header.byteOffset, headerSize);
  return view.getUint32(0x08, true) === gmeMagic ? view.getUint32(0x14, true) : null;
}

/** Reads it from a file. Throws the system's error. */
export async function readProductId(path: string): Promise<number | null> {
  await using file = await open(path, 'r');
  const header = Buffer.alloc(headerSize);
  return productIdOf(header.subarray(0, await readFully(file, header, 0)));
}
