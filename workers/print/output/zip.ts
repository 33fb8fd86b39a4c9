/** Packs files into one download. */
import { createReadStream } from 'node:fs';
import { Readable, type PassThrough } from 'node:stream';
import { ZipFile } from 'yazl';

/** Bytes, the path of a file, or bytes in pieces. */
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
 * Returns a ZIP that is packed while it is read. Each file is opened when it is needed. If one fails, the stream is
 * destroyed with that error; if the reader destroys the stream, the open file is closed.
 * @param modified modification time of the entries
 */
export function zipOf(files: Iterable<ZippedFile>, modified: Date): Readable {
  const zip = new ZipFile();
  const out = zip.outputStream as PassThrough;
  let current: Readable | undefined;
  out.on('close', () => current?.destroy());
  // Without this listener, a failure before anyone reads would end the process.
  out.on('error', () => undefined);
  zip.on('error', (error: Error) => out.destroy(error));
  for (const { name, content } of files) {
    // Compressed although PDF and PNG hardly shrink: some unpackers reject a stored entry whose length follows its
    // data.
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
