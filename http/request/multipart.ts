/**
 * Multipart bodies, streamed to disk by koa-body. The options differ from the defaults for these reasons:
 * - Part headers are read as bytes and decoded once. If each chunk were decoded, an umlaut in a file name would break
 *   at the end of a chunk.
 * - A part is a file if it has a file name, whatever type it claims. Text parts are read as bytes too, whatever
 *   encoding they claim: an unknown encoding throws inside the parser, where no handler catches it.
 * - Files are counted and opened here, because the parser leaks a file descriptor when it stops at its own limit.
 */
import { join } from 'node:path';
import type { ExtendedFormidableOptions, KoaBodyMiddlewareOptions } from 'koa-body';
import { GatheredFile } from './gathered-file.js';
import { utf8Of } from './utf8.js';

type Part = Parameters<NonNullable<ExtendedFormidableOptions['onPart']>>[0];

export interface PartLimits {
  /** Bytes of all files together. */
  fileBytes: number;
  files: number;
  fields: number;
  /** Bytes of all fields together. */
  fieldBytes: number;
}

export interface PartReader {
  options: KoaBodyMiddlewareOptions['formidable'];
  /** Problems of single parts. The body is still read to its end. */
  problems: { tooManyFiles: boolean; badName: string | null | undefined };
  /** Closes every file, finished or not. The files are named 1, 2, 3 … in the order in which they were sent. */
  close(): Promise<void>;
}

/**
 * Decodes text that has one char per byte as UTF-8, or as Latin-1 if it is not valid UTF-8 (old clients). Windows-1252
 * is not tried: browsers send forms of UTF-8 pages in UTF-8, so only quotes and dashes of old programs are lost, and
 * the table for it belongs to the workers.
 */
export const decoded = (bytes: string): string => utf8Of(bytes) ?? bytes;

/**
 * The file name in `filename*` (RFC 5987), which the parser does not read. .NET adds it to a name in the notation of
 * mails (`=?utf-8?B?…?=`), and old versions of Python's urllib3 send nothing else. As in other names, a backslash with
 * everything before it is removed.
 */
function extendedName(disposition = ''): string | undefined {
  const [, encoded = ''] = /;\s*filename\*=utf-8'[^']*'([^\s;]+)/i.exec(disposition) ?? [];
  try {
    return decodeURIComponent(encoded).replace(/^.*\\/s, '') || undefined;
  } catch {
    return undefined;
  }
}

/** Makes the parser read a part as bytes, whatever it claims. Rejects names of properties that every object has. */
function readAsBytes(
  part: Part & { transferEncoding?: string; headers?: Readonly<Record<string, string>> },
  problems: Pick<PartReader['problems'], 'badName'>,
): Part {
  const name = part.name === null ? '' : decoded(part.name);
  const isBad = name === '' || name in {};
  if (isBad) problems.badName = name === '' ? null : name;
  part.name = isBad ? 'refused' : name;
  const plain = part.originalFilename;
  part.originalFilename =
    extendedName(part.headers?.['content-disposition']) ?? (plain === null ? null : decoded(plain));
  if (part.originalFilename === null) {
    part.mimetype = null;
    part.transferEncoding = 'latin1';
  } else {
    part.mimetype ??= 'application/octet-stream';
  }
  return part;
}

/** Resolves when the stream is closed, even if not everything was written. */
const ended = (stream: GatheredFile): Promise<void> =>
  new Promise((done) => {
    if (stream.closed) return done();
    stream
      .once('close', done)
      .on('error', () => undefined)
      .destroy();
  });

/** @param folder an empty folder, used only for the files of this body */
export function partReader(folder: string, limits: PartLimits): PartReader {
  const problems: PartReader['problems'] = { tooManyFiles: false, badName: undefined };
  const streams: GatheredFile[] = [];
  let count = 0;
  let closed = false;

  const options: ExtendedFormidableOptions = {
    encoding: 'binary',
    allowEmptyFiles: true,
    minFileSize: 0,
    maxFileSize: limits.fileBytes,
    maxTotalFileSize: limits.fileBytes,
    maxFields: limits.fields,
    maxFieldsSize: limits.fieldBytes,
    uploadDir: folder,
    filename: () => String(count),
    filter(part) {
      if (part.originalFilename === '') return false; // a file input with no file chosen
      count += 1;
      problems.tooManyFiles ||= count > limits.files;
      return count <= limits.files;
    },
    fileWriteStreamHandler(file) {
      const { newFilename = 'late' } = (file ?? {}) as { newFilename?: string };
      const stream = new GatheredFile(join(folder, newFilename));
      streams.push(stream);
      if (closed) stream.destroy();
      return stream;
    },
    onPart: (part, handle) => handle(readAsBytes(part, problems)),
  };

  return {
    options,
    problems,
    async close() {
      closed = true;
      await Promise.all(streams.map(ended));
    },
  };
}

export interface FieldReader extends Pick<PartReader, 'options'> {
  problems: {
    badName: string | null | undefined;
    /** Names of parts that are files. Their content is discarded. */
    files: Set<string>;
  };
}

/** A reader for bodies that may have fields only. It needs no folder. */
export function fieldReader({ fields, fieldBytes }: Pick<PartLimits, 'fields' | 'fieldBytes'>): FieldReader {
  const problems: FieldReader['problems'] = { badName: undefined, files: new Set() };
  const options: ExtendedFormidableOptions = {
    encoding: 'binary',
    maxFields: fields,
    maxFieldsSize: fieldBytes,
    onPart(part, handle) {
      const read = readAsBytes(part, problems);
      if (read.originalFilename === null) return handle(read);
      // An empty name means a file input with no file chosen.
      if (read.originalFilename !== '') problems.files.add(read.name ?? '');
    },
  };
  return { options, problems };
}
