/** Writes GME files: an album and its media, which are streamed through the cipher. */
import { createHash } from 'node:crypto';
import { writeFully } from '../base/files/open-file.js';
import { mediaKey, sumOf } from '../gme/cipher.js';
import type { GmeParts } from '../gme/write.js';
import type { GmeAlbum, ScriptedGme } from '../gme/header.js';
import { gmeAround, gmeAroundScripts } from '../gme/write.js';
import { buildFile } from './build-file.js';
import { streamThroughCipher, throwIfAborted } from './cipher-stream.js';
import type { MediaSource } from './media-source.js';
import { lengthOf } from './media-source.js';

export interface WrittenGme {
  /** Bytes. */
  readonly size: number;
  /** Sum of all preceding bytes modulo 2³²: the last four bytes of the file. */
  readonly checksum: number;
  /** Hash of the whole file, hexadecimal. */
  readonly sha256: string;
}

/**
 * Builds the file of an album, with one medium per track. On return it is on the disk; until then the target is
 * unchanged.
 * @throws TonstiftError `bad_field`, `too_large`, `aborted`, `no_space`, `build_failed`
 */
export async function writeGme(
  target: string,
  album: GmeAlbum,
  media: readonly MediaSource[],
  signal?: AbortSignal,
): Promise<WrittenGme> {
  return writeParts(target, gmeAround(album, media.map(lengthOf)), media, signal);
}

/** Same as `writeGme`, for any scripts. */
export async function writeScriptedGme(
  target: string,
  gme: ScriptedGme,
  media: readonly MediaSource[],
): Promise<WrittenGme> {
  return writeParts(target, gmeAroundScripts(gme, media.map(lengthOf)), media);
}

async function writeParts(
  target: string,
  { head, tail }: GmeParts,
  media: readonly MediaSource[],
  signal?: AbortSignal,
): Promise<WrittenGme> {
  const mediaBytes = media.reduce((sum, source) => sum + lengthOf(source), 0);
  const size = head.length + mediaBytes + tail.length + 4;
  throwIfAborted(signal);
  return buildFile(target, async (file) => {
    const hash = createHash('sha256').update(head);
    await writeFully(file, head, 0);
    const place = { file, at: head.length };
    const mediaSum = await streamThroughCipher(media, place, mediaKey, { signal, hash });
    const checksum = (sumOf(head) + mediaSum + sumOf(tail)) % 2 ** 32;
    const end = Buffer.alloc(tail.length + 4);
    end.set(tail);
    end.writeUInt32LE(checksum, tail.length);
    await writeFully(file, end, head.length + mediaBytes);
    throwIfAborted(signal);
    return { size, checksum, sha256: hash.update(end).digest('hex') };
  });
}
