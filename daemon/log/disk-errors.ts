/** Explains errors of a disk that is full or read-only: which folder, and what to do. */
import { dirname } from 'node:path';
import { isDiskFull, messageOf, systemCodeOf, TonstiftError } from '../../workers/base/errors.js';

const full = (folder: string): string =>
  `The disk of ${folder} is full. Delete files on it, or empty its trash. Then try again.`;

const sentences: Readonly<Record<string, (folder: string) => string>> = {
  ENOSPC: full,
  EDQUOT: (folder) => `Your quota on the disk of ${folder} is used up. Delete files there. Then try again.`,
  EROFS: (folder) => `Cannot write to ${folder}: its disk is read-only. Make it writable, or use another folder.`,
};

/** Returns the message of any error. */
export function explained(error: unknown): string {
  const { path, dest } = Object(error) as { path?: unknown; dest?: unknown };
  const sentence = sentences[systemCodeOf(error) ?? ''];
  // A path that does not name the written file, such as the source of a copy, or `/proc/self/fd/20/x`.
  const isKnown = dest === undefined && typeof path === 'string' && /^\/(?!proc\/)/.test(path);
  return sentence === undefined || !isKnown ? messageOf(error) : sentence(dirname(path));
}

/** Names the library's folder if its disk is full. Other errors stay as they are. */
export const namingLibrary = (error: unknown, library: string): unknown =>
  isDiskFull(error) && !(error instanceof TonstiftError)
    ? new TonstiftError('no_space', full(library), {}, { cause: error })
    : error;
