/** Where the sound of an MP3 file lies between its tags. */
import { type FileBytes, withFileBytes } from './file-bytes.js';
import { findFrames } from './mpeg-stream.js';
import { headTags, tailTags } from './tag-blocks.js';

/** Bytes `start` to `end` (not included) of a file. */
export interface AudioRange {
  start: number;
  end: number;
}

/** How far behind a tag's beginning, and behind its claimed end, frames are looked for where the claim is wrong. */
const reach = 16 << 20;

/**
 * The range of an MP3 file without the tags at both ends: ID3v1, ID3v2, APE, Lyrics3, in whatever order they stack.
 * All between them stays, frame or not. A file of nothing but tags is left whole.
 *
 * @throws the system's error where the file cannot be read
 */
export function audioRange(path: string): Promise<AudioRange> {
  return withFileBytes(path, rangeOf);
}

/** The same on a file that is open. */
export async function rangeOf(bytes: FileBytes): Promise<AudioRange> {
  const { end: headEnd, last } = await headTags(bytes);
  let start = headEnd;
  const end = await tailTags(bytes);
  if (start > 0 && (await findFrames(bytes, start, end, 1)) === undefined) {
    // The size in the tag lies one way or the other, or padding follows that it does not count: the first frames tell.
    const found = (await findFrames(bytes, last + 10, end, reach)) ?? (await findFrames(bytes, start, end, reach));
    start = found ?? start;
  }
  return start < end ? { start, end } : { start: 0, end: bytes.size };
}
