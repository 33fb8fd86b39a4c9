/** Pages of an Ogg file (RFC 3533, section 6). */
import { asciiAt, type FileBytes, viewOf } from './file-bytes.js';

export interface OggStreams {
  /** Codec of the first stream, as music-metadata names it in lower case; undefined for other codecs. */
  codec: 'vorbis i' | 'opus' | undefined;
  /** Hertz, the unit of `samples`; 0 for other codecs. */
  sampleRate: number;
  /** Several parallel streams, such as audio and video. */
  multiplexed: boolean;
  /** End of the audio in samples, minus the pre-skip of Opus. */
  samples: number;
}

interface Page {
  length: number;
  isFirst: boolean;
  granule: bigint;
  body: number;
}

const headerBytes = 27;
const windowBytes = 256 * 1024;
/** A page has at most 65,307 bytes, so the last whole page of a truncated file begins within two of them. */
const reach = 4 * 1024 * 1024;

/** Reads the length from the last whole page; music-metadata would read all pages. */
export async function oggStreams(bytes: FileBytes, start: number): Promise<OggStreams> {
  const first = await pageAt(bytes, start);
  if (first === undefined) return { codec: undefined, sampleRate: 0, multiplexed: false, samples: 0 };
  const second = await pageAt(bytes, start + first.length);
  const { preSkip, ...identity } = identityOf(await bytes.read(start + first.body, 16));
  const samples = Number((await lastGranule(bytes, start)) ?? 0n) - preSkip;
  return { ...identity, multiplexed: second?.isFirst === true, samples: Math.max(0, samples) };
}

/** Vorbis I, 4.2.2; RFC 7845, 5.1. */
function identityOf(head: Uint8Array): Pick<OggStreams, 'codec' | 'sampleRate'> & { preSkip: number } {
  const view = viewOf(head);
  if (head.length === 16 && asciiAt(head, 0, 7) === '\x01vorbis')
    return { codec: 'vorbis i', sampleRate: view.getUint32(12, true), preSkip: 0 };
  if (head.length === 16 && asciiAt(head, 0, 8) === 'OpusHead')
    return { codec: 'opus', sampleRate: 48_000, preSkip: view.getUint16(10, true) };
  return { codec: undefined, sampleRate: 0, preSkip: 0 };
}

async function pageAt(bytes: FileBytes, at: number): Promise<Page | undefined> {
  const head = await bytes.read(at, headerBytes + 255);
  const segments = head[26];
  if (asciiAt(head, 0, 5) !== 'OggS\0' || segments === undefined) return undefined;
  const body = headerBytes + segments;
  const length = head.subarray(headerBytes, body).reduce((sum, part) => sum + part, body);
  const view = viewOf(head);
  return { length, body, isFirst: ((head[5] ?? 0) & 2) !== 0, granule: view.getBigInt64(6, true) };
}

/** Reports whether a whole page is the last one in the file. */
export async function endsInPage(bytes: FileBytes): Promise<boolean> {
  const base = Math.max(0, bytes.size - 2 * windowBytes);
  const found = await bytes.read(base, bytes.size - base);
  const at = Buffer.from(found.buffer, found.byteOffset, found.length).lastIndexOf('OggS', undefined, 'latin1');
  const page = at === -1 ? undefined : await pageAt(bytes, base + at);
  return page !== undefined && base + at + page.length <= bytes.size;
}

/** Skips granule −1, which marks a page on which no packet ends. */
async function lastGranule(bytes: FileBytes, start: number): Promise<bigint | undefined> {
  const from = Math.max(start, bytes.size - reach);
  for (let end = bytes.size; end > from; end -= windowBytes) {
    const base = Math.max(from, end - windowBytes);
    const found = await bytes.read(base, end - base + 3);
    const view = Buffer.from(found.buffer, found.byteOffset, found.length);
    for (
      let at = view.lastIndexOf('OggS', undefined, 'latin1');
      at !== -1;
      at = at === 0 ? -1 : view.lastIndexOf('OggS', at - 1, 'latin1')
    ) {
      const page = await pageAt(bytes, base + at);
      if (page !== undefined && base + at + page.length <= bytes.size && page.granule >= 0n) return page.granule;
    }
  }
  return undefined;
}
