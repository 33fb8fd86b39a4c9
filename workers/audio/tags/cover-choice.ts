/** Chooses the cover among the pictures in a file. */
import type { IAudioMetadata, IPicture } from 'music-metadata';

export interface EmbeddedCover {
  data: Uint8Array;
  /** Type stated in the tag, unverified: `image/jpeg`. */
  type: string;
}

/** Returns the front cover, else a picture without a specific type, else any; icons last. */
export function coverOf({ common }: IAudioMetadata): EmbeddedCover | null {
  const pictures = (common.picture ?? []).filter(({ data }) => data.length > 0);
  const [best] = pictures.toSorted((a, b) => rank(a) - rank(b));
  return best === undefined ? null : { data: best.data, type: best.format };
}

/** Ranks the picture types of ID3v2 (id3.org, 4.14) by the names that music-metadata uses. */
function rank({ type = '' }: IPicture): number {
  if (/front/i.test(type)) return 0;
  if (type === '' || /other$/i.test(type)) return 1;
  return /icon/i.test(type) ? 3 : 2;
}
