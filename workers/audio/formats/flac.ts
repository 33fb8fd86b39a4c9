/** Metadata blocks and frame headers of FLAC (RFC 9639, sections 8 and 9). */
import { type FileBytes, viewOf } from './file-bytes.js';

export interface FlacStream {
  /** Samples per channel according to the header; 0 if unknown. */
  samples: number;
  /** Hertz. */
  sampleRate: number;
  /** Samples per frame, if all frames have the same number. */
  blockSize: number;
  /** Offset of the first frame. */
  frames: number;
  /** The first four bytes of its header. */
  first: Uint8Array;
}

const mostBlocks = 10_000;
/** The last frame begins within this many bytes from the end. */
const reach = 4 << 20;

/** Returns undefined if no frame follows the metadata blocks. `start` is the offset of `fLaC`. */
export async function flacStream(bytes: FileBytes, start: number): Promise<FlacStream | undefined> {
  const info = await bytes.read(start + 8, 18);
  if (info.length < 18) return undefined;
  const view = viewOf(info);
  const [sampleRate, blockSize] = [view.getUint32(10) >>> 12, view.getUint16(0)];
  const samples = (view.getUint8(13) & 15) * 2 ** 32 + view.getUint32(14);
  const frames = await behindBlocks(bytes, start + 4);
  const first = (await bytes.read(frames, 4)).slice();
  if (first.length < 4 || viewOf(first).getUint16(0) >> 1 !== 0xfff8 >> 1) return undefined;
  return { samples, sampleRate, blockSize, frames, first };
}

async function behindBlocks(bytes: FileBytes, from: number): Promise<number> {
  let at = from;
  for (let count = 0; count < mostBlocks; count++) {
    const head = await bytes.read(at, 4);
    if (head.length < 4) return bytes.size;
    const word = viewOf(head).getUint32(0);
    at += 4 + (word & 0xff_ffff);
    if (word >>> 31 === 1) break;
  }
  return at;
}

/** Counts samples up to the end of the last frame, for streams whose header lacks the number. */
export async function countFlacSamples(bytes: FileBytes, stream: FlacStream): Promise<number> {
  const base = Math.max(stream.frames, bytes.size - reach);
  const tail = await bytes.read(base, bytes.size - base);
  for (let at = tail.lastIndexOf(0xff); at >= 0; at = at === 0 ? -1 : tail.lastIndexOf(0xff, at - 1)) {
    const end = frameEnd(tail.subarray(at, at + 20), stream);
    if (end !== undefined) return end;
  }
  return 0;
}

/** The last frame of most streams begins within this many bytes from the end. */
const nearReach = 256 * 1024;

/** Reports whether the stream has all samples that its header claims; true if it does not say how many. */
export async function endsAtLastSample(bytes: FileBytes, start: number): Promise<boolean> {
  const stream = await flacStream(bytes, start);
  // Without a frame, the file ends in its metadata, or is no FLAC.
  if (stream === undefined) return (await behindBlocks(bytes, start + 4)) < bytes.size;
  if (stream.samples === 0) return true;
  for (const near of [nearReach, reach]) {
    const base = Math.max(stream.frames, bytes.size - near);
    const tail = await bytes.read(base, bytes.size - base);
    for (let at = tail.indexOf(0xff); at !== -1; at = tail.indexOf(0xff, at + 1))
      if ((frameEnd(tail.subarray(at, at + 20), stream) ?? 0) >= stream.samples) return true;
  }
  return false;
}

/** The bits of a header that no encoder changes: sync code, sample rate, sample size. */
const constantBits = [0xff, 0xff, 0x0f, 0x0f];

/**
 * Returns the position after the frame with this header; undefined if it is no valid header. Sound looks like a header
 * with its checksum once in about 10 MB, so the header must agree with the first one, too.
 */
function frameEnd(head: Uint8Array, { first, blockSize }: FlacStream): number | undefined {
  const [, kind = 0, sizes = 0, , lead = 0] = head;
  const agrees = constantBits.every((bits, at) => ((head[at] ?? 0) & bits) === ((first[at] ?? 0) & bits));
  if (!agrees || head.length < 16) return undefined;
  const more = lead < 0x80 ? 0 : Math.clz32(~(lead << 24)) - 1;
  if (lead >= 0x80 && (more < 1 || more > 6)) return undefined;
  let position = more === 0 ? lead : lead & (0x3f >> more);
  for (let byte = 0; byte < more; byte++) position = position * 64 + ((head[5 + byte] ?? 0) & 0x3f);
  let at = 5 + more;
  const code = sizes >> 4;
  const byte = (offset: number): number => head[at + offset] ?? 0;
  const size =
    code === 1
      ? 192
      : code < 6
        ? 576 << (code - 2)
        : code === 6
          ? byte(0) + 1
          : code === 7
            ? byte(0) * 256 + byte(1) + 1
            : 256 << (code - 8);
  at += code === 6 ? 1 : code === 7 ? 2 : 0;
  at += [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 2, 0][sizes & 15] ?? 0;
  if (code === 0 || crc8(head.subarray(0, at)) !== head[at]) return undefined;
  // Streams with a fixed block size count frames, others samples.
  return (kind & 1) === 1 ? position + size : position * blockSize + size;
}

/** Polynomial x⁸ + x² + x + 1. */
function crc8(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x80) === 0 ? crc << 1 : ((crc << 1) ^ 0x07) & 0xff;
  }
  return crc;
}
