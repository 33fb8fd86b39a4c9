/** As the public assembler makes them (docs/gme.md, "Two files to check against"). */
import { scramble, sumOf } from '../../../workers/gme/cipher.js';
import type { GmeParts } from '../../../workers/gme/write.js';
import type { GmeAlbum } from '../../../workers/gme/header.js';
import { gmeAround } from '../../../workers/gme/write.js';

export interface Golden {
  album: GmeAlbum;
  size: number;
  sha256: string;
}

export const goldens: readonly Golden[] = [
  {
    album: { productId: 920, language: 'GERMAN', date: '19700101', mode: 'music' },
    size: 12_469,
    sha256: '7ae0305ea0bedafc257235dcb267093dd9fd2923d8d671aca5d6c14c566c23ea',
  },
  {
    album: { productId: 921, language: 'GERMAN', date: '19700101', mode: 'tiptoi' },
    size: 12_465,
    sha256: '7356d8047828a3487848d71a13fb96ad3ee818f067094dac6ec2dacf167ed166',
  },
];

/** Medium number `i`, from 0. */
function goldenMedium(i: number): Uint8Array {
  const bytes = Uint8Array.from({ length: 1000 + 37 * i }, (_, j) => (j * 31 + i * 17 + (j >> 8) * 7 + 11) & 0xff);
  bytes.set(Buffer.from('OggS'));
  return bytes;
}

export const goldenMedia = (count: number): Uint8Array[] => Array.from({ length: count }, (_, i) => goldenMedium(i));

/** The whole file in memory. */
export function assemble(album: GmeAlbum, media: readonly Uint8Array[]): Uint8Array {
  return join(
    gmeAround(
      album,
      media.map((medium) => medium.length),
    ),
    media,
  );
}

export function join(parts: GmeParts, media: readonly Uint8Array[]): Uint8Array {
  const scrambled = media.map((medium) => {
    const copy = medium.slice();
    scramble(copy);
    return copy;
  });
  const body = Buffer.concat([parts.head, ...scrambled, parts.tail]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32LE(sumOf(body));
  return new Uint8Array(Buffer.concat([body, checksum])); // a plain array: slices of a Buffer share its memory
}
