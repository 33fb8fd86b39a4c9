/** Runs music-metadata with limits. */
import { say } from '../../base/language/sentence.js';
import type { IAudioMetadata } from 'music-metadata';
import { setImmediate } from 'node:timers/promises';
import { TonstiftError } from '../../base/errors.js';
import type { FileBytes } from '../formats/file-bytes.js';
import type { Content, Kind } from '../formats/kind.js';
import { tagsOnly } from './tags-only.js';

const types: Record<Kind, string> = {
  mpeg: 'audio/mpeg',
  ogg: 'audio/ogg',
  flac: 'audio/flac',
  mp4: 'audio/mp4',
  riff: 'audio/wav',
  asf: 'audio/ms-asf',
  aiff: 'audio/aiff',
};

/** Maximum reads. Real files need at most a few thousand: each is a chunk, a page or a field. */
const mostReads = 200_000;

/**
 * @param largestRead maximum bytes of a block that is read as a whole: its fields may be tiny, and each costs far more
 *   than its size
 * @throws any error of music-metadata on a broken file; TonstiftError `too_large` for a larger block,
 *   `unreadable_audio` if the file makes it loop
 */
export async function readMetadata(bytes: FileBytes, content: Content, largestRead: number): Promise<IAudioMetadata> {
  const { kind } = content;
  const { size, read } = kind === 'mpeg' ? await tagsOnly(bytes, content.start) : fromTags(bytes, content);
  let reads = 0;
  const part = (from: number, to: number): Pick<Blob, 'arrayBuffer'> => ({
    async arrayBuffer() {
      if (to - from > largestRead)
        throw new TonstiftError('too_large', say('sound.large_block', { size: String(to - from) }));
      if (++reads > mostReads) throw new TonstiftError('unreadable_audio', say('sound.pieces'));
      // Reads from one block never wait for the disk, so they would block the event loop.
      if (reads % 500 === 0) await setImmediate();
      return (await read(from, to - from)).slice().buffer;
    },
  });
  const blob = { size, type: types[kind], slice: (from = 0, to = size) => part(from, Math.min(to, size)) };
  // Loaded with the first file, because it would add 70 ms and 13 MB at the start.
  const { parseBlob } = await import('music-metadata');
  return parseBlob(blob as unknown as Blob);
}

type Part = Pick<FileBytes, 'size' | 'read'>;

/** Only MP3, AAC and FLAC have tags at the head. */
function fromTags(bytes: FileBytes, { kind, start }: Content): Part {
  if (kind === 'flac') return bytes;
  return { size: bytes.size - start, read: (position, length) => bytes.read(start + position, length) };
}
