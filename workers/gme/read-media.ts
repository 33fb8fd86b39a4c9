/** The media table, and the key of its media. */
import { cipherTable, mediaKey, rawMediaKey } from './cipher.js';
import type { CheckedFile } from './source.js';
import { hex, malformed } from './source.js';

export type MediumKind = 'ogg' | 'wav' | 'flac' | 'mp3' | 'unknown';

export interface Medium {
  /** Offset in the file. */
  readonly offset: number;
  /** Bytes. */
  readonly length: number;
  /** Detected from its first bytes. */
  readonly kind: MediumKind;
}

export interface MediaTable {
  readonly media: readonly Medium[];
  /** Undefined if no medium reveals it. */
  readonly key: number | undefined;
  /** Commercial files have the table twice. */
  readonly isDoubled: boolean;
}

/** Playlists count media in 16 bits. */
const mostMedia = 65_536;
/** Maximum media used to find the key. */
const keyWitnesses = 32;

export function readMediaTable(file: CheckedFile, offset: number, rawKey: number): MediaTable {
  const extents = readExtents(file, offset);
  const half = extents.length / 2;
  const isDoubled =
    extents.length > 2 &&
    Number.isInteger(half) &&
    extents.slice(half).every((extent, i) => {
      const first = extents[i];
      return extent.offset === first?.offset && extent.length === first.length;
    });
  const once = isDoubled ? extents.slice(0, half) : extents;
  const openings = once.map(({ offset: at, length }, index) =>
    file.at(at, `medium ${index}`).bytes(Math.min(4, length)),
  );
  const key = rawKey === rawMediaKey ? mediaKey : findKey(openings);
  const media = once.map((extent, i) => ({ ...extent, kind: kindOf(unscrambled(openings[i] as Uint8Array, key)) }));
  return { media, key, isDoubled };
}

function readExtents(file: CheckedFile, offset: number): { offset: number; length: number }[] {
  const table = file.at(offset, 'the media table');
  const extents: { offset: number; length: number }[] = [];
  let end = Infinity;
  while (table.offset + 8 <= end) {
    const at = table.u32();
    const length = table.u32();
    if (at + length > file.size) {
      throw malformed(
        `medium ${extents.length} has ${length} bytes at ${hex(at)}, but the file ends at ${hex(file.size)}.`,
      );
    }
    if (extents.length === 0) {
      end = at;
      if (end < table.offset)
        throw malformed(`the first medium is at ${hex(at)}, inside or before the media table at ${hex(offset)}.`);
      const count = Math.floor((end - offset) / 8);
      if (count > 2 * mostMedia)
        throw malformed(
          `the media table at ${hex(offset)} has ${count} entries; playlists count up to ${mostMedia} media.`,
        );
    }
    extents.push({ offset: at, length });
  }
  return extents;
}

/** Returns the key with which most of the first media start like a sound file. */
function findKey(openings: readonly Uint8Array[]): number | undefined {
  let best: number | undefined;
  let most = 0;
  for (let key = 0; key < 256; key++) {
    const votes = openings.slice(0, keyWitnesses).filter((opening) => {
      const kind = kindOf(unscrambled(opening, key));
      // The two bytes of an mp3 frame match too many keys, and the pen's files have no ID3 header.
      return kind === 'ogg' || kind === 'wav' || kind === 'flac';
    }).length;
    if (votes > most) [best, most] = [key, votes];
  }
  return best;
}

function unscrambled(opening: Uint8Array, key: number | undefined): Uint8Array {
  if (key === undefined) return new Uint8Array(0);
  const table = cipherTable(key);
  return opening.map((byte) => table[byte] as number);
}

/** @param opening the first four bytes, unscrambled */
export function kindOf(opening: Uint8Array): MediumKind {
  const letters = String.fromCharCode(...opening.subarray(0, 4));
  if (letters === 'OggS') return 'ogg';
  if (letters === 'RIFF') return 'wav';
  if (letters === 'fLaC') return 'flac';
  const isFrame = opening[0] === 0xff && ((opening[1] ?? 0) & 0xe0) === 0xe0;
  return letters.startsWith('ID3') || isFrame ? 'mp3' : 'unknown';
}
