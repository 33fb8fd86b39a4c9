/**
 * Streams media from disk to disk through the cipher. Several buffers are in use at once, so that reading, scrambling
 * and writing overlap. Memory does not grow with the media.
 */
import { say } from '../base/language/sentence.js';
import type { Hash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { TonstiftError } from '../base/errors.js';
import { earlySync, writeFully } from '../base/files/open-file.js';
import type { CipherBuffers } from '../gme/cipher-simd.js';
import { cipherBuffers } from '../gme/cipher-simd.js';
import type { MediaSource } from './media-source.js';
import { chunksOf, sourceReader } from './media-source.js';

export interface StreamOptions {
  readonly signal?: AbortSignal;
  /** Called after each write with its number of bytes. */
  readonly wrote?: (bytes: number) => void;
  /** Receives the scrambled bytes, in order. */
  readonly hash?: Hash;
  readonly tuning?: Tuning;
}

/** `benchmarks/build-gme.mjs` compares values. */
export interface Tuning {
  /** Bytes per buffer, a multiple of 64 KiB. */
  readonly chunkBytes: number;
  /** Number of buffers in use. */
  readonly lanes: number;
  /** The data is synced each time this many bytes were written; 0 syncs only at the end. */
  readonly syncBytes: number;
}

const defaultTuning: Tuning = { chunkBytes: 1024 * 1024, lanes: 4, syncBytes: 8 * 1024 * 1024 };

/** Target of the scrambled bytes: an open file and an offset. */
export interface Place {
  readonly file: FileHandle;
  readonly at: number;
}

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
  options: StreamOptions = {},
): Promise<number> {
  const { signal, wrote, hash, tuning = defaultTuning } = options;
  const chunks = chunksOf(sources, tuning.chunkBytes);
  const reader = sourceReader(sources);
  const cipher = borrowBuffers(tuning);
  const disk = earlySync(file, tuning.syncBytes);
  const turns = turnsInOrder();
  let sum = 0;

  async function lane(number: number): Promise<void> {
    const buffer = cipher.buffers[number] as Uint8Array;
    // Leaving this loop early, also by a throw, ends the generator and so the other lanes.
    for (const chunk of chunks) {
      const turn = turns.take();
      try {
        throwIfAborted(signal);
        const bytes = buffer.subarray(0, chunk.length);
        await reader.read(chunk, bytes);
        sum += cipher.scramble(number, chunk.length, key);
        const hashed = turn.come.then(() => {
          hash?.update(bytes);
          turn.end();
        });
        await Promise.all([writeFully(file, bytes, at + chunk.to), hashed]);
      } finally {
        turn.end();
      }
      disk.wrote(chunk.length);
      wrote?.(chunk.length);
    }
  }

  const results = await Promise.allSettled(cipher.buffers.map((_, number) => lane(number)));
  const ends = await Promise.allSettled([reader.close(), disk.settled()]);
  giveBackBuffers(cipher);
  for (const result of [...results, ...ends]) if (result.status === 'rejected') throw result.reason;
  return sum % 2 ** 32;
}

/** Reused for the next file, because the garbage collector frees WebAssembly memories late. */
let spare: CipherBuffers | undefined;

function borrowBuffers({ chunkBytes, lanes }: Tuning): CipherBuffers {
  const first = spare?.buffers[0];
  const kept = spare;
  if (kept === undefined || kept.buffers.length !== lanes || first?.length !== chunkBytes)
    return cipherBuffers(lanes, chunkBytes);
  spare = undefined;
  return kept;
}

function giveBackBuffers(buffers: CipherBuffers): void {
  spare = buffers;
}

interface Turn {
  /** Resolves when all earlier turns have ended. */
  readonly come: Promise<void>;
  /** May be called twice. */
  readonly end: () => void;
}

/** Not a mutex: a lane takes its position before the read and waits for it afterwards. */
function turnsInOrder(): { take(): Turn } {
  let last = Promise.resolve();
  return {
    take() {
      const come = last;
      let end = (): void => undefined;
      last = new Promise((resolve) => (end = resolve));
      return { come, end };
    },
  };
}

/** @throws TonstiftError `aborted` */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true)
    throw new TonstiftError('aborted', say('error.making_stopped'), {}, { cause: signal.reason });
}
