/** The picture inside an audio file. */
import type { IPicture } from 'music-metadata';
import { TonstiftError } from '../errors.js';
import { withFileBytes } from './file-bytes.js';
import { kindOf } from './kind.js';
import { readTags } from './tags.js';

export interface EmbeddedCover {
  data: Uint8Array;
  /** As the tag says, unchecked: `image/jpeg`. */
  type: string;
}

/**
 * The front cover, else the first picture that is none of an icon, an artist or a fish, else any; null where
 * there is none or the tags cannot be read.
 *
 * @throws the system's error where the file cannot be opened or read
 */
export function embeddedCover(path: string, { signal }: { signal?: AbortSignal } = {}): Promise<EmbeddedCover | null> {
  return withFileBytes(path, async (bytes) => {
    const { kind, start } = await kindOf(bytes);
    const metadata = await readTags(bytes, kind, start).catch((error: unknown) => {
      if (error instanceof TonstiftError && error.code === 'aborted') throw error;
      return null;
    });
    const pictures = metadata?.common.picture?.filter(({ data }) => data.length > 0) ?? [];
    const best = pictures.reduce<IPicture | undefined>((so, picture) => (so !== undefined && rank(so) <= rank(picture) ? so : picture), undefined);
    return best === undefined ? null : { data: best.data, type: best.format };
  }, signal);
}

/** Names of the picture types of ID3v2 (id3.org, 4.14), as music-metadata gives them. */
function rank({ type = '' }: IPicture): number {
  if (/front/i.test(type)) return 0;
  if (type === '' || /other$/i.test(type)) return 1;
  return /icon/i.test(type) ? 3 : 2;
}
