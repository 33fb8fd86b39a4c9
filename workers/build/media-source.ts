/** Reads byte ranges of files, one after the other. */
import { say } from '../base/language/sentence.js';
import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';
import { messageOf, TonstiftError } from '../base/errors.js';
import { readFully } from '../base/files/open-file.js';
import { inFolderOf, openItself } from '../base/files/seen-file.js';

/** Bytes `start` up to, but not including, `end` of a file. */
export interface MediaSource {
  readonly path: string;
  /** A parent folder below which no link is followed; undefined for the program's own files. */
  readonly root?: string;
  readonly start: number;
  readonly end: number;
}

export const lengthOf = (source: MediaSource): number => source.end - source.start;

const opened = ({ root, path }: MediaSource): Promise<FileHandle> =>
  root === undefined ? open(path) : inFolderOf({ root, path }, (folder, name) => openItself(folder.at(name)));

const pieceBytes = 1024 * 1024;

/**
 * Yields the bytes of the sources in pieces of at most 1 MiB. All pieces share one buffer: each is valid until the next
 * one is requested. Each file is open only while it is read.
 * @throws TonstiftError `build_failed` if a file cannot be read or is shorter than its range
 */
export async function* piecesOf(sources: readonly MediaSource[]): AsyncGenerator<Uint8Array, void, void> {
  const buffer = new Uint8Array(pieceBytes);
  for (const source of sources) {
    const { path, end } = source;
    try {
      const file = await opened(source);
      try {
        for (let at = source.start; at < end; at += pieceBytes) {
          const piece = buffer.subarray(0, Math.min(pieceBytes, end - at));
          const done = await readFully(file, piece, at);
          if (done < piece.length) {
            const sizes = { size: String(at + done), wanted: String(end) };
            throw new TonstiftError('build_failed', say('error.source_short', { path, ...sizes }));
          }
          yield piece;
        }
      } finally {
        // A file system that is gone refuses this, too. What the reading said counts.
        await file.close().catch(() => undefined);
      }
    } catch (thrown) {
      if (thrown instanceof TonstiftError) throw thrown;
      const why = messageOf(thrown);
      throw new TonstiftError('build_failed', say('error.source_unread', { path, why }), {}, { cause: thrown });
    }
  }
}
