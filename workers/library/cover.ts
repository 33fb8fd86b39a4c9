/** Covers: which picture becomes one, and what is kept of it. */
import { imageSize } from 'image-size';
import { open } from 'node:fs/promises';
import { messageOf, TonstiftError } from '../base/errors.js';
import { createThreadPool } from '../base/async/thread-pool.js';
import { threadScript } from '../base/async/threads.js';
import type { CoverAnswer, CoverTask } from './cover-thread.js';

export const coverFileName = 'cover.jpg';

/** Pixels on the longer side: sharp on a screen and at 300 dpi on a CD booklet's quarter. */
const longestSide = 1200;
/** Decoded, a pixel takes four bytes, and jimp holds several copies. */
const mostPixels = 40_000_000;
const largestFile = 50 * 1024 * 1024;

/** One: a picture takes a second, and some 100 MB, which go with the thread soon after. */
const threads = createThreadPool(threadScript(import.meta.url, 'cover-thread'), {
  threads: 1,
  idleMs: 5_000,
  heap: { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 4 },
});

const pictureName = /\.(jpe?g|png|gif|bmp|tiff?|webp|avif|heic)$/i;

/** By its name only. */
export const isPictureName = (name: string): boolean => pictureName.test(name);

const preferred = [/^(album ?)?cover/i, /^folder/i, /^(album)?front/i, /cover|front/i];

/** Best first: cover, folder, front, then the largest file; a picture nearer to the top folder wins a tie. Pure. */
export function coverCandidates<T extends { relativePath: string; size: number }>(pictures: readonly T[]): T[] {
  const rank = ({ relativePath }: T): number => {
    const name = relativePath.slice(relativePath.lastIndexOf('/') + 1);
    const place = preferred.findIndex((pattern) => pattern.test(name));
    return place === -1 ? preferred.length : place;
  };
  const depth = ({ relativePath }: T): number => relativePath.split('/').length;
  return [...pictures].sort(
    (a, b) =>
      rank(a) - rank(b) ||
      (rank(a) < preferred.length ? depth(a) - depth(b) : 0) ||
      b.size - a.size ||
      (a.relativePath < b.relativePath ? -1 : 1),
  );
}

/**
 * Checks a picture by its content, whatever its name says, and makes the cover of it: a JPEG without metadata,
 * at most 1,200 pixels wide and high. The size is read from the header and limited before anything is decoded.
 * Throws TonstiftError `bad_field` (field `cover`) with the reason.
 */
export async function makeCover(picture: Uint8Array, name: string, signal?: AbortSignal): Promise<Uint8Array> {
  const refuse = (why: string): TonstiftError =>
    new TonstiftError('bad_field', `The picture ${JSON.stringify(name)} ${why}.`, { cover: why });
  if (picture.length === 0) throw refuse('is empty');
  let size: { width: number; height: number; type?: string | undefined };
  try {
    size = imageSize(picture);
  } catch {
    throw refuse('is no picture (png, jpeg, gif, bmp or tiff)');
  }
  if (!['png', 'jpg', 'gif', 'bmp', 'tiff'].includes(size.type ?? ''))
    throw refuse(`is of the kind ${size.type}; png, jpeg, gif, bmp and tiff can be read`);
  if (!(size.width > 0 && size.height > 0)) throw refuse('has no size');
  if (size.width * size.height > mostPixels) {
    throw refuse(`is too large: ${size.width} × ${size.height} pixels, at most ${mostPixels / 1e6} million are taken`);
  }
  const task: CoverTask = { data: picture, side: longestSide };
  const answer = await threads.run<CoverAnswer>(task, { signal }).catch((error: unknown): CoverAnswer => {
    signal?.throwIfAborted();
    return { problem: messageOf(error) };
  });
  if ('problem' in answer) throw refuse(`cannot be read: ${answer.problem}`);
  return answer.jpeg;
}

/** The same for a file; one of more than 50 MB is refused unread. */
export async function makeCoverOfFile(path: string, name: string, signal?: AbortSignal): Promise<Uint8Array> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    if (size > largestFile)
      throw new TonstiftError(
        'bad_field',
        `The picture ${JSON.stringify(name)} has ${size} bytes; at most ${largestFile} are taken.`,
        { cover: 'is too large' },
      );
    return await makeCover(await file.readFile(), name, signal);
  } finally {
    await file.close();
  }
}
