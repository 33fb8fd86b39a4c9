/** Walks the frames of an MP3 or ADTS stream to detect it and to measure its duration. */
import { asciiAt, type FileBytes, viewOf } from './file-bytes.js';
import { type FrameHeader, frameAt, headerBytes, sameStream } from './mpeg-frame.js';

export interface MpegStream {
  /** Header of the first frame. */
  header: FrameHeader;
  /** Offset of the first frame. */
  start: number;
  frames: number;
  durationMs: number;
}

/** This many consecutive frames are no coincidence: in noise, four occur once in 10¹⁹ bytes. */
const chainLength = 4;
/** Maximum length of a frame: an ADTS frame has 13 bits for its length, an MPEG frame is below 3,000 bytes. */
const longestFrame = 8192;
const windowBytes = 1 << 20;
/** Maximum bytes of foreign data before the first frame of an MP3 or AAC file. */
export const mostJunk = 128 * 1024;
/** A stream ends after this many damaged bytes. */
const mostDamage = 32 << 20;

/**
 * Returns the window that contains `position`. Windows begin at fixed offsets, so that stepping through a damaged
 * stretch reads the cached block and not the disk. They overlap by the length of a chain.
 */
async function windowAt(bytes: FileBytes, position: number, to: number): Promise<{ base: number; view: Uint8Array }> {
  const base = position - (position % windowBytes);
  return { base, view: await bytes.read(base, Math.min(windowBytes + longestFrame * chainLength, to - base)) };
}

/**
 * Finds several consecutive frames in `from … to` that start in the first `reach` bytes, and returns their offset;
 * undefined if there are none. A shorter chain counts if the stream ends with it.
 */
export async function findFrames(
  bytes: FileBytes,
  from: number,
  to: number,
  reach: number,
): Promise<number | undefined> {
  const last = Math.min(from + reach, to);
  let position = from;
  while (position < last) {
    const { base, view } = await windowAt(bytes, position, to);
    const stop = Math.min(windowBytes, last - base);
    for (let at = view.indexOf(0xff, position - base); at !== -1 && at < stop; at = view.indexOf(0xff, at + 1)) {
      if (beginsChain(view, at, base + view.length === to, base + at === from)) return base + at;
    }
    position = base + windowBytes;
  }
  return undefined;
}

/**
 * Accepts a single frame only if it is the whole stream, and two or three only if the file ends after or inside the
 * next one.
 */
function beginsChain(view: Uint8Array, start: number, endsWithView: boolean, isAll: boolean): boolean {
  const first = frameAt(view, start);
  if (first === undefined) return false;
  let at = start + first.bytes;
  for (let count = 1; count < chainLength; count++) {
    if (endsWithView && at === view.length) return isAll || count > 1;
    const next = frameAt(view, at);
    if (next === undefined || !sameStream(first, next)) return false;
    at += next.bytes;
    if (endsWithView && at > view.length) return count > 1;
  }
  return true;
}

/**
 * Counts the frames in `from … to` and skips damaged stretches.
 *
 * @returns undefined if no stream begins within `reach` bytes of `from`
 */
export async function walkFrames(
  bytes: FileBytes,
  from: number,
  to: number,
  reach: number,
): Promise<MpegStream | undefined> {
  const start = await findFrames(bytes, from, to, reach);
  if (start === undefined) return undefined;
  const first = frameAt(await bytes.read(start, headerBytes), 0);
  if (first === undefined) return undefined;
  let frames = (await isInfoFrame(bytes, start, first)) ? -1 : 0;
  let samples = frames * first.samples;
  let position: number | undefined = start;
  while (position !== undefined && position < to) {
    const { base, view }: { base: number; view: Uint8Array } = await windowAt(bytes, position, to);
    let at: number = position - base;
    let frame: FrameHeader | undefined = frameAt(view, at);
    while (frame !== undefined && sameStream(first, frame) && base + at + frame.bytes <= to && at < windowBytes) {
      frames += 1;
      samples += frame.samples;
      at += frame.bytes;
      frame = frameAt(view, at);
    }
    position = at >= windowBytes ? base + at : await findFrames(bytes, base + at + 1, to, mostDamage);
  }
  return { header: first, start, frames, durationMs: Math.round((samples * 1000) / first.sampleRate) };
}

/** A first frame with only a table of the stream (Xing, Info, VBRI) contains no audio. */
const isInfoFrame = async (bytes: FileBytes, start: number, frame: FrameHeader): Promise<boolean> =>
  (await tableIn(bytes, start, frame)) !== undefined;

/** Returns the number of bytes of the stream that the table in a frame says, 0 if it says none. */
async function tableIn(bytes: FileBytes, start: number, frame: FrameHeader): Promise<{ bytes: number } | undefined> {
  if (!frame.codec.endsWith('layer 3')) return undefined;
  const head = await bytes.read(start, 64);
  const view = viewOf(head);
  const sideInfo = frame.codec === 'mpeg 1 layer 3' ? (frame.channels === 1 ? 17 : 32) : frame.channels === 1 ? 9 : 17;
  const at = 4 + sideInfo;
  if (['Xing', 'Info'].includes(asciiAt(head, at, 4))) {
    const flags = head.length < 64 ? 0 : view.getUint32(at + 4);
    return { bytes: (flags & 2) === 0 ? 0 : view.getUint32(at + 8 + ((flags & 1) === 0 ? 0 : 4)) };
  }
  if (asciiAt(head, 36, 4) !== 'VBRI') return undefined;
  return { bytes: head.length < 64 ? 0 : view.getUint32(46) };
}

/** Returns how many bytes are missing in `from … to`, according to the table in the first frame; 0 without one. */
export async function missingFrames(bytes: FileBytes, from: number, to: number): Promise<number> {
  const start = await findFrames(bytes, from, to, mostJunk);
  const first = start === undefined ? undefined : frameAt(await bytes.read(start, headerBytes), 0);
  if (start === undefined || first === undefined) return 0;
  return start + ((await tableIn(bytes, start, first))?.bytes ?? 0) - to;
}
