/**
 * A worker thread with the embedded ffmpeg (WebAssembly). Its memory is a sandbox. It sees the files of a job as
 * `/source`, `/target0`, `/target1` … and accesses them in pieces, so that no file needs to fit into memory.
 */
import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { serveThread, type ServedCall } from '../../base/async/serve-thread.js';
import { systemCodeOf } from '../../base/errors.js';
import { loadCore, type FileNode } from './core.js';
import type { FfmpegJob } from './program.js';
import { inputArguments } from './pen-formats.js';
import { giveWay } from '../../base/async/give-way.js';

giveWay();

/** Arguments of a stream operation after the stream itself. */
type Piece = [memory: Int8Array, offset: number, length: number, position: number];

interface Stream {
  position: number;
}

/** WASI numbers of EIO and ENOSPC. */
const ioError = 29;
const noSpace = 51;

/** All threads of the process share the descriptors of the outputs. @returns the exit code */
export async function run(
  { source, outputs }: Pick<FfmpegJob, 'source' | 'outputs'>,
  { report }: ServedCall<string>,
): Promise<number> {
  const input = openSync(source, 'r');
  try {
    const core = await loadCore();
    core.setLogger(({ message }) => void report(message));
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
    const targets = outputs.flatMap(({ descriptor, options }, n) => {
      const target = show(`/target${n}`, 0, {
        write: (_: Stream, ...[memory, offset, length, position]: Piece) =>
          guarded(ioError, () => {
            for (let done = 0; done < length;)
              done += writeSync(descriptor ?? -1, memory, offset + done, length - done, position + done);
            target.usedBytes = Math.max(target.usedBytes, position + length);
            return length;
          }),
      });
      return [...options, `file:/target${n}`];
    });
    const code = core.exec('-hide_banner', ...inputArguments, '-i', 'file:/source', ...targets);
    if (failure !== undefined) throw failure;
    return code;
  } finally {
    closeSync(input);
  }
}

serveThread({ run });
