/**
 * A worker thread with the embedded ffmpeg (WebAssembly). Its memory is a sandbox. It sees the two files of a job as
 * `/source` and `/target` and accesses them in pieces, so that no file needs to fit into memory.
 */
import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { messageOf, systemCodeOf } from '../../base/errors.js';
import { loadCore, type FileNode } from './core.js';
import type { AudioFormat } from './pen-formats.js';
import { inputArguments, outputArguments } from './pen-formats.js';
import { giveWay } from '../../base/async/give-way.js';

giveWay();

export interface ThreadJob {
  source: string;
  /** A descriptor; all threads of the process share it. */
  output: number;
  format: AudioFormat;
}

export type ThreadAnswer =
  | { kind: 'line'; text: string }
  | { kind: 'done'; code: number }
  | { kind: 'failed'; message: string; code: string | undefined };

/** Arguments of a stream operation after the stream itself. */
type Piece = [memory: Int8Array, offset: number, length: number, position: number];

interface Stream {
  position: number;
}

/** WASI numbers of EIO and ENOSPC. */
const ioError = 29;
const noSpace = 51;

const answer = (message: ThreadAnswer): void => parentPort?.postMessage(message);

const end = await run(workerData as ThreadJob).catch((error: unknown): ThreadAnswer => ({
  kind: 'failed',
  message: messageOf(error),
  code: systemCodeOf(error),
}));
answer(end);

async function run({ source, output, format }: ThreadJob): Promise<ThreadAnswer> {
  const input = openSync(source, 'r');
  try {
    const core = await loadCore();
    core.setLogger(({ message }) => answer({ kind: 'line', text: message }));
    let failure: Error | undefined;
    const guarded = <Result>(code: number, act: () => Result): Result => {
      try {
        return act();
      } catch (error) {
        failure ??= error instanceof Error ? error : new Error(String(error));
        throw new core.FS.ErrnoError(systemCodeOf(error) === 'ENOSPC' ? noSpace : code);
      }
    };
    const show = (path: string, size: number, operations: FileNode['stream_ops']): FileNode => {
      core.FS.create(path);
      const { node } = core.FS.lookupPath(path);
      node.usedBytes = size;
      node.stream_ops = { ...node.stream_ops, ...operations };
      return node;
    };
    show('/source', fstatSync(input).size, {
      read: (_: Stream, ...piece: Piece) => guarded(ioError, () => readSync(input, ...piece)),
    });
    const target = show('/target', 0, {
      write: (_: Stream, ...[memory, offset, length, position]: Piece) =>
        guarded(ioError, () => {
          for (let done = 0; done < length;)
            done += writeSync(output, memory, offset + done, length - done, position + done);
          target.usedBytes = Math.max(target.usedBytes, position + length);
          return length;
        }),
    });
    const code = core.exec(
      '-hide_banner',
      ...inputArguments,
      '-i',
      'file:/source',
      ...outputArguments[format],
      'file:/target',
    );
    if (failure !== undefined) throw failure;
    return { kind: 'done', code };
  } finally {
    closeSync(input);
  }
}
