/** Reads GME files on disk, and extracts their media. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { messageOf, TonstiftError } from '../base/errors.js';
import type { Medium } from '../gme/read-media.js';
import { readGme } from '../gme/read.js';
import type { GmeSource } from '../gme/source.js';
import { malformed } from '../gme/source.js';
import { buildFile } from './build-file.js';
import { streamThroughCipher } from './cipher-stream.js';

export interface GmeFile extends GmeSource, Disposable {
  close(): void;
}

/**
 * Opens a file for `readGme` and similar readers. It stays open until `close`, or the end of a block with `using`.
 * @throws TonstiftError `not_found` if it cannot be opened or is not a file
 */
export function readGmeFile(path: string): GmeFile {
  const file = open(path);
  const facts = fstatSync(file);
  if (!facts.isFile()) {
    closeSync(file);
    throw new TonstiftError('not_found', `${path} is not a file.`);
  }
  const close = (): void => closeSync(file);
  return { ...openGme(file, facts.size), close, [Symbol.dispose]: close };
}

/**
 * Wraps an open file for `readGme` and similar readers.
 * @param file its descriptor
 * @param size bytes
 */
export const openGme = (file: number, size: number): GmeSource => ({
  size,
  read(offset, length) {
    const bytes = new Uint8Array(length);
    for (let done = 0; done < length;) {
      const count = readSync(file, bytes, done, length - done, offset + done);
      if (count === 0) throw malformed(`it ends at ${offset + done} bytes; it had ${size} when it was opened.`);
      done += count;
    }
    return bytes;
  },
});

function open(path: string): number {
  try {
    return openSync(path, 'r');
  } catch (thrown) {
    throw new TonstiftError('not_found', `${path} cannot be opened: ${messageOf(thrown)}`, {}, { cause: thrown });
  }
}

/**
 * Writes medium `index`, from 0, of a GME file to its own file.
 * @returns the medium's offset, length and kind
 * @throws TonstiftError `bad_field` if the file is malformed, has no such medium or its key is unknown; `no_space`,
 *   `build_failed`
 */
export async function extractMedia(path: string, index: number, target: string): Promise<Medium> {
  const { media, key } = parsed(path);
  const medium = media[index];
  if (medium === undefined) {
    const sentence = `${path} has no medium ${index}; it has ${media.length} media, counted from 0.`;
    throw new TonstiftError('bad_field', sentence, { index: sentence });
  }
  if (key === undefined) throw malformed(`no key makes a medium of ${path} start like a sound file.`);
  const range = { path, start: medium.offset, end: medium.offset + medium.length };
  await buildFile(target, (file) => streamThroughCipher([range], { file, at: 0 }, key));
  return medium;
}

function parsed(path: string): ReturnType<typeof readGme> {
  using file = readGmeFile(path);
  return readGme(file);
}
