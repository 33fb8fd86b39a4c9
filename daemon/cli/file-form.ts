/** A form (multipart/form-data) with files, whose length is known before it is sent. */
import { randomUUID } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { TonstiftError } from '../../workers/base/errors.js';
import { say } from '../../workers/base/language/sentence.js';
import type { DaemonRequest } from './daemon-client.js';

export interface SentFile {
  field: string;
  filename: string;
  /** Bytes. */
  size: number;
  open: () => Promise<FileHandle>;
}

/**
 * Reads the files one after the other while they are sent. The body throws TonstiftError `not_now` if one has become
 * shorter, and the system's error.
 */
export function fileForm(
  files: readonly SentFile[],
  texts: Readonly<Record<string, string>> = {},
): Pick<DaemonRequest, 'headers' | 'body'> {
  const boundary = `tonstift-${randomUUID()}`;
  const head = (field: string, more: string): Buffer =>
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${field}"${more}\r\n\r\n`);
  const end = Buffer.from('\r\n');
  const fields = Object.entries(texts).map(([name, text]) => Buffer.concat([head(name, ''), Buffer.from(text), end]));
  const parts = files.map((file) => ({
    ...file,
    head: head(file.field, `; filename="${quoted(file.filename)}"\r\ncontent-type: application/octet-stream`),
  }));
  const last = Buffer.from(`--${boundary}--\r\n`);
  const bytes = async function* (): AsyncGenerator<Uint8Array> {
    yield* fields;
    for (const part of parts) {
      yield part.head;
      yield* bytesOf(part);
      yield end;
    }
    yield last;
  };
  const length =
    fields.reduce((sum, field) => sum + field.length, last.length) +
    parts.reduce((sum, part) => sum + part.head.length + part.size + end.length, 0);
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, 'content-length': String(length) },
    body: bytes(),
  };
}

async function* bytesOf({ filename, size, open }: SentFile): AsyncGenerator<Uint8Array> {
  await using file = await open();
  let left = size;
  if (size > 0)
    for await (const piece of file.createReadStream({ end: size - 1, autoClose: false }) as AsyncIterable<Buffer>) {
      left -= piece.length;
      yield piece;
    }
  if (left > 0) throw new TonstiftError('not_now', say('error.still_changing', { name: filename }));
}

/** Escapes a name like browsers do (HTML, "Multipart form data"). */
const quoted = (name: string): string =>
  name.replace(/[\r\n"]/g, (letter) => ({ '\r': '%0D', '\n': '%0A', '"': '%22' })[letter] ?? letter);
