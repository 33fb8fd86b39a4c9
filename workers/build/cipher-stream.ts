/**
 * Media from disk to disk through the cipher. Several buffers are on their way at once, so that reading,
 * scrambling and writing overlap; memory does not grow with the media.
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
  /** Called with the count of bytes each time some were written. */
  readonly wrote?: (bytes: number) => void;
  /** Takes in the scrambled bytes, in order. */
  readonly hash?: Hash;
  readonly tuning?: Tuning;
}

/** `benchmarks/build-gme.mjs` compares values. */
export interface Tuning {
  /** Bytes of a buffer, a multiple of 64 KiB. */
  readonly chunkBytes: number;
  /** Buffers on their way. */
  readonly lanes: number;
  /** The disk is told to write each time so many more bytes are there; 0 leaves it all to the end. */
  readonly syncBytes: number;
}

const defaultTuning: Tuning = { chunkBytes: 1024 * 1024, lanes: 4, syncBytes: 8 * 1024 * 1024 };

/** Where the scrambled bytes go: into an open file, from an offset on. */
export interface Place {
  readonly file: FileHandle;
  readonly at: number;
}

/**
 * Scrambles the sources, one behind the other.
 * @returns the sum of the scrambled bytes modulo 2³²
 * @throws TonstiftError `aborted`; `build_failed` where a source cannot be read to its end; the system's error
 *   where the file cannot be written
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
    // Leaving this loop early, by a throw too, ends the generator, and with it the other lanes.
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

/** WebAssembly memories are garbage that the collector is slow to see, so the last one is kept for the next file. */
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

/** No mutex: a place in the line is taken before the read, and waited for after it. */
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
