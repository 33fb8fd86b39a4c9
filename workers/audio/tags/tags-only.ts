/** Presents an MP3 or AAC file without most of its audio, for reading its tags. */
import type { FileBytes } from '../formats/file-bytes.js';
import { tailTags } from '../formats/tag-blocks.js';

/** Bytes of frames to keep between the tags at both ends. One frame is enough; the longest has 2,881 bytes. */
const someFrames = 4096;

/**
 * Skips the audio. Without a frame nearby, each byte would be a separate read, and frames are counted elsewhere.
 * @param start offset after the tags at the head
 * @returns both ends as if they were adjacent
 */
export async function tagsOnly(bytes: FileBytes, start: number): Promise<Pick<FileBytes, 'size' | 'read'>> {
  const head = Math.min(start + someFrames, bytes.size);
  const skipped = Math.max(0, (await tailTags(bytes)) - head);
  return {
    size: bytes.size - skipped,
    async read(position, length) {
      const before = Math.max(0, Math.min(length, head - position));
      if (before === length) return bytes.read(position, length);
      if (before === 0) return bytes.read(position + skipped, length);
      // Copies, because a view is valid only until the next read. A Buffer's `slice` would not copy.
      const first = (await bytes.read(position, before)).slice();
      const rest = await bytes.read(head + skipped, length - before);
      const both = new Uint8Array(first.length + rest.length);
      both.set(first);
      both.set(rest, first.length);
      return both;
    },
  };
}
