/** Which of the pictures inside a file is the cover. */
import type { IAudioMetadata, IPicture } from 'music-metadata';

export interface EmbeddedCover {
  data: Uint8Array;
  /** As the tag says, unchecked: `image/jpeg`. */
  type: string;
}

/** The front cover, else one without a telling type, else any, icons last. */
export function coverOf({ common }: IAudioMetadata): EmbeddedCover | null {
  const pictures = (common.picture ?? []).filter(({ data }) => data.length > 0);
  const [best] = pictures.toSorted((a, b) => rank(a) - rank(b));
  return best === undefined ? null : { data: best.data, type: best.format };
}

/** By the names of the picture types of ID3v2 (id3.org, 4.14), as music-metadata gives them. */
function rank({ type = '' }: IPicture): number {
  if (/front/i.test(type)) return 0;
  if (type === '' || /other$/i.test(type)) return 1;
  return /icon/i.test(type) ? 3 : 2;
}
