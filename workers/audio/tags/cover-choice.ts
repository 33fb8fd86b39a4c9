/** Chooses the cover among the pictures in a file. */
import type { IAudioMetadata, IPicture } from 'music-metadata';
import { pictureHeader } from '../../base/pictures/picture-header.js';

export interface EmbeddedCover {
  data: Uint8Array;
  /** Type stated in the tag, unverified: `image/jpeg`. */
  type: string;
}

/** Pixels: smaller pictures are icons or placeholders. */
const smallest = 64;

/**
 * Returns the front cover, else a picture without a specific type, else any; icons and small pictures last. Ignores
 * pictures of one pixel, which are placeholders.
 */
export function coverOf({ common }: IAudioMetadata): EmbeddedCover | null {
  const pictures = (common.picture ?? []).flatMap((picture) => {
    const side = sideOf(picture.data);
    return picture.data.length === 0 || side <= 1
      ? []
      : [{ picture, rank: (side < smallest ? 10 : 0) + rank(picture) }];
  });
  const [best] = pictures.toSorted((a, b) => a.rank - b.rank);
  return best === undefined ? null : { data: best.picture.data, type: best.picture.format };
}

/** Returns the pixels of the longer side; many if the header cannot be read. */
function sideOf(data: Uint8Array): number {
  const header = pictureHeader(data);
  return header === undefined ? Infinity : Math.max(header.width, header.height);
}

/** Ranks the picture types of ID3v2 (id3.org, 4.14) by the names that music-metadata uses. */
function rank({ type = '' }: IPicture): number {
  if (/front/i.test(type)) return 0;
  if (type === '' || /other$/i.test(type)) return 1;
  return /icon/i.test(type) ? 3 : 2;
}
