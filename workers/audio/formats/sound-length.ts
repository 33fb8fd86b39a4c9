/**
 * Measures how much audio a container really has. music-metadata trusts the header of a truncated file, needs to read
 * all pages of ogg and opus, and accepts noise as AAC without an error.
 */
import type { MetadataFacts } from './facts.js';
import { boxesIn } from './boxes.js';
import { type FileBytes, viewOf } from './file-bytes.js';
import { countFlacSamples, flacStream } from './flac.js';
import type { IffContent } from './iff.js';
import type { Kind } from './kind.js';
import type { OggStreams } from './ogg.js';

export interface SoundInput {
  bytes: FileBytes;
  /** Offset of the container in the file. */
  start: number;
  facts: MetadataFacts;
  iff: IffContent | undefined;
  ogg: OggStreams | undefined;
}

/** Returns seconds; 0 if there is no audio or its length is unknown. */
export async function soundLength(
  kind: Exclude<Kind, 'mpeg'>,
  { bytes, start, facts, iff, ogg }: SoundInput,
): Promise<number> {
  const claimed = facts.duration ?? 0;
  switch (kind) {
    case 'ogg':
      return (ogg?.samples ?? 0) / (ogg?.sampleRate || facts.sampleRate || Infinity);
    case 'flac':
      return flacLength(bytes, start);
    case 'mp4':
      return (await hasMp4Sound(bytes, start)) ? claimed : 0;
    case 'asf':
      return (await hasAsfSound(bytes, start)) ? claimed : 0;
    case 'aiff':
      return (iff?.soundBytes ?? 0) > 0 ? claimed : 0;
    case 'riff': {
      if (iff === undefined || iff.soundBytes === 0) return 0;
      return claimed > 0 ? claimed : iff.soundBytes / (iff.format?.byteRate || Infinity);
    }
  }
}

async function flacLength(bytes: FileBytes, start: number): Promise<number> {
  const stream = await flacStream(bytes, start);
  if (stream === undefined || stream.sampleRate === 0) return 0;
  return (stream.samples || (await countFlacSamples(bytes, stream))) / stream.sampleRate;
}

/** Finds an `mdat` box with content (ISO 14496-12, 8.1.1). */
async function hasMp4Sound(bytes: FileBytes, from: number): Promise<boolean> {
  for await (const { type, start, end } of boxesIn(bytes, from, bytes.size))
    if (type === 'mdat' && end > start && bytes.size > start) return true;
  return false;
}

/** The data object follows the header object; its first 50 bytes precede the packets (ASF specification, 5.1). */
async function hasAsfSound(bytes: FileBytes, from: number): Promise<boolean> {
  const head = await bytes.read(from, 30);
  return head.length === 30 && bytes.size > from + Number(viewOf(head).getBigUint64(16, true)) + 50;
}
