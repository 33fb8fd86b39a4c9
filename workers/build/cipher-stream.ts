/** Streams media from disk to disk through the cipher. Memory does not grow with the media. */
import { say } from '../base/language/sentence.js';
import type { Hash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { TonstiftError } from '../base/errors.js';
import { earlySync, writeFully } from '../base/files/open-file.js';
import { scramble } from '../gme/cipher.js';
import { piecesOf, type MediaSource } from './media-source.js';

interface StreamOptions {
  readonly signal?: AbortSignal;
  /** Receives the scrambled bytes, in order. */
  readonly hash?: Hash;
}

/** Target of the scrambled bytes: an open file and an offset. */
export interface Place {
  readonly file: FileHandle;
  readonly at: number;
}

/** Bytes between two syncs. */
const syncBytes = 8 * 1024 * 1024;

/**
 * Scrambles the sources, one after the other.
 * @returns the sum of the scrambled bytes modulo 2³²
 * @throws TonstiftError `aborted`; `build_failed` if a source cannot be read to its end; the system's error if the file
 *   cannot be written
 */
export async function streamThroughCipher(
  sources: readonly MediaSource[],
  { file, at }: Place,
  key: number,
  { signal, hash }: StreamOptions = {},
): Promise<number> {
  const disk = earlySync(file, syncBytes);
  let [sum, end] = [0, at];
  try {
    for await (const piece of piecesOf(sources)) {
      throwIfAborted(signal);
      sum += scramble(piece, key);
      hash?.update(piece);
      await writeFully(file, piece, end);
      end += piece.length;
      disk.wrote(piece.length);
    }
  } finally {
    // A running sync must end before the file is closed.
    await Promise.allSettled([disk.settled()]);
  }
  await disk.settled();
  return sum % 2 ** 32;
}

/** @throws TonstiftError `aborted` */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true)
    throw new TonstiftError('aborted', say('error.making_stopped'), {}, { cause: signal.reason });
}
