/** A form (multipart/form-data) with one file, whose length is known before it is sent. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import type { DaemonRequest } from './daemon-client.js';

/** Reads the file while it is sent. @throws the system's error */
export async function fileForm(field: string, path: string): Promise<Pick<DaemonRequest, 'headers' | 'body'>> {
  const { size } = await stat(path);
  const boundary = `tonstift-${randomUUID()}`;
  const head = Buffer.from(
    `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${quoted(basename(path))}"\r\n` +
      'content-type: application/octet-stream\r\n\r\n',
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const bytes = async function* (): AsyncGenerator<Uint8Array> {
    yield head;
    let left = size;
    if (size > 0)
      for await (const piece of createReadStream(path, { end: size - 1 }) as AsyncIterable<Buffer>) {
        left -= piece.length;
        yield piece;
      }
    if (left > 0) throw new Error(`${path} has shrunk meanwhile`);
    yield tail;
  };
  const length = head.length + size + tail.length;
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, 'content-length': String(length) },
    body: bytes(),
  };
}

/** Escapes a name like browsers do (HTML, "Multipart form data"). */
const quoted = (name: string): string =>
  name.replace(/[\r\n"]/g, (letter) => ({ '\r': '%0D', '\n': '%0A', '"': '%22' })[letter] ?? letter);
