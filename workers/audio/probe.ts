/** Reads what an audio file is and says, and refuses what is none. */
import type { IAudioMetadata } from 'music-metadata';
import { messageOf, TonstiftError } from '../errors.js';
import { type AudioFacts, noTags, tagFacts } from './facts.js';
import { type FileBytes, withFileBytes } from './file-bytes.js';
import { iffContent } from './iff.js';
import { type Kind, kindNames, kindOf, otherContent } from './kind.js';
import { walkFrames } from './mpeg-stream.js';
import { hasSound } from './sound-check.js';
import { rangeOf } from './strip.js';
import { readTags } from './tags.js';

export type { AudioFacts } from './facts.js';
export { embeddedCover } from './embedded-cover.js';
export { isAudioName } from './names.js';

/** Bytes of something else that may stand before the first frame of an MP3 or AAC file. */
const mostJunk = 128 * 1024;

/**
 * The kind is told by the content, not by the name. A file that was cut off at its end is taken with what it has.
 *
 * @throws TonstiftError `unreadable_audio` with the reason where there is nothing to play, `aborted` on the signal;
 * the system's error where the file cannot be opened or read
 */
export function probe(path: string, { signal }: { signal?: AbortSignal } = {}): Promise<AudioFacts> {
  return withFileBytes(path, async (bytes) => {
    if (bytes.size === 0) throw unreadable('The file is empty.');
    const { kind, start } = await kindOf(bytes);
    return kind === 'mpeg' ? probeFrames(bytes) : probeContainer(bytes, kind, start);
  }, signal);
}

async function probeFrames(bytes: FileBytes): Promise<AudioFacts> {
  const { start, end } = await rangeOf(bytes);
  const stream = await walkFrames(bytes, start, end, mostJunk);
  if (stream === undefined || stream.durationMs <= 0) {
    const other = otherContent(await bytes.read(0, 512));
    throw unreadable(other === undefined ? 'There is no sound in the file.' : `This is not audio: it looks like ${other}.`);
  }
  const { codec, container } = stream.header;
  // The frames play whatever the tags are like.
  const tags = await tagsOf(bytes, 'mpeg', start).then(tagFacts, (error: unknown) => {
    if (error instanceof TonstiftError && error.code === 'aborted') throw error;
    return noTags;
  });
  return { codec, container: container.toLowerCase(), durationMs: stream.durationMs, ...tags };
}

async function probeContainer(bytes: FileBytes, kind: Exclude<Kind, 'mpeg'>, start: number): Promise<AudioFacts> {
  const name = kindNames[kind];
  const metadata = await tagsOf(bytes, kind, start);
  const { codec, container, duration, hasVideo } = metadata.format;
  if (codec === undefined && hasVideo === true) throw unreadable('There is a picture in the file, but no sound.');
  if (codec === undefined) throw unreadable(`The ${name} file does not say how it is coded; it may be cut off.`);
  if (/\bdrms?\b|protected|encrypted/i.test(codec)) throw unreadable('The file is copy-protected.');
  const durationMs = Math.round((duration ?? 0) * 1000);
  if (!(durationMs > 0 && durationMs < 1e9) || !(await hasSound(bytes, kind, start))) {
    throw unreadable(`There is no sound in the ${name} file; it may be cut off.`);
  }
  const texts = kind === 'riff' || kind === 'aiff' ? (await iffContent(bytes, kind === 'riff')).texts : {};
  return { codec: codec.toLowerCase(), container: (container ?? name).toLowerCase(), durationMs, ...tagFacts(metadata, texts) };
}

async function tagsOf(bytes: FileBytes, kind: Kind, start: number): Promise<IAudioMetadata> {
  try {
    return await readTags(bytes, kind, start);
  } catch (error) {
    if (error instanceof TonstiftError) throw error;
    throw unreadable(`The ${kindNames[kind]} file cannot be read: ${messageOf(error)}.`, error);
  }
}

const unreadable = (message: string, cause?: unknown): TonstiftError =>
  new TonstiftError('unreadable_audio', message, {}, { cause });
