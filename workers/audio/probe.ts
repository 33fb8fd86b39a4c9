/** Reads the format and the tags of an audio file, and rejects other files. */
import { messageOf, systemCodeOf, TonstiftError } from '../base/errors.js';
import { type AudioFacts, type MetadataFacts, noTags } from './formats/facts.js';
import { type FileBytes, withFileBytes } from './formats/file-bytes.js';
import { iffContent, withIffTexts } from './formats/iff.js';
import { type Kind, kindNames, contentOf, headLength, ofFfmpegAt, otherContent } from './formats/kind.js';
import { mostJunk, walkFrames } from './formats/mpeg-stream.js';
import { oggStreams } from './formats/ogg.js';
import { soundLength } from './formats/sound-length.js';
import { isProtected } from './formats/protection.js';
import { rangeOf } from './formats/strip.js';
import { metadataOf } from './tags/tags.js';
import { say, type Words } from '../base/language/sentence.js';

export type { AudioFacts } from './formats/facts.js';
export { embeddedCover } from './tags/embedded-cover.js';
export { isAudioName } from './album/names.js';

/** Maximum duration in seconds: about eleven days. */
const longest = 1e6;

/** Reads a file with ffmpeg; see `Transcoder.listen`. */
export type Listen = (path: string, signal?: AbortSignal) => Promise<AudioFacts>;

export interface ProbeOptions {
  signal?: AbortSignal;
  /** If it is undefined, files that only ffmpeg can read are rejected. */
  listen?: Listen;
}

/**
 * Detects the kind by content, not by name. Accepts a truncated file with the sound that it has. ffmpeg reads the
 * containers that this program cannot parse.
 *
 * @throws TonstiftError `unreadable_audio` with the reason if the file has no playable sound, `aborted` on the signal;
 *   the system's error if the file cannot be opened or read
 */
export function probe(path: string, { signal, listen }: ProbeOptions = {}): Promise<AudioFacts> {
  return withFileBytes(
    path,
    async (bytes) => {
      if (bytes.size === 0) throw unreadable(say('sound.empty'));
      const content = await contentOf(bytes);
      if (await isProtected(bytes, content)) throw unreadable(protectedWords);
      const { kind, start } = content;
      const name = kind === 'mpeg' ? ofFfmpegAt(await bytes.read(start, headLength)) : kindNames[kind];
      if (name === undefined) return probeFrames(bytes, signal);
      const own =
        kind === 'mpeg'
          ? Promise.reject(unreadable(say('sound.none_in', { name })))
          : probeContainer(bytes, kind, start, signal);
      return listen === undefined ? own : withFfmpeg(own, kind, () => listen(path, signal));
    },
    signal,
  );
}

/** Asks ffmpeg if the container is rejected here, or if ffmpeg may lack the codec. */
async function withFfmpeg(own: Promise<AudioFacts>, kind: Kind, hear: () => Promise<AudioFacts>): Promise<AudioFacts> {
  const facts = await own.catch((error: unknown) => {
    if (!isToAsk(error)) throw error;
    return error;
  });
  const isRefused = facts instanceof TonstiftError;
  if (!isRefused && !isUnusual(kind, facts)) return facts;
  const heard = await hear().catch((error: unknown) => {
    if (!(error instanceof TonstiftError) || error.code !== 'build_failed') throw error;
    // Our own reason is clearer to the user than that of ffmpeg.
    throw isRefused ? facts : unreadable(error.words, error);
  });
  return isRefused ? heard : facts;
}

/** WAV and AIFF may have codecs that ffmpeg lacks. The import finds out, so that no later build fails. */
const isUnusual = (kind: Kind, { codec }: AudioFacts): boolean =>
  (kind === 'riff' || kind === 'aiff') && codec !== 'pcm';

/** Reports whether an error rejects a file that ffmpeg may be able to read. */
const isToAsk = (error: unknown): error is TonstiftError =>
  error instanceof TonstiftError && error.code === 'unreadable_audio' && error.words !== protectedWords;

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
  if (/protected|encrypted/.test(facts.codec)) throw unreadable(protectedWords);
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

const protectedWords = say('sound.protected');

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

/** Returns false if reading was aborted or the disk failed: the next attempt may succeed. */
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
