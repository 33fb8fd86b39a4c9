import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { messageOf, systemCodeOf, TonstiftError } from '../../workers/errors.js';
import type { GmeSource } from '../../workers/gme/source.js';

/** Opens a GME file for reading piece by piece, and closes it afterwards. Throws TonstiftError `not_found`, and what `use` throws. */
export function withGmeFile<Result>(path: string, use: (source: GmeSource) => Result): Result {
  const descriptor = open(path);
  try {
    const facts = fstatSync(descriptor);
    if (!facts.isFile()) throw new TonstiftError('not_found', `${path} is not a file.`);
    return use({
      size: facts.size,
      read(offset, length) {
        const bytes = new Uint8Array(length);
        for (let done = 0; done < length;) {
          const count = readSync(descriptor, bytes, done, length - done, offset + done);
          if (count === 0) throw new TonstiftError('conflict', `${path} was cut off while it was read.`);
          done += count;
        }
        return bytes;
      },
    });
  } finally {
    closeSync(descriptor);
  }
}

function open(path: string): number {
  try {
    return openSync(path, 'r');
  } catch (error) {
    const why = systemCodeOf(error) === 'ENOENT' ? 'does not exist' : `cannot be opened (${messageOf(error)})`;
    throw new TonstiftError('not_found', `${path} ${why}.`, {}, { cause: error });
  }
}
