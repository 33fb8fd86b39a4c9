/** Covers that lie in an album's folder and that its record does not know: a crash came between the two. */
import type { HeldFolder } from '../base/files/held-folder.js';
import { openItself } from '../base/files/seen-file.js';
import { coverFileName, longestSide } from './cover.js';
import { pictureHeader } from './picture-header.js';
import type { AlbumRecord } from './types.js';

/** Bytes; a cover of ours is smaller. */
const largest = 4 * 1024 * 1024;

/** The albums, of those without a cover, in whose folder there is one as we make them. */
export async function withLeftCovers(library: HeldFolder, albums: readonly AlbumRecord[]): Promise<AlbumRecord[]> {
  const found: AlbumRecord[] = [];
  for (const album of albums) if (album.cover === null && (await hasCover(library, album))) found.push(album);
  return found;
}

async function hasCover(library: HeldFolder, { folder }: AlbumRecord): Promise<boolean> {
  try {
    const home = await library.below(`albums/${folder}`);
    try {
      const file = await openItself(home.at(coverFileName));
      try {
        if ((await file.stat()).size > largest) return false;
        const header = pictureHeader(await file.readFile());
        return header?.kind === 'JPEG' && Math.max(header.width, header.height) <= longestSide;
      } finally {
        await file.close();
      }
    } finally {
      await home.close();
    }
  } catch {
    // Nothing there, or nothing that can be read.
    return false;
  }
}
