/** Reads byte ranges of files; each file is open only while it is read. */
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

/** A stretch of a source that fits into one buffer. */
export interface Chunk {
  /** Position among all chunks, from 0. */
  readonly index: number;
  readonly source: number;
  /** Offset in the source's file. */
  readonly from: number;
  readonly length: number;
  /** Offset in the concatenation of all sources. */
  readonly to: number;
}

export function* chunksOf(sources: readonly MediaSource[], chunkBytes: number): Generator<Chunk, void, void> {
  let index = 0;
  let to = 0;
  for (const [source, { start, end }] of sources.entries()) {
    for (let from = start; from < end; from += chunkBytes) {
      const length = Math.min(chunkBytes, end - from);
      yield { index, source, from, length, to };
      index += 1;
      to += length;
    }
  }
}

const opened = ({ root, path }: MediaSource): Promise<FileHandle> =>
  root === undefined ? open(path) : inFolderOf({ root, path }, (folder, name) => openItself(folder.at(name)));

export interface SourceReader {
  /**
   * Fills the start of the buffer with a chunk.
   * @throws TonstiftError `build_failed` if the file cannot be read or is shorter than its range
   */
  read(chunk: Chunk, buffer: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

export function sourceReader(sources: readonly MediaSource[]): SourceReader {
  const files = new Map<number, { handle: Promise<FileHandle>; left: number }>();

  async function read(chunk: Chunk, buffer: Uint8Array): Promise<void> {
    const source = sources[chunk.source] as MediaSource;
    let file = files.get(chunk.source);
    if (file === undefined) {
      file = { handle: opened(source), left: lengthOf(source) };
      files.set(chunk.source, file);
    }
    try {
      const handle = await file.handle;
      const done = await readFully(handle, buffer.subarray(0, chunk.length), chunk.from);
      if (done < chunk.length) {
        const sizes = { size: String(chunk.from + done), wanted: String(source.end) };
        throw new TonstiftError('build_failed', say('error.source_short', { path: source.path, ...sizes }));
      }
      file.left -= chunk.length;
      if (file.left > 0) return;
      files.delete(chunk.source);
      await handle.close();
    } catch (thrown) {
      if (thrown instanceof TonstiftError) throw thrown;
      throw new TonstiftError(
        'build_failed',
        say('error.source_unread', { path: source.path, why: messageOf(thrown) }),
        {},
        { cause: thrown },
      );
    }
  }

  async function close(): Promise<void> {
    const open = [...files.values()];
    files.clear();
    await Promise.allSettled(open.map(async ({ handle }) => (await handle).close()));
  }

  return { read, close };
}
