/** Finds the audio of an MP3 file between its tags. */
import { type FileBytes, withFileBytes } from './file-bytes.js';
import { findFrames } from './mpeg-stream.js';
import { headTags, tailTags } from './tag-blocks.js';

/** Bytes `start` up to, but not including, `end` of a file. */
export interface AudioRange {
  start: number;
  end: number;
}

/** How far to search for frames after a tag's start and its claimed end, if the claim is wrong. */
const reach = 16 << 20;

/**
 * Returns the range of an MP3 file without the tags at both ends: ID3v1, ID3v2, APE, Lyrics3, in any order. All bytes
 * between them are kept. A file that has only tags is kept whole.
 *
 * @throws the system's error if the file cannot be read
 */
export function audioRange(path: string): Promise<AudioRange> {
  return withFileBytes(path, rangeOf);
}

/** Same for an open file. */
export async function rangeOf(bytes: FileBytes): Promise<AudioRange> {
  const { end: headEnd, last } = await headTags(bytes);
  let start = headEnd;
  const end = await tailTags(bytes);
  if (start > 0 && (await findFrames(bytes, start, end, 1)) === undefined) {
    // The size in the tag is wrong, or padding follows that it does not include. The first frames show the real end.
    const found = (await findFrames(bytes, last + 10, end, reach)) ?? (await findFrames(bytes, start, end, reach));
    start = found ?? start;
  }
  return start < end ? { start, end } : { start: 0, end: bytes.size };
}
