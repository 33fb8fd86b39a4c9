/** Reads the format and the tags of an audio file, and rejects other files. */
import { messageOf, systemCodeOf, TonstiftError } from '../base/errors.js';
import { type AudioFacts, type MetadataFacts, noTags } from './formats/facts.js';
import { type FileBytes, withFileBytes } from './formats/file-bytes.js';
import { iffContent, withIffTexts } from './formats/iff.js';
import { type Kind, kindNames, contentOf, otherContent } from './formats/kind.js';
import { walkFrames } from './formats/mpeg-stream.js';
import { oggStreams } from './formats/ogg.js';
import { soundLength } from './formats/sound-length.js';
import { rangeOf } from './formats/strip.js';
import { metadataOf } from './tags/tags.js';
import { say, type Words } from '../base/language/sentence.js';

export type { AudioFacts } from './formats/facts.js';
export { embeddedCover } from './tags/embedded-cover.js';
export { isAudioName } from './album/names.js';

/** Maximum bytes of foreign data before the first frame of an MP3 or AAC file. */
const mostJunk = 128 * 1024;
/** Maximum duration in seconds: about eleven days. */
const longest = 1e6;

/**
 * Detects the kind by content, not by name. A truncated file is accepted with the sound that it has.
 *
 * @throws TonstiftError `unreadable_audio` with the reason if the file has no playable sound, `aborted` on the signal;
 *   the system's error if the file cannot be opened or read
 */
export function probe(path: string, { signal }: { signal?: AbortSignal } = {}): Promise<AudioFacts> {
  return withFileBytes(
    path,
    async (bytes) => {
      if (bytes.size === 0) throw unreadable(say('sound.empty'));
      const { kind, start } = await contentOf(bytes);
      return kind === 'mpeg' ? probeFrames(bytes, signal) : probeContainer(bytes, kind, start, signal);
    },
    signal,
  );
}

async function probeFrames(bytes: FileBytes, signal?: AbortSignal): Promise<AudioFacts> {
  const { start, end } = await rangeOf(bytes);
  const stream = await walkFrames(bytes, start, end, mostJunk);
  if (stream === undefined || stream.durationMs <= 0) {
    const other = otherContent(await bytes.read(0, 512));
    throw unreadable(other === undefined ? say('sound.none') : say('sound.other', { what: other }));
  }
  const { codec, container, channels, sampleRate } = stream.header;
  // The frames play even if the tags are broken.
  const { tags, hasChapters } = await metadataOf(bytes, { kind: 'mpeg', start }, signal).catch(ifBroken(nothing));
  const sound = { codec, container: container.toLowerCase(), durationMs: stream.durationMs, channels, sampleRate };
  return { ...sound, mayHaveChapters: hasChapters, ...tags };
}

async function probeContainer(
  bytes: FileBytes,
  kind: Exclude<Kind, 'mpeg'>,
  start: number,
  signal?: AbortSignal,
): Promise<AudioFacts> {
  const name = kindNames[kind];
  const iff = kind === 'riff' || kind === 'aiff' ? await iffContent(bytes, start, kind === 'riff') : undefined;
  const ogg = kind === 'ogg' ? await oggStreams(bytes, start) : undefined;
  const facts = await metadataOf(bytes, { kind, start }, signal).catch((error: unknown): MetadataFacts => {
    if (!isOfFile(error)) throw error;
    // These codecs need no tags to be decoded, so a broken tag does not matter.
    if (kind === 'flac') return { ...nothing, codec: 'flac', container: 'flac' };
    if (ogg?.codec !== undefined) return { ...nothing, codec: ogg.codec, container: 'ogg' };
    if (iff?.format !== undefined)
      return { ...nothing, codec: iff.format.tag === 1 ? 'pcm' : `non-pcm (${iff.format.tag})`, container: 'wave' };
    throw unreadable(say('sound.unreadable', { name, why: messageOf(error).replace(/[.!]*$/, '') }), error);
  });
  if (facts.codec === undefined) {
    throw unreadable(facts.hasVideo ? say('sound.picture') : say('sound.uncoded', { name }));
  }
  if (/\bdrms?\b|protected|encrypted/.test(facts.codec)) throw unreadable(say('sound.protected'));
  const seconds = await soundLength(kind, { bytes, start, facts, iff, ogg });
  const durationMs = Math.round(seconds * 1000);
  if (!(durationMs > 0 && seconds < longest)) throw unreadable(say('sound.none_in', { name }));
  // The pen plays a single stream, not several multiplexed ones.
  const container = `${facts.container ?? name.toLowerCase()}${ogg?.multiplexed === true ? '/multiplexed' : ''}`;
  return {
    codec: facts.codec,
    container,
    durationMs,
    channels: facts.channels,
    sampleRate: facts.sampleRate,
    mayHaveChapters: kind === 'mp4' || facts.hasChapters,
    ...(iff === undefined || facts.hasId3 ? facts.tags : withIffTexts(facts.tags, iff)),
  };
}

const nothing: MetadataFacts = {
  codec: undefined,
  container: undefined,
  duration: undefined,
  sampleRate: undefined,
  channels: undefined,
  hasVideo: false,
  hasId3: false,
  hasChapters: false,
  tags: noTags,
};

/** Returns false if reading was stopped or the disk failed: the same file may be fine next time. */
export const isOfFile = (error: unknown): boolean =>
  error instanceof TonstiftError ? error.code !== 'aborted' : systemCodeOf(error) === undefined;

const ifBroken =
  <Value>(otherwise: Value) =>
  (error: unknown): Value => {
    if (!isOfFile(error)) throw error;
    return otherwise;
  };

const unreadable = (words: Words, cause?: unknown): TonstiftError =>
  new TonstiftError('unreadable_audio', words, {}, { cause });
