/** What music-metadata reads, within bounds. */
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

/** No file of ours takes more than some thousand: each is a chunk, a page or a field. */
const mostReads = 200_000;

/**
 * @param largestRead bytes of the largest block that is read as a whole: its fields may be tiny, and each costs far
 * more than its own size
 * @throws whatever music-metadata throws on a broken file; TonstiftError `too_large` where a block is larger,
 * `unreadable_audio` where a file leads it round in circles
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
      // Reads out of one block never wait for the disk, and would leave no turn to anybody else.
      if (reads % 500 === 0) await setImmediate();
      return (await read(from, to - from)).slice().buffer;
    },
  });
  const blob = { size, type: types[kind], slice: (from = 0, to = size) => part(from, Math.min(to, size)) };
  // Loaded with the first file: at the start it would take 70 ms and 13 MB.
  const { parseBlob } = await import('music-metadata');
  return parseBlob(blob as unknown as Blob);
}

type Part = Pick<FileBytes, 'size' | 'read'>;

/** Tags at the head are known of MP3, AAC and FLAC only. */
function fromTags(bytes: FileBytes, { kind, start }: Content): Part {
  if (kind === 'flac') return bytes;
  return { size: bytes.size - start, read: (position, length) => bytes.read(start + position, length) };
}
