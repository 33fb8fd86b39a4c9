/** Finds covers in album folders that no record names: a crash came between the writes of the cover and the record. */
import type { HeldFolder } from '../../base/files/held-folder.js';
import { openItself } from '../../base/files/seen-file.js';
import { coverFileName, longestSide } from './cover.js';
import { pictureHeader } from '../../base/pictures/picture-header.js';
import type { AlbumRecord } from '../types.js';

/** Bytes; our covers are smaller. */
const largest = 4 * 1024 * 1024;

/** Returns the albums without a cover whose folder has a cover in our format. */
export async function withLeftCovers(library: HeldFolder, albums: readonly AlbumRecord[]): Promise<AlbumRecord[]> {
  const found: AlbumRecord[] = [];
  for (const album of albums) if (album.cover === null && (await hasCover(library, album))) found.push(album);
  return found;
}

async function hasCover(library: HeldFolder, { folder }: AlbumRecord): Promise<boolean> {
  try {
    await using home = await library.below(`albums/${folder}`);
    await using file = await openItself(home.at(coverFileName));
    if ((await file.stat()).size > largest) return false;
    const header = pictureHeader(await file.readFile());
    return header?.kind === 'JPEG' && Math.max(header.width, header.height) <= longestSide;
  } catch {
    // The file does not exist or cannot be read.
    return false;
  }
}
