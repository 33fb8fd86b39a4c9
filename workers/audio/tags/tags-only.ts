/** An MP3 or AAC file without most of its sound, for who reads its tags. */
import type { FileBytes } from '../formats/file-bytes.js';
import { tailTags } from '../formats/tag-blocks.js';

/** Bytes of frames that are left between the tags at both ends: one frame tells, and none has more than 2,881. */
const someFrames = 4096;

/**
 * Where no frame comes soon each byte would be a read of its own, and frames are counted elsewhere.
 * @param start offset behind the tags at the head
 * @returns the bytes of both ends as if they followed each other
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
      // A view is valid until the next read; and not a Buffer, whose slice is no copy.
      const first = (await bytes.read(position, before)).slice();
      const rest = await bytes.read(head + skipped, length - before);
      const both = new Uint8Array(first.length + rest.length);
      both.set(first);
      both.set(rest, first.length);
      return both;
    },
  };
}
