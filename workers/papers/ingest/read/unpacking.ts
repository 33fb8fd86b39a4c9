import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { say, type Words } from '../../../base/language/sentence.js';
import { alwaysUnpacked, mostLayers, unpackedTimes } from '../limits.js';

export type Bytes = AsyncIterable<Uint8Array | string>;

/** A source that is not a stream of records. */
export interface Packed {
  source: Bytes;
  /** For a copy. */
  folder: string;
  unpacking: Unpacking;
}

/** The rest of a source cannot be unpacked. The readers make a reject of it. */
export class NotUnpacked extends Error {
  override readonly name = 'NotUnpacked';

  /** @param words half a sentence */
  constructor(readonly words: Words) {
    super(String(words));
  }
}

/** Counts the bytes of a source, packed and unpacked, in all its layers of compression. */
export class Unpacking {
  constructor(
    private readonly bytes = { packed: 0, unpacked: 0 },
    private readonly layers = 0,
  ) {}

  /** Counts bytes of an archive. @throws NotUnpacked if it is in too many other ones */
  addPacked(bytes: number): void {
    if (this.layers === mostLayers) throw new NotUnpacked(say('paper.layers', { most: String(mostLayers) }));
    // Those of an inner layer are counted as unpacked.
    if (this.layers === 0) this.bytes.packed += bytes;
  }

  /** @throws NotUnpacked if the source has unpacked to more than its size allows */
  addUnpacked(bytes: number): void {
    this.bytes.unpacked += bytes;
    if (this.bytes.unpacked > Math.max(alwaysUnpacked, unpackedTimes * this.bytes.packed))
      throw new NotUnpacked(say('paper.unpacks', { most: String(unpackedTimes) }));
  }

  /** Yields the pieces of an unpacked source, and counts them. @throws as `addUnpacked` */
  async *counted<Piece extends Uint8Array | string>(pieces: AsyncIterable<Piece>): AsyncGenerator<Piece> {
    for await (const piece of pieces) {
      this.addUnpacked(piece.length);
      if (piece.length > 0) yield piece;
    }
  }

  /** For the content of an archive. */
  inside(): Unpacking {
    return new Unpacking(this.bytes, this.layers + 1);
  }
}

/** Copies an archive whose directory is at its end. Returns the path. @throws NotUnpacked */
export async function copyOf({ source, folder, unpacking }: Packed, name: string): Promise<string> {
  const path = join(folder, name);
  await pipeline(source, createWriteStream(path, { mode: 0o600 }));
  unpacking.addPacked((await stat(path)).size);
  return path;
}
