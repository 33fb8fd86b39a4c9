/** Recognizes files whose end is missing: copies and downloads that are in progress, or were interrupted. */
import { boxesIn } from './formats/boxes.js';
import { asciiAt, type FileBytes, viewOf, withFileBytes } from './formats/file-bytes.js';
import { endsAtLastSample } from './formats/flac.js';
import { missingSound } from './formats/iff.js';
import { contentOf, headLength, type Kind, ofFfmpegAt } from './formats/kind.js';
import { missingFrames } from './formats/mpeg-stream.js';
import { endsInPage } from './formats/ogg.js';
import { rangeOf } from './formats/strip.js';

/** Zeros at the end of a file that was allocated at its full length. Only PCM has as many zeros in a row. */
const fewestZeros = 64 * 1024;
/** Bytes by which a header may be wrong because of tags and padding. */
const slack = 8192;

/**
 * Returns false if the file does not say how long it is.
 * @throws the system's error; TonstiftError `aborted`
 */
export function isCutOff(path: string, { signal }: { signal?: AbortSignal } = {}): Promise<boolean> {
  return withFileBytes(
    path,
    async (bytes) => {
      const { kind, start } = await contentOf(bytes);
      // The tag is longer than the file.
      if (start > bytes.size) return true;
      const head = (await bytes.read(start, headLength)).slice();
      const container = kind === 'mpeg' ? ofFfmpegAt(head) : undefined;
      if (asciiAt(head, 0, 4) === 'PK\x03\x04') return !(await hasZipEnd(bytes));
      if (kind === 'mp4' || container === 'QuickTime') return isCutOffMp4(bytes, start);
      if (container === 'Matroska or WebM') return isCutOffMatroska(bytes, start);
      if (container !== undefined) return false;
      if (kind === 'riff' || kind === 'aiff') return (await missingSound(bytes, start, kind === 'riff')) > slack;
      return (await endsWithZeros(bytes)) || (await byKind[kind](bytes, start));
    },
    signal,
  );
}

const byKind: Record<Exclude<Kind, 'mp4' | 'riff' | 'aiff'>, (bytes: FileBytes, start: number) => Promise<boolean>> = {
  async mpeg(bytes) {
    const { start, end } = await rangeOf(bytes);
    return (await missingFrames(bytes, start, end)) > slack;
  },
  ogg: async (bytes) => !(await endsInPage(bytes)),
  flac: async (bytes, start) => !(await endsAtLastSample(bytes, start)),
  /** The header object is followed by the data object (ASF specification, 5.1), whose size is 0 in a live stream. */
  async asf(bytes, start) {
    const data = start + sizeAt(await bytes.read(start, 24));
    return data + 24 > bytes.size || data + sizeAt(await bytes.read(data, 24)) > bytes.size + slack;
  },
};

const sizeAt = (object: Uint8Array): number => (object.length < 24 ? 0 : Number(viewOf(object).getBigUint64(16, true)));

async function endsWithZeros(bytes: FileBytes): Promise<boolean> {
  const from = Math.max(0, bytes.size - fewestZeros);
  return (await bytes.read(from, fewestZeros)).every((byte) => byte === 0);
}

const known = new Set(['moov', 'mdat', 'moof', 'free', 'skip', 'uuid', 'meta', 'udta', 'wide', 'mfra']);

/** The index of audio (`moov`) is before or behind the audio (`mdat`); both are needed. */
async function isCutOffMp4(bytes: FileBytes, from: number): Promise<boolean> {
  let hasIndex = false;
  let last = { type: '', start: from, end: from };
  for await (const box of boxesIn(bytes, from, bytes.size)) {
    hasIndex ||= box.type === 'moov';
    last = box;
  }
  if (!hasIndex) return true;
  // Foreign bytes at the end, such as a tag, look like a box with an unknown type.
  if (last.end > bytes.size) return known.has(last.type);
  return (last.type === 'mdat' || last.type === '\0\0\0\0') && (await endsWithZeros(bytes));
}

/** The EBML header is followed by the segment (RFC 9559). A live stream has a segment of unknown size: all ones. */
async function isCutOffMatroska(bytes: FileBytes, from: number): Promise<boolean> {
  const header = ebmlSize(await bytes.read(from + 4, 8));
  if (header === undefined) return false;
  const at = from + 4 + header.bytes + header.size;
  if (at + 12 > bytes.size) return true;
  const segment = ebmlSize(await bytes.read(at + 4, 8));
  if (segment === undefined) return endsWithZeros(bytes);
  return at + 4 + segment.bytes + segment.size > bytes.size || endsWithZeros(bytes);
}

/** The leading zero bits of the first byte give the number of further bytes. */
function ebmlSize(head: Uint8Array): { bytes: number; size: number } | undefined {
  const bytes = Math.clz32(head[0] ?? 0) - 23;
  if (bytes > 8 || head.length < bytes) return undefined;
  const digits = [(head[0] ?? 0) & (0xff >> bytes), ...head.subarray(1, bytes)];
  const size = digits.reduce((sum, byte) => sum * 256 + byte, 0);
  return size === 2 ** (7 * bytes) - 1 ? undefined : { bytes, size };
}

/** The record at the end of a ZIP is followed by a comment of at most 65,535 bytes. */
async function hasZipEnd(bytes: FileBytes): Promise<boolean> {
  const from = Math.max(0, bytes.size - 22 - 65_535);
  const tail = await bytes.read(from, bytes.size - from);
  return Buffer.from(tail.buffer, tail.byteOffset, tail.length).lastIndexOf('PK\x05\x06', undefined, 'latin1') !== -1;
}
