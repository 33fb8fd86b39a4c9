/** Whether a container holds sound at all, or is a header with nothing behind it. */
import { asciiAt, type FileBytes } from './file-bytes.js';
import { iffContent } from './iff.js';
import type { Kind } from './kind.js';

const most = 10_000;

/** Where `ogg` answers true, its duration tells. `start` is the offset of the container in the file. */
export async function hasSound(bytes: FileBytes, kind: Exclude<Kind, 'mpeg'>, start: number): Promise<boolean> {
  switch (kind) {
    case 'mp4': return mp4Sound(bytes, start);
    case 'asf': return asfSound(bytes, start);
    case 'flac': return flacSound(bytes, start);
    case 'riff': return (await iffContent(bytes, true)).soundBytes > 0;
    case 'aiff': return (await iffContent(bytes, false)).soundBytes > 0;
    case 'ogg': return true;
  }
}

/** An `mdat` box with content (ISO 14496-12, 8.1.1). */
async function mp4Sound(bytes: FileBytes, from: number): Promise<boolean> {
  let at = from;
  for (let count = 0; count < most && at + 8 < bytes.size; count++) {
    const head = await bytes.read(at, 16);
    const view = viewOf(head);
    const short = view.getUint32(0);
    const size = short === 1 && head.length === 16 ? Number(view.getBigUint64(8)) : short === 0 ? bytes.size - at : short;
    if (asciiAt(head, 4, 4) === 'mdat' && size > (short === 1 ? 16 : 8)) return true;
    if (size < 8) return false;
    at += size;
  }
  return false;
}

/** The data object follows the header object; 50 bytes of it come before the packets (ASF specification, 5.1). */
async function asfSound(bytes: FileBytes, from: number): Promise<boolean> {
  const head = await bytes.read(from, 30);
  return head.length === 30 && bytes.size > from + Number(viewOf(head).getBigUint64(16, true)) + 50;
}

/** A frame behind the metadata blocks begins with fourteen set bits and a zero (RFC 9639, 9.1). */
async function flacSound(bytes: FileBytes, from: number): Promise<boolean> {
  let at = from + 4;
  for (let count = 0; count < most; count++) {
    const head = await bytes.read(at, 4);
    if (head.length < 4) return false;
    const word = viewOf(head).getUint32(0);
    at += 4 + (word & 0xff_ffff);
    if (word >>> 31 === 1) break;
  }
  const frame = await bytes.read(at, 2);
  return frame.length === 2 && viewOf(frame).getUint16(0) >> 1 === 0xfff8 >> 1;
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
