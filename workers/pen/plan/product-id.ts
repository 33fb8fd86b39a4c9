/** Which album a file on a pen is. */
import { open } from 'node:fs/promises';
import { readFully } from '../../base/files/open-file.js';
import { gmeMagic } from '../../gme/header.js';

/** Bytes of a GME header. */
const headerSize = 0x200;

/** The product id in a header (u32 at 0x14); null where the magic (u32 at 0x08) is another or the header is cut off. */
function productIdOf(header: Uint8Array): number | null {
  if (header.length < headerSize) return null;
  const view = new DataView(header.buffer, header.byteOffset, headerSize);
  return view.getUint32(0x08, true) === gmeMagic ? view.getUint32(0x14, true) : null;
}

/** Of a file. Throws the system's error. */
export async function readProductId(path: string): Promise<number | null> {
  const file = await open(path, 'r');
  try {
    const header = Buffer.alloc(headerSize);
    return productIdOf(header.subarray(0, await readFully(file, header, 0)));
  } finally {
    await file.close();
  }
}
