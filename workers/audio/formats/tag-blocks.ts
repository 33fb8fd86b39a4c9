/** Sizes of the tags before and after the frames of an MP3 file. */
import { asciiAt, type FileBytes, viewOf } from './file-bytes.js';

/**
 * Returns the claimed end of the tags at the head, which is past the end of the file if a size is wrong. `last` is the
 * start of the last tag.
 */
export async function headTags(bytes: FileBytes): Promise<{ last: number; end: number }> {
  let last = 0;
  let end = 0;
  for (;;) {
    const head = await bytes.read(end, apeBlock);
    const length = id3v2(head) || apeHeader(head);
    if (length === 0) return { last, end };
    last = end;
    end += length;
  }
}

/** Returns the start of the tags after the frames; the end of the file if there are none. */
export async function tailTags(bytes: FileBytes): Promise<number> {
  let end = bytes.size;
  for (let length = await tailTag(bytes, end); length > 0; length = await tailTag(bytes, end)) end -= length;
  return end;
}

/** Returns the length of the tag that ends before `end`, or 0. Never more than `end`. */
async function tailTag(bytes: FileBytes, end: number): Promise<number> {
  for (const tag of [id3v1, enhancedTag, apeFooter, lyrics2, lyrics1, id3v2Footer]) {
    const length = await tag(bytes, end);
    if (length > 0 && length <= end) return length;
  }
  return 0;
}

const id3Header = 10;
const apeBlock = 32;

/**
 * ID3v2: `ID3`, two version bytes below 0xff, flags, the size in four bytes of seven bits (id3.org, 2.4 section 3.1).
 */
function id3v2(head: Uint8Array): number {
  if (asciiAt(head, 0, 3) !== 'ID3' || head[3] === 0xff || head[4] === 0xff) return 0;
  const size = syncSafe(head, 6);
  if (size === undefined) return 0;
  const footer = ((head[5] ?? 0) & 0x10) === 0 ? 0 : id3Header;
  return id3Header + size + footer;
}

function syncSafe(bytes: Uint8Array, at: number): number | undefined {
  const parts = [...bytes.subarray(at, at + 4)];
  if (parts.length < 4 || parts.some((part) => part > 0x7f)) return undefined;
  return parts.reduce((sum, part) => sum * 128 + part, 0);
}

/** APEv2 at the head: the size of items and footer at 12; bit 29 of the flags at 20 marks a header. */
function apeHeader(head: Uint8Array): number {
  if (head.length < apeBlock || asciiAt(head, 0, 8) !== 'APETAGEX') return 0;
  const view = viewOf(head);
  const isHeader = (view.getUint32(20, true) & 0x2000_0000) !== 0;
  return isHeader ? apeBlock + view.getUint32(12, true) : 0;
}

async function id3v1(bytes: FileBytes, end: number): Promise<number> {
  return asciiAt(await before(bytes, end, 128), 0, 3) === 'TAG' ? 128 : 0;
}

/** The "enhanced tag" before an ID3v1 tag. */
async function enhancedTag(bytes: FileBytes, end: number): Promise<number> {
  return asciiAt(await before(bytes, end, 227), 0, 4) === 'TAG+' ? 227 : 0;
}

/** APEv1 and APEv2: the footer's size includes items and footer; bit 31 of the flags marks a header before them. */
async function apeFooter(bytes: FileBytes, end: number): Promise<number> {
  const foot = await before(bytes, end, apeBlock);
  if (foot.length < apeBlock || asciiAt(foot, 0, 8) !== 'APETAGEX') return 0;
  const view = viewOf(foot);
  const size = view.getUint32(12, true);
  const items = view.getUint32(16, true);
  const flags = view.getUint32(8, true) < 2000 ? 0 : view.getUint32(20, true);
  const header = (flags & 0x8000_0000) === 0 ? 0 : apeBlock;
  if (size < apeBlock || size + header > end) return apeBlock;
  // A wrong size would cut into the frames, so the items must fill it exactly.
  return (await itemsFill(bytes, end - size, end - apeBlock, items)) ? size + header : apeBlock;
}

/** Each item has the length of its value, flags, a key terminated by 0, and the value. */
async function itemsFill(bytes: FileBytes, from: number, to: number, items: number): Promise<boolean> {
  let at = from;
  for (let item = 0; item < items && at < to; item++) {
    const head = await bytes.read(at, 8 + 256);
    const key = head.indexOf(0, 8);
    if (key === -1) return false;
    at += key + 1 + viewOf(head).getUint32(0, true);
  }
  return at === to;
}

/** Lyrics3 v2: `LYRICSBEGIN`, fields, six digits with the size of both, `LYRICS200`. */
async function lyrics2(bytes: FileBytes, end: number): Promise<number> {
  const foot = asciiAt(await before(bytes, end, 15), 0, 15);
  const size = /^(\d{6})LYRICS200$/.exec(foot)?.[1];
  if (size === undefined) return 0;
  const length = Number(size) + 15;
  return length <= end && asciiAt(await bytes.read(end - length, 11), 0, 11) === 'LYRICSBEGIN' ? length : 0;
}

/** Lyrics3 v1: `LYRICSBEGIN`, at most 5,100 bytes, `LYRICSEND`. */
async function lyrics1(bytes: FileBytes, end: number): Promise<number> {
  if (asciiAt(await before(bytes, end, 9), 0, 9) !== 'LYRICSEND') return 0;
  const tail = await before(bytes, end, 11 + 5100 + 9);
  const begin = Buffer.from(tail.buffer, tail.byteOffset, tail.length).lastIndexOf('LYRICSBEGIN', undefined, 'latin1');
  return begin === -1 ? 0 : tail.length - begin;
}

/** ID3v2.4 after the frames: its footer is its header with `3DI` instead of `ID3`. */
async function id3v2Footer(bytes: FileBytes, end: number): Promise<number> {
  const foot = await before(bytes, end, id3Header);
  const size = asciiAt(foot, 0, 3) === '3DI' ? syncSafe(foot, 6) : undefined;
  if (size === undefined) return 0;
  const length = size + 2 * id3Header;
  return length <= end && asciiAt(await bytes.read(end - length, 3), 0, 3) === 'ID3' ? length : 0;
}

/** Returns the `length` bytes before `end`; empty if the file has fewer. */
const before = (bytes: FileBytes, end: number, length: number): Promise<Uint8Array> =>
  bytes.read(Math.max(0, end - length), Math.min(length, end));
