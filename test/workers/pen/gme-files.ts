/** GME files as small as they can be: a header, and bytes that differ from file to file. */
import { createHash } from 'node:crypto';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RememberedFile, WantedFile } from '../../../workers/pen/types.js';

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The same for the same version. */
export function gmeBytes(oid: number, version: number, size = 4000): Buffer {
  const bytes = Buffer.alloc(size);
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, Math.floor(size / 4));
  for (let n = 0, state = (oid * 1000 + version) >>> 0; n < words.length; n++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    words[n] = state;
  }
  bytes.fill(0, 0, Math.min(0x200, size));
  bytes.writeUInt32LE(0x238b, 0x08);
  bytes.writeUInt32LE(oid, 0x14);
  return bytes;
}

/** A file of the library, to be copied. */
export async function wantedIn(
  folder: string,
  oid: number,
  { version = 1, size = 4000, title = `Album ${oid}` } = {},
): Promise<WantedFile> {
  const bytes = gmeBytes(oid, version, size);
  const source = join(folder, `${oid}-${version}.source`);
  await mkdir(folder, { recursive: true });
  await writeFile(source, bytes);
  return { oid, title, source, size, sha256: sha256(bytes) };
}

/** A file on the pen, and what would be remembered of it. */
export async function putOnPen(folder: string, path: string, bytes: Uint8Array): Promise<RememberedFile> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), bytes);
  const { size, mtimeMs } = await stat(join(folder, path));
  return {
    path,
    oid: Buffer.from(bytes).readUInt32LE(0x14),
    size,
    mtimeMs: Math.round(mtimeMs),
    sha256: sha256(bytes),
  };
}
