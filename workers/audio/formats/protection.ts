/** Recognizes copy protection (DRM) that only the shop's own program can open. */
import { boxesAt } from './boxes.js';
import { asciiAt, type FileBytes, viewOf } from './file-bytes.js';
import type { Content } from './kind.js';

/** Objects of an ASF header that encryption adds (ASF specification, 3.14 to 3.16), as stored. */
const encryption = ['fbb31122', '14e68a29', '33855843'];
const mostObjects = 1000;

/** Sample formats of protected audio: FairPlay, Common Encryption, Audible. */
const protectedFormats = /^(drms|enca|aavd)$/;

async function hasProtectedTrack(bytes: FileBytes, from: number): Promise<boolean> {
  for (const { start } of await boxesAt(bytes, [from, bytes.size], 'moov/trak/mdia/minf/stbl/stsd'))
    // Version, flags and count precede the first entry; its format follows its size.
    if (protectedFormats.test(asciiAt(await bytes.read(start + 12, 4), 0, 4))) return true;
  return false;
}

/** Reports whether the container itself marks its content as protected. */
export async function isProtected(bytes: FileBytes, { kind, start }: Content): Promise<boolean> {
  const head = await bytes.read(start, 30);
  // Audible's AA and AAX.
  if (kind === 'mpeg') return asciiAt(head, 4, 4) === '\x57\x90\x75\x36';
  if (kind === 'mp4') return /^aaxc?/.test(asciiAt(head, 8, 4)) || hasProtectedTrack(bytes, start);
  if (kind !== 'asf' || head.length < 30) return false;
  const end = start + Number(viewOf(head).getBigUint64(16, true));
  let at = start + 30;
  for (let count = 0; count < mostObjects && at + 24 <= end; count++) {
    const object = Buffer.from(await bytes.read(at, 24));
    if (object.length < 24) return false;
    if (encryption.includes(object.subarray(0, 4).toString('hex'))) return true;
    at += Math.max(24, Number(object.readBigUInt64LE(16)));
  }
  return false;
}
