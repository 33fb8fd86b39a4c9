/** Writes played sounds to files. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf, TonstiftError } from '../../../../workers/base/errors.js';
import { extractMedia } from '../../../../workers/build/read-gme.js';
import type { Gme } from '../../../../workers/gme/read.js';

export interface Sounds {
  /** Writes media that were not written yet. @returns their paths */
  write(media: readonly number[]): Promise<string[]>;
}

/**
 * @param path of the GME file
 * @throws TonstiftError `build_failed` if the folder cannot be created; as `extractMedia` when media are written
 */
export async function soundsInto(folder: string, path: string, { media: all }: Gme): Promise<Sounds> {
  await mkdir(folder, { recursive: true }).catch((thrown: unknown) => {
    throw new TonstiftError('build_failed', `Cannot create ${folder}: ${messageOf(thrown)}`, {}, { cause: thrown });
  });
  const written = new Set<number>();
  const digits = Math.max(2, String(all.length - 1).length);
  return {
    async write(media) {
      const paths: string[] = [];
      for (const medium of media) {
        if (written.has(medium)) continue;
        written.add(medium);
        const kind = all[medium]?.kind ?? 'unknown';
        const name = `medium-${String(medium).padStart(digits, '0')}.${kind === 'unknown' ? 'bin' : kind}`;
        await extractMedia(path, medium, join(folder, name));
        paths.push(join(folder, name));
      }
      return paths;
    },
  };
}
