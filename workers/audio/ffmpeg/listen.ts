/** Asks ffmpeg about files whose formats this program does not parse itself. */
import { linkedSignal } from '../../base/async/linked-signal.js';
import { TonstiftError } from '../../base/errors.js';
import { say } from '../../base/language/sentence.js';
import { tagsOf, type AudioFacts } from '../formats/facts.js';
import { aborted } from './convert.js';
import { listenArguments } from './pen-formats.js';
import type { Raw } from './runs.js';
import { ffmpegReport, timeIn } from './report.js';

/** Seconds to decode if the file says how long it is. */
const beginning = 10;
/** Milliseconds for both runs. */
const longest = 180_000;

/**
 * Decodes the beginning, or all if the file does not say how long it is.
 * @throws TonstiftError `unreadable_audio` with the reason, `build_failed` if ffmpeg gives none that helps a person,
 *   `aborted`; what `run` throws
 */
export async function listen(path: string, { run, isBuiltIn, signal }: Raw): Promise<AudioFacts> {
  using either = linkedSignal([AbortSignal.timeout(longest), signal]);
  try {
    const first = await hear(path, run, either.signal, beginning);
    if (first.codec === undefined && first.hasVideo) throw unreadable(say('sound.picture'));
    if (first.lacksDecoder) {
      const codec = first.codec ?? '?';
      throw unreadable(isBuiltIn ? say('sound.no_decoder', { codec }) : say('sound.no_decoder_own', { codec }));
    }
    if (first.codec === undefined || first.code !== 0 || first.decodedMs <= 0)
      throw new TonstiftError('build_failed', say('error.ffmpeg', { reason: first.reason }));
    const durationMs = first.claimedMs ?? (await hear(path, run, either.signal)).decodedMs;
    // The ending marks that ffmpeg found it, so that no container is mistaken for one that the pen plays.
    const container = `${first.container ?? 'unknown'}/ffmpeg`;
    const { codec, channels, sampleRate, hasChapters: mayHaveChapters } = first;
    return { ...tagsOf(first.texts), codec, container, durationMs, channels, sampleRate, mayHaveChapters };
  } catch (error) {
    if (signal.aborted) throw aborted();
    if (either.signal.aborted) throw unreadable(say('error.ffmpeg_stuck', { minutes: String(longest / 60_000) }));
    throw error;
  }
}

interface Heard {
  code: number;
  codec: string | undefined;
  container: string | undefined;
  /** Milliseconds, according to the file; undefined if it does not say. */
  claimedMs: number | undefined;
  decodedMs: number;
  channels: number | undefined;
  sampleRate: number | undefined;
  hasVideo: boolean;
  /** True if the file has more than one chapter. */
  hasChapters: boolean;
  lacksDecoder: boolean;
  reason: string;
  /** Tags of the file, by ffmpeg's names in lower case. */
  texts: ReadonlyMap<string, string>;
}

async function hear(source: string, run: Raw['run'], signal: AbortSignal, seconds?: number): Promise<Heard> {
  const texts = new Map<string, string>();
  const all: Omit<Heard, 'code' | 'reason' | 'texts'> = {
    codec: undefined,
    container: undefined,
    claimedMs: undefined,
    decodedMs: 0,
    channels: undefined,
    sampleRate: undefined,
    hasVideo: false,
    hasChapters: false,
    lacksDecoder: false,
  };
  const report = ffmpegReport((done) => void (all.decodedMs = Math.max(all.decodedMs, done)));
  let isOfFile = false;
  const line = (text: string): void => {
    report.line(text);
    const input = /^Input #0, ([\w-]+)/.exec(text)?.[1];
    if (input !== undefined) [all.container, isOfFile] = [input, true];
    if (/^\s*(Duration:|Chapters?:?|Chapter #|Stream #)/.test(text)) isOfFile = false;
    if (/^\s*Duration:/.test(text)) all.claimedMs = timeIn(/^\s*Duration: ([\d:.]+)/, text) || undefined;
    const [, codec, about = ''] = /^\s*Stream #0:\d+.*?: Audio: (\w+)(.*)/.exec(text) ?? [];
    if (codec !== undefined && all.codec === undefined) {
      all.codec = codec.toLowerCase();
      all.sampleRate = Number(/ (\d+) Hz/.exec(about)?.[1]) || undefined;
      all.channels = / Hz, mono/.test(about) ? 1 : / Hz, stereo/.test(about) ? 2 : undefined;
    }
    all.hasVideo ||= /^\s*Stream #0:\d+.*?: Video: /.test(text);
    all.hasChapters ||= /^\s*Chapter #0:1:/.test(text);
    all.lacksDecoder ||= /no decoder found for|^Decoder .* not found for/i.test(text);
    const [, name, value] = (isOfFile && /^\s{4}(\S[^:]*?)\s*: (.*)$/.exec(text)) || [];
    if (name !== undefined && value !== undefined) texts.set(name.toLowerCase(), value);
  };
  const code = await run({ source, outputs: [{ descriptor: null, options: listenArguments(seconds) }], signal, line });
  return { ...all, code, reason: report.reason(), texts };
}

const unreadable = (words: ReturnType<typeof say>): TonstiftError => new TonstiftError('unreadable_audio', words);
