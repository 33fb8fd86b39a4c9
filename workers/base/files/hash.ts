import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const highWaterMark = 256 * 1024;

/** SHA-256 of a whole file, hexadecimal. Throws the system's error, or AbortError. */
export const sha256OfFile = (path: string, signal?: AbortSignal): Promise<string> =>
  digest(createReadStream(path, { highWaterMark }), signal);

/** The same for an open file, which stays open. */
export const sha256OfOpen = (file: FileHandle, signal?: AbortSignal): Promise<string> =>
  digest(file.createReadStream({ highWaterMark, start: 0, autoClose: false }), signal);

async function digest(bytes: Readable, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(bytes, hash, { signal });
  return hash.digest('hex');
}
