/** Tags of a file as music-metadata reads them, within bounds. */
import { type IAudioMetadata, parseBlob } from 'music-metadata';
import { TonstiftError } from '../errors.js';
import type { FileBytes } from './file-bytes.js';
import type { Kind } from './kind.js';

const types: Record<Kind, string> = {
  mpeg: 'audio/mpeg', ogg: 'audio/ogg', flac: 'audio/flac', mp4: 'audio/mp4', riff: 'audio/wav', asf: 'audio/ms-asf', aiff: 'audio/aiff',
};

/** No picture or table of contents in a sound file is larger. */
const largestRead = 64 << 20;

/**
 * @param contentStart offset behind tags at the head, which only MP3, AAC and FLAC are known to have
 * @throws whatever music-metadata throws on a broken file; TonstiftError `unreadable_audio` where a file makes it
 * read too much
 */
export async function readTags(bytes: FileBytes, kind: Kind, contentStart: number): Promise<IAudioMetadata> {
  const start = kind === 'mpeg' || kind === 'flac' ? 0 : contentStart;
  const size = bytes.size - start;
  // Sizes in a hostile file may lead round in circles.
  let budget = 4 * size + largestRead;
  const part = (from: number, to: number): Pick<Blob, 'arrayBuffer'> => ({
    async arrayBuffer() {
      budget -= to - from + 8;
      if (to - from > largestRead || budget < 0) {
        throw new TonstiftError('unreadable_audio', `Its tags claim more than ${largestRead >> 20} MB.`);
      }
      return (await bytes.read(start + from, to - from)).slice().buffer;
    },
  });
  const blob = { size, type: types[kind], slice: (from = 0, to = size) => part(from, Math.min(to, size)) };
  // Only Ogg has its length nowhere but at its end.
  return parseBlob(blob as unknown as Blob, { duration: kind === 'ogg' });
}

/** As a person would read it: NFC, no control characters, trimmed, at most 1,000 characters; undefined where nothing is left. */
export function cleanText(text: unknown): string | undefined {
  if (typeof text !== 'string' && typeof text !== 'number') return undefined;
  const clean = String(text)
    .slice(0, 4000)
    .replace(/[\t\n\v\f\r]+/g, ' ')
    .replace(/[\p{Cc}\p{Cs}\ufeff\ufffe\uffff]/gu, '')
    .normalize('NFC')
    .trim();
  return clean === '' ? undefined : [...clean].slice(0, 1000).join('').trim();
}

/** The first value that a tag of one of these ids has, in whatever tag the file carries. */
export function nativeText(metadata: IAudioMetadata, ids: ReadonlySet<string>): string | undefined {
  for (const tags of Object.values(metadata.native)) {
    const value = tags.find(({ id, value }) => ids.has(id.toUpperCase()) && cleanText(value) !== undefined)?.value;
    if (value !== undefined) return cleanText(value);
  }
  return undefined;
}
