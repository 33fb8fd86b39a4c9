/**
 * Multipart bodies, streamed to disk by koa-body. What is set here against its defaults has reasons:
 * - Part headers are read as bytes and decoded once whole: decoded by chunks, an umlaut in a file name breaks
 *   where a chunk ends.
 * - A part is a file where it has a file name, whatever type it claims; a text part is read as bytes too, whatever
 *   encoding it claims (an unknown one throws inside the parser, past every handler).
 * - Files are counted and opened here: the parser leaks a descriptor when its own count says stop.
 */
import { join } from 'node:path';
import type { ExtendedFormidableOptions, KoaBodyMiddlewareOptions } from 'koa-body';
import { GatheredFile } from './gathered-file.js';

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
  /** What a part had wrong: the body is read to its end all the same. */
  problems: { tooManyFiles: boolean; badName: string | null | undefined };
  /** Ends every write, finished or not. The files are named 1, 2, 3 … in the order they were sent. */
  close(): Promise<void>;
}

/**
 * One char a byte → text: UTF-8, or Latin-1 where it is none (old clients). Not Windows-1252: pages in UTF-8 are sent
 * back in UTF-8, so only a program's quotes and dashes are lost by it, and its table is the workers'.
 */
export function decoded(bytes: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(bytes, 'latin1'));
  } catch {
    return bytes;
  }
}

/** A part that is read as bytes, whatever it claims, and has no name that objects are born with. */
function readAsBytes(
  part: Part & { transferEncoding?: string },
  problems: Pick<PartReader['problems'], 'badName'>,
): Part {
  const name = part.name === null ? '' : decoded(part.name);
  const isBad = name === '' || name in {};
  if (isBad) problems.badName = name === '' ? null : name;
  part.name = isBad ? 'refused' : name;
  if (part.originalFilename === null) {
    part.mimetype = null;
    part.transferEncoding = 'latin1';
  } else {
    part.originalFilename = decoded(part.originalFilename);
    part.mimetype ??= 'application/octet-stream';
  }
  return part;
}

/** Resolves when the stream is closed, whether or not all is written. */
const ended = (stream: GatheredFile): Promise<void> =>
  new Promise((done) => {
    if (stream.closed) return done();
    stream
      .once('close', done)
      .on('error', () => undefined)
      .destroy();
  });

/** @param folder an empty one for the files of this body alone */
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
      if (part.originalFilename === '') return false; // a file input with nothing chosen
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
    /** Names of parts that are files: what is in them is dropped as it comes. */
    files: Set<string>;
  };
}

/** For a body that may have fields only: it needs no folder. */
export function fieldReader({ fields, fieldBytes }: Pick<PartLimits, 'fields' | 'fieldBytes'>): FieldReader {
  const problems: FieldReader['problems'] = { badName: undefined, files: new Set() };
  const options: ExtendedFormidableOptions = {
    encoding: 'binary',
    maxFields: fields,
    maxFieldsSize: fieldBytes,
    onPart(part, handle) {
      const read = readAsBytes(part, problems);
      if (read.originalFilename === null) return handle(read);
      // An empty name: a file input with nothing chosen.
      if (read.originalFilename !== '') problems.files.add(read.name ?? '');
    },
  };
  return { options, problems };
}
