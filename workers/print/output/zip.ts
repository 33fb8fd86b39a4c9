/** Files as one download. */
import { createReadStream } from 'node:fs';
import { Readable, type PassThrough } from 'node:stream';
import { ZipFile } from 'yazl';

/** Bytes, the path of a file, or bytes piece by piece. */
export type ZippedContent = Buffer | string | AsyncIterable<Uint8Array>;

export interface ZippedFile {
  name: string;
  content: ZippedContent;
}

function opened(content: ZippedContent): Readable {
  if (typeof content === 'string') return createReadStream(content);
  return Buffer.isBuffer(content) ? Readable.from([content]) : Readable.from(content, { objectMode: false });
}

/**
 * A ZIP that is packed while it is read; each file is opened when its turn comes. Where one fails the stream is
 * destroyed with that error; where the reader destroys the stream, what is open is closed.
 * @param modified what an unpacked file gives as its time
 */
export function zipOf(files: Iterable<ZippedFile>, modified: Date): Readable {
  const zip = new ZipFile();
  const out = zip.outputStream as PassThrough;
  let current: Readable | undefined;
  out.on('close', () => current?.destroy());
  // Without a listener of its own, a failure before anybody reads would end the process.
  out.on('error', () => undefined);
  zip.on('error', (error: Error) => out.destroy(error));
  for (const { name, content } of files) {
    // Packed though PDF and PNG hardly shrink: some unpackers take no plain entry whose length comes behind it.
    zip.addReadStreamLazy(name, { mtime: modified, mode: 0o100644, compress: true }, (give) => {
      if (out.destroyed) return;
      current = opened(content);
      current.once('error', (error) => out.destroy(error));
      give(null, current);
    });
  }
  zip.end();
  return out;
}
